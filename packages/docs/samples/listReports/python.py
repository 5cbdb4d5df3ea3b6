import json
from urllib.request import Request, urlopen

seen = 0
while True:
    url = f"http://localhost:4010/api/v1/reports?limit=50&offset={seen}"
    with urlopen(Request(url, headers={"apiKey": "demo-key"})) as response:
        page = json.load(response)
    seen += len(page["data"])
    if page["next"] is None:
        break

print(f"{seen} reports")
