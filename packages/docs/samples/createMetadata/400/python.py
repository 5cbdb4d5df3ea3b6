import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

record = {
    "uid": "lot-2026-0044",
    "items": [{"key": "sampleWeight", "type": "number", "value": "12.5"}],
}
request = Request(
    "http://localhost:4010/api/v2/metadata/inspection",
    data=json.dumps(record).encode(),
    headers={"apiKey": "demo-key", "Content-Type": "application/json"},
)
try:
    urlopen(request)
except HTTPError as error:
    if error.code != 400:
        raise
    print("Fix the request:", json.load(error)["message"])
