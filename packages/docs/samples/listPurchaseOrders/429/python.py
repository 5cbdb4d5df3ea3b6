from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "http://localhost:4010/api/v1/purchase-orders",
    headers={"apiKey": "demo-key", "Prefer": "code=429"},
)
try:
    urlopen(request)
except HTTPError as error:
    if error.code != 429:
        raise
    seconds = float(error.headers.get("Retry-After", "1"))
    print(f"Too many requests: wait {seconds:g} s, then send the same again.")
