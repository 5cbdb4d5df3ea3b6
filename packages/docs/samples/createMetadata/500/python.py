import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

record = {
    "uid": "lot-2026-0046",
    "items": [{"key": "sealed", "type": "boolean", "value": True}],
}
request = Request(
    "http://localhost:4010/api/v2/metadata/inspection",
    data=json.dumps(record).encode(),
    headers={
        "apiKey": "demo-key",
        "Content-Type": "application/json",
        "Prefer": "code=500",
    },
)
try:
    urlopen(request)
except HTTPError as error:
    if error.code < 500:
        raise
    print(error.code, json.load(error).get("errors", {}).get("system"))
