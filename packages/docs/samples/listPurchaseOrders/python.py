import json
from urllib.request import Request, urlopen

url = "http://localhost:4010/api/v1/purchase-orders?limit=2"
with urlopen(Request(url, headers={"apiKey": "demo-key"})) as response:
    page = json.load(response)

uids = [order["uid"] for order in page["data"]]
print(f"{len(uids)} of {page['total']}:", ", ".join(uids))
