import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

record = {
    "uid": "lot-2026-0045",
    "items": [{"key": "sealed", "type": "boolean", "value": True}],
}
request = Request(
    "http://localhost:4010/api/v2/metadata/inspection",
    data=json.dumps(record).encode(),
    headers={"apiKey": "an-expired-key", "Content-Type": "application/json"},
)
try:
    urlopen(request)
except HTTPError as error:
    print(error.code, json.load(error)["message"])
