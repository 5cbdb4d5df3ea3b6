import json
import os
import uuid
from datetime import date, datetime, timedelta, timezone

# #region first-request
import metadata_client as api


def connect(base_url: str, api_key: str) -> api.ApiClient:
    configuration = api.Configuration(host=base_url, api_key={"apiKey": api_key})
    return api.ApiClient(configuration)


def create_one(client: api.ApiClient) -> None:
    note = api.StringItemInput(key="note", type="string", value="Lot 7 passed")
    body = api.MetadataInput(uid=str(uuid.uuid4()), items=[api.MetadataItemInput(note)])
    record = api.MetadataApi(client).create_metadata("inspection", body).data
    print("Created", record.uid, "at", record.created_date)
# #endregion


# #region all-types
PHOTO = uuid.UUID("6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d")
# A datetime needs a zone: without one it is written without an offset, and the service
# rejects it.
MOMENT = datetime(2026, 11, 21, 13, 15, 0, 250_000, tzinfo=timezone(timedelta(hours=7)))


def all_types() -> list[api.MetadataItemInput]:
    def item(value) -> api.MetadataItemInput:
        return api.MetadataItemInput(value)

    operators = item(api.NumberItemInput(key="operators", type="number", value=24))
    line = item(api.ObjectItemInput(key="line", type="object", value=[operators]))
    certificate = item(api.FileItemInput(key="certificate", type="file", value=PHOTO))
    return [
        item(api.StringItemInput(key="note", type="string", value="xong ✓")),
        item(api.NumberItemInput(key="weight", type="number", value=12.123456789012)),
        item(api.BooleanItemInput(key="sealed", type="boolean", value=True)),
        item(api.DateItemInput(key="day", type="date", value=date(2026, 11, 21))),
        item(api.DatetimeItemInput(key="arrivedAt", type="datetime", value=MOMENT)),
        item(api.StringArrayItemInput(key="colours", type="string-array", value=["blue", "navy"])),
        item(api.NumberArrayItemInput(key="sizes", type="number-array", value=[1.5, -3])),
        item(api.DateArrayItemInput(key="visits", type="date-array", value=[date(2026, 11, 21)])),
        item(api.DatetimeArrayItemInput(key="scans", type="datetime-array", value=[MOMENT])),
        item(api.BooleanArrayItemInput(key="checks", type="boolean-array", value=[True, False])),
        item(api.FileItemInput(key="photo", type="file", value=PHOTO)),
        item(api.ObjectItemInput(key="factory", type="object", value=[line, certificate])),
        item(api.ObjectArrayItemInput(key="defects", type="object-array", value=[operators, certificate])),
    ]
# #endregion


# #region paging
def purchase_orders(client: api.ApiClient):
    """The standard envelope: until offset reaches total. Add the limit from the response: a
    server may lower it."""
    offset = 0
    while True:
        page = api.PurchaseOrdersApi(client).list_purchase_orders(limit=100, offset=offset)
        yield from page.data
        offset += page.limit
        if offset >= page.total:
            return


def purchase_orders_v3(client: api.ApiClient):
    """A plain array: only an empty page marks the end."""
    orders = api.PurchaseOrdersApi(client)
    offset = 0
    while page := orders.list_purchase_orders_v3(limit=200, offset=offset):
        yield from page
        offset += len(page)


def reports(client: api.ApiClient):
    """The linked envelope: until next is null. Page by offset: next may contain a host that
    you cannot reach."""
    offset = 0
    while True:
        page = api.ReportsApi(client).list_reports(limit=50, offset=offset)
        yield from page.data
        offset += len(page.data)
        if page.next is None:
            return
# #endregion


# #region trap
def without_a_zone(client: api.ApiClient) -> None:
    """datetime.now() and a datetime without tzinfo are written without an offset, and the
    service rejects them."""
    moment = datetime(2026, 11, 21, 13, 15)
    naive = api.DatetimeItemInput(key="arrivedAt", type="datetime", value=moment)
    body = api.MetadataInput(uid=str(uuid.uuid4()), items=[api.MetadataItemInput(naive)])
    try:
        api.MetadataApi(client).create_metadata("inspection", body)
    except api.exceptions.BadRequestException as error:
        print(error.data.message)
    else:
        raise RuntimeError("a datetime without a zone was accepted")
# #endregion


with connect(os.environ["BASE_URL"], os.environ["API_KEY"]) as client:
    create_one(client)
    without_a_zone(client)
    body = api.MetadataInput(uid="all-types-python", items=all_types())
    record = api.MetadataApi(client).create_metadata("inspection", body).data
    print(json.dumps({
        "uid": record.uid,
        "items": json.loads(record.to_json())["items"],
        "decoded": [type(item.actual_instance).__name__ for item in record.items],
        "listPurchaseOrders": [order.uid for order in purchase_orders(client)],
        "listPurchaseOrdersV3": [order.uid for order in purchase_orders_v3(client)],
        "listReports": [report.uid for report in reports(client)],
    }))
