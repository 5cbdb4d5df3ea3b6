"""Writes all purchase orders to a CSV file, with only the standard library of Python 3.9 or newer.

    METADATA_URL=http://localhost:4010 METADATA_KEY=demo-key python3 pull_orders.py orders.csv
"""

import csv
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("METADATA_URL", "http://localhost:4010")
KEY = os.environ.get("METADATA_KEY", "demo-key")
FIELDS = ["uid", "poNumber", "poStatus", "deliveryDate", "updatedDate"]
ATTEMPTS = 8


def get(path, **query):
    """Returns the JSON of a page; retries after a 429, a 5xx, or a response that is cut off."""
    request = urllib.request.Request(f"{URL}{path}?{urllib.parse.urlencode(query)}", headers={"apiKey": KEY})
    for attempt in range(1, ATTEMPTS + 1):
        wait = min(8, 0.25 * 2**attempt) * random.random()
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if attempt == ATTEMPTS or (error.code != 429 and error.code < 500):
                request_id = error.headers.get("X-Request-Id")
                raise SystemExit(f"{path} failed with {error.code} (request {request_id}): {error.read().decode()}")
            wait = float(error.headers.get("Retry-After", wait))
        except (OSError, ValueError, http.client.HTTPException) as error:
            # No connection, or a body that ended too early.
            if attempt == ATTEMPTS:
                raise SystemExit(f"{path} failed: {error}")
        time.sleep(wait)


def orders():
    """Yields every purchase order once, page after page."""
    offset, seen = 0, set()
    while True:
        page = get("/api/v1/purchase-orders", limit=100, offset=offset)
        for order in page["data"]:
            if order["uid"] not in seen:
                seen.add(order["uid"])
                yield order
        # The server may have applied a lower limit than the requested one.
        offset += page["limit"]
        if offset >= page["total"]:
            return


def main(path):
    count = 0
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, FIELDS, extrasaction="ignore")
        table.writeheader()
        for count, order in enumerate(orders(), 1):
            table.writerow(order)
    print(f"{count} purchase orders written to {path}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("Usage: pull_orders.py FILE.csv")
    main(sys.argv[1])
