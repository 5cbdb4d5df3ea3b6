import json
from urllib.request import Request, urlopen

offset = 0
while True:
    url = f"http://localhost:4010/api/v3/purchase-orders?limit=200&offset={offset}"
    with urlopen(Request(url, headers={"apiKey": "demo-key"})) as response:
        page = json.load(response)
    if not page:
        break
    offset += len(page)

print(f"{offset} purchase orders")
