import json
from urllib.request import Request, urlopen

url = "http://localhost:4010/api/v1/purchase-orders?limit=2"
with urlopen(Request(url, headers={"apiKey": "demo-key"})) as response:
    page = json.load(response)

print(f"{len(page['data'])} of {page['total']}:", ", ".join(order["uid"] for order in page["data"]))
