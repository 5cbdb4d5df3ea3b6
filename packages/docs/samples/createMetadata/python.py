import json
from urllib.request import Request, urlopen

record = {
    "uid": "lot-2026-0043",
    "items": [
        {"key": "inspectionNote", "type": "string", "value": "Lot 8 passed"},
        {"key": "photo", "type": "file", "value": "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"},
    ],
}
request = Request(
    "http://localhost:4010/api/v2/metadata/inspection",
    data=json.dumps(record).encode(),
    headers={"apiKey": "demo-key", "Content-Type": "application/json"},
)
with urlopen(request) as response:
    stored = json.load(response)["data"]

print(stored["uid"], "stored at", stored["createdDate"])
