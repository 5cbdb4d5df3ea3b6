import json
import os
import uuid
from datetime import date, datetime, timedelta, timezone

# #region first-request
from metadata_client import AuthenticatedClient, models
from metadata_client.api.metadata import create_metadata
from metadata_client.api.purchase_orders import (
    list_purchase_orders,
    list_purchase_orders_v3,
)
from metadata_client.api.reports import list_reports
from metadata_client.models import CreateMetadataNamespace, MetadataInput


def connect(base_url: str, api_key: str) -> AuthenticatedClient:
    return AuthenticatedClient(
        base_url=base_url,
        token=api_key,
        prefix="",
        auth_header_name="apiKey",
        raise_on_unexpected_status=True,
    )


def create_one(client: AuthenticatedClient) -> None:
    note = models.StringItemInput(key="note", type_="string", value="Lot 7 passed")
    body = MetadataInput(uid=str(uuid.uuid4()), items=[note])
    namespace = CreateMetadataNamespace.INSPECTION
    result = create_metadata.sync(namespace, client=client, body=body)
    if not isinstance(result, models.MetadataCreated):
        raise RuntimeError(result)
    print("Created", result.data.uid, "at", result.data.created_date)
# #endregion


# #region all-types
PHOTO = uuid.UUID("6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d")
# A datetime needs a zone: without one it is written without an offset, and the service
# rejects it.
MOMENT = datetime(2026, 11, 21, 13, 15, 0, 250_000, tzinfo=timezone(timedelta(hours=7)))


def all_types() -> list:
    operators = models.NumberItemInput(key="operators", type_="number", value=24)
    line = models.ObjectItemInput(key="line", type_="object", value=[operators])
    certificate = models.FileItemInput(key="certificate", type_="file", value=PHOTO)
    return [
        models.StringItemInput(key="note", type_="string", value="xong ✓"),
        models.NumberItemInput(key="weight", type_="number", value=12.123456789012),
        models.BooleanItemInput(key="sealed", type_="boolean", value=True),
        models.DateItemInput(key="day", type_="date", value=date(2026, 11, 21)),
        models.DatetimeItemInput(key="arrivedAt", type_="datetime", value=MOMENT),
        models.StringArrayItemInput(key="colours", type_="string-array", value=["blue", "navy"]),
        models.NumberArrayItemInput(key="sizes", type_="number-array", value=[1.5, -3]),
        models.DateArrayItemInput(key="visits", type_="date-array", value=[date(2026, 11, 21)]),
        models.DatetimeArrayItemInput(key="scans", type_="datetime-array", value=[MOMENT]),
        models.BooleanArrayItemInput(key="checks", type_="boolean-array", value=[True, False]),
        models.FileItemInput(key="photo", type_="file", value=PHOTO),
        models.ObjectItemInput(key="factory", type_="object", value=[line, certificate]),
        models.ObjectArrayItemInput(key="defects", type_="object-array", value=[operators, certificate]),
    ]
# #endregion


# #region paging
def purchase_orders(client: AuthenticatedClient):
    """The standard envelope: until offset reaches total. Add the limit from the response: a
    server may lower it."""
    offset = 0
    while True:
        page = list_purchase_orders.sync(client=client, limit=100, offset=offset)
        if not isinstance(page, models.PurchaseOrdersPage):
            raise RuntimeError(page)
        yield from page.data
        offset += page.limit
        if offset >= page.total:
            return


def purchase_orders_v3(client: AuthenticatedClient):
    """A plain array: only an empty page marks the end."""
    offset = 0
    while True:
        page = list_purchase_orders_v3.sync(client=client, limit=200, offset=offset)
        if not isinstance(page, list):
            raise RuntimeError(page)
        if not page:
            return
        yield from page
        offset += len(page)


def reports(client: AuthenticatedClient):
    """The linked envelope: until next is null. Page by offset: next may contain a host that
    you cannot reach."""
    offset = 0
    while True:
        page = list_reports.sync(client=client, limit=50, offset=offset)
        if not isinstance(page, models.ReportsPage):
            raise RuntimeError(page)
        yield from page.data
        offset += len(page.data)
        if page.next_ is None:
            return
# #endregion


# #region trap
def without_a_zone(client: AuthenticatedClient) -> None:
    """datetime.now() and a datetime without tzinfo are written without an offset, and the
    service rejects them."""
    moment = datetime(2026, 11, 21, 13, 15)
    naive = models.DatetimeItemInput(key="arrivedAt", type_="datetime", value=moment)
    body = MetadataInput(uid=str(uuid.uuid4()), items=[naive])
    namespace = CreateMetadataNamespace.INSPECTION
    result = create_metadata.sync(namespace, client=client, body=body)
    if not isinstance(result, models.ErrorBody):
        raise RuntimeError("a datetime without a zone was accepted")
    print(result.message)
# #endregion


with connect(os.environ["BASE_URL"], os.environ["API_KEY"]) as client:
    create_one(client)
    without_a_zone(client)
    body = MetadataInput(uid="all-types-openapi-python-client", items=all_types())
    namespace = CreateMetadataNamespace.INSPECTION
    result = create_metadata.sync(namespace, client=client, body=body)
    if not isinstance(result, models.MetadataCreated):
        raise RuntimeError(result)
    print(json.dumps({
        "uid": result.data.uid,
        "items": result.data.to_dict()["items"],
        "decoded": [type(item).__name__ for item in result.data.items],
        "listPurchaseOrders": [order.uid for order in purchase_orders(client)],
        "listPurchaseOrdersV3": [order.uid for order in purchase_orders_v3(client)],
        "listReports": [report.uid for report in reports(client)],
    }))
