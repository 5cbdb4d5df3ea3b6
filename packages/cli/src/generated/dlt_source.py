# Generated from openapi/ by `npm run generate`. Do not edit.
"""The lists of Metadata Service API 1.0.0 as a dlt source."""

import re
from datetime import datetime, timezone
from typing import Any, List, Optional

import dlt
from dlt.sources.helpers.requests import Request, Response
from dlt.sources.helpers.rest_client.paginators import BasePaginator
from dlt.sources.rest_api import rest_api_source

EVERYTHING = "1970-01-01T00:00:00Z"


class OffsetPaginator(BasePaginator):
    """Adds the number of records received to the offset, so none is skipped if the server lowers the limit.

    A list ends with an empty page, whatever its total says. Links to the next page are not followed: they may contain
    an address that only the server can reach.
    """

    def __init__(self, limit: int, identity: str) -> None:
        super().__init__()
        self.limit = limit
        self.identity = identity
        self.offset = 0
        self.page: List[Any] = []

    def init_request(self, request: Request) -> None:
        # One paginator serves several runs.
        self.offset = 0
        self.page = []
        self._has_next_page = True
        self.update_request(request)

    def update_state(self, response: Response, data: Optional[List[Any]] = None) -> None:
        page = [record[self.identity] for record in data or []]
        if page and page == self.page:
            url = response.url.partition("?")[0]
            raise ValueError(f"{url} returned the same records for offset {self.offset} as before: it ignores offset")
        self.page = page
        self.offset += len(page)
        self._has_next_page = len(page) > 0

    def update_request(self, request: Request) -> None:
        request.params = {**(request.params or {}), "limit": self.limit, "offset": self.offset}


def utc(time: str) -> str:
    """Writes a time so that times compare as text, as dlt compares them: in UTC, with six digits of a second."""
    parts = re.fullmatch(r"(.{19})(?:\.(\d+))?(Z|z|[+-]\d\d:\d\d)", time)
    if not parts:
        raise ValueError(f"{time!r} is not a date-time with an offset, such as 2026-11-21T06:15:00Z")
    seconds, fraction, zone = parts.groups("")
    # datetime.fromisoformat of Python 3.10 reads neither Z nor other numbers of digits.
    moment = datetime.fromisoformat(f"{seconds}.{fraction[:6]:0<6}{zone if zone not in 'Zz' else '+00:00'}")
    return moment.astimezone(timezone.utc).isoformat(timespec="microseconds")


def in_utc(field: str) -> Any:
    """Rewrites an update time; a record without one is left to dlt, which fails."""
    return lambda record: {**record, field: utc(record[field])} if record.get(field) else record


@dlt.source(name="metadata_service")
def metadata_service(
    base_url: str = dlt.config.value,
    api_key: str = dlt.secrets.value,
    start_date: str = EVERYTHING,
    lag: float = 300,
) -> Any:
    """A resource for each list.

    Args:
        base_url: The URL of the service.
        api_key: The API key.
        start_date: Incremental resources begin with what was updated at this time or later.
        lag: How far a run overlaps the previous one, in seconds: updates may appear in lists late.
    """
    # The end of this run's window: without it, records that are updated during the run would shift the pages.
    now = datetime.now(timezone.utc).isoformat(timespec="microseconds")
    return rest_api_source(
        {
            "client": {
                "base_url": base_url,
                "auth": {"type": "api_key", "name": "apiKey", "location": "header", "api_key": api_key},
            },
            "resources": [
                {
                    "name": "purchase_orders",
                    "primary_key": "uid",
                    "write_disposition": "replace",
                    "columns": {
                        "uid": {"data_type": "text"},
                        "poNumber": {"data_type": "text"},
                        "poStatus": {"data_type": "text"},
                        "clientId": {"data_type": "text"},
                        "factoryId": {"data_type": "text"},
                        "deliveryDate": {"data_type": "date"},
                        "totalQuantity": {"data_type": "bigint"},
                        "createdDate": {"data_type": "timestamp"},
                        "updatedDate": {"data_type": "timestamp"},
                    },
                    "endpoint": {
                        "path": "/api/v1/purchase-orders",
                        "data_selector": "data",
                        "paginator": OffsetPaginator(100, "uid"),
                        "params": {
                        },
                    },
                },
                {
                    "name": "purchase_orders_v3",
                    "primary_key": "uid",
                    "write_disposition": "merge",
                    "processing_steps": [{"map": in_utc("updated_at")}],
                    "columns": {
                        "uid": {"data_type": "text"},
                        "po_number": {"data_type": "text"},
                        "po_status": {"data_type": "text"},
                        "client_id": {"data_type": "text"},
                        "factory_id": {"data_type": "text"},
                        "delivery_date": {"data_type": "date"},
                        "total_quantity": {"data_type": "bigint"},
                        "created_at": {"data_type": "timestamp"},
                        "updated_at": {"data_type": "timestamp"},
                    },
                    "endpoint": {
                        "path": "/api/v3/purchase-orders",
                        "data_selector": "$",
                        "paginator": OffsetPaginator(200, "uid"),
                        "params": {
                            "updated_from": {
                                "type": "incremental",
                                "cursor_path": "updated_at",
                                "initial_value": utc(start_date),
                                "lag": lag,
                            },
                            "updated_to": now,
                        },
                    },
                },
                {
                    "name": "reports",
                    "primary_key": "uid",
                    "write_disposition": "merge",
                    "processing_steps": [{"map": in_utc("updatedDate")}],
                    "columns": {
                        "uid": {"data_type": "text"},
                        "caseNumber": {"data_type": "text"},
                        "bookingType": {"data_type": "text"},
                        "country": {"data_type": "text"},
                        "createdDate": {"data_type": "timestamp"},
                        "updatedDate": {"data_type": "timestamp"},
                    },
                    "endpoint": {
                        "path": "/api/v1/reports",
                        "data_selector": "data",
                        "paginator": OffsetPaginator(50, "uid"),
                        "params": {
                            "updated_from": {
                                "type": "incremental",
                                "cursor_path": "updatedDate",
                                "initial_value": utc(start_date),
                                "lag": lag,
                            },
                            "updated_to": now,
                        },
                    },
                },
            ],
        }
    )
