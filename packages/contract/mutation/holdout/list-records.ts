import type { Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get, type Listed, onRecord, onRecords } from "../kit/list-faults.js";
import { LISTS } from "../kit/spec.js";

const RECORDS = "records of lists";
const VERSIONS = "versions of a list";
const RECORD_RULE = "Schemas PurchaseOrder, PurchaseOrderV3 and Report";
const VERSION_RULE = "Decision 0010: versions 1 and 3 return the same orders, each with its own field names";

/** Changes one field of the records of a list, if they have it. */
const field = (
  name: string,
  rule: string,
  family: string,
  places: readonly { list: string; field: string }[],
  change: (value: Json, record: Listed, row: number) => Json | undefined,
  query = "limit=20&offset=20",
): Mutant[] =>
  mutantsOf(family, {
    name,
    rule,
    places: places.flatMap((place) => {
      const list = LISTS.find(({ id }) => id === place.list);
      return list ? [{ name: `${place.field} of ${place.list}`, list, field: place.field }] : [];
    }),
    fault: ({ list, field: each }) =>
      onRecord(list, (record, row) => {
        if (!(each in record)) return record;
        const { [each]: before, ...others } = record;
        const value = change(before ?? null, record, row);
        return value === undefined ? others : { ...record, [each]: value };
      }),
    witness: ({ list }) => [get(list.path, query)],
  });

const [V1, V3, REPORTS] = ["listPurchaseOrders", "listPurchaseOrdersV3", "listReports"] as const;

export const listRecords: readonly Mutant[] = [
  ...field(
    "a number is a text",
    RECORD_RULE,
    RECORDS,
    [
      { list: V1, field: "totalQuantity" },
      { list: V3, field: "total_quantity" },
    ],
    (value) => String(value),
  ),
  ...field(
    "a number has a fraction on later pages",
    RECORD_RULE,
    RECORDS,
    [
      { list: V1, field: "totalQuantity" },
      { list: V3, field: "total_quantity" },
    ],
    (value, _, row) => (row >= 10 ? Number(value) + 0.5 : value),
  ),
  ...field(
    "a date has a time",
    RECORD_RULE,
    RECORDS,
    [
      { list: V1, field: "deliveryDate" },
      { list: V3, field: "delivery_date" },
    ],
    (value) => `${value}T00:00:00Z`,
  ),
  ...field(
    "a field is null in every tenth record",
    `${RECORD_RULE}: fields may be missing, but not null`,
    RECORDS,
    [
      { list: V1, field: "factoryId" },
      { list: REPORTS, field: "country" },
      { list: V3, field: "client_id" },
    ],
    (value, _, row) => (row % 10 === 9 ? null : value),
  ),
  ...field(
    "a timestamp has no fraction",
    "Decision 0007: timestamps have fractional seconds",
    RECORDS,
    [
      { list: REPORTS, field: "updatedDate" },
      { list: V3, field: "created_at" },
    ],
    (value) => String(value).replace(/\.\d+/, ""),
  ),
  ...field(
    "a timestamp ends with Z on later pages",
    "Decision 0007: Z is not used",
    RECORDS,
    [
      { list: V1, field: "createdDate" },
      { list: REPORTS, field: "createdDate" },
    ],
    (value, _, row) => (row >= 20 ? String(value).replace("+00:00", "Z") : value),
  ),
  ...field(
    "a record that was never changed has no time of its last change",
    `${RECORD_RULE}: the timestamps are always present`,
    RECORDS,
    [
      { list: V1, field: "updatedDate" },
      { list: REPORTS, field: "updatedDate" },
    ],
    (value, record) => (value === record["createdDate"] ? undefined : value),
    "limit=50&offset=500",
  ),
];

export const versions: readonly Mutant[] = [
  ...field("numbers of orders lose their prefix", VERSION_RULE, VERSIONS, [{ list: V3, field: "po_number" }], (value) =>
    String(value).replace(/^PO-/, ""),
  ),
  ...field(
    "the status of an order is in upper case",
    VERSION_RULE,
    VERSIONS,
    [
      { list: V3, field: "po_status" },
      { list: V1, field: "poStatus" },
    ],
    (value) => String(value).toUpperCase(),
  ),
  ...field(
    "a status of two words has an underscore",
    VERSION_RULE,
    VERSIONS,
    [{ list: V3, field: "po_status" }],
    (value) => String(value).replace("-", "_"),
  ),
  ...field(
    "a date is one day earlier",
    VERSION_RULE,
    VERSIONS,
    [
      { list: V3, field: "delivery_date" },
      { list: V1, field: "deliveryDate" },
    ],
    (value) => new Date(Date.parse(String(value)) - 86_400_000).toISOString().slice(0, 10),
  ),
  ...field(
    "a timestamp has milliseconds",
    VERSION_RULE,
    VERSIONS,
    [
      { list: V3, field: "updated_at" },
      { list: V1, field: "createdDate" },
    ],
    (value) => String(value).replace(/(\.\d{3})\d+/, "$1"),
  ),
  ...field(
    "the ID of the factory is that of the buyer",
    VERSION_RULE,
    VERSIONS,
    [{ list: V3, field: "factory_id" }],
    (_, record) => record["client_id"],
  ),
  ...field(
    "a large quantity is rounded",
    VERSION_RULE,
    VERSIONS,
    [{ list: V3, field: "total_quantity" }],
    (value) => (Number(value) > 10_000 ? Math.round(Number(value) / 1000) * 1000 : value),
    "limit=50",
  ),
  ...field(
    "the time of the last change is that of the creation",
    VERSION_RULE,
    VERSIONS,
    [{ list: V3, field: "updated_at" }],
    (_, record) => record["created_at"],
  ),
  ...mutantsOf(VERSIONS, {
    name: "a field has the name of the other version",
    rule: VERSION_RULE,
    places: [
      { name: "in version 3", id: V3, from: "delivery_date", to: "deliveryDate" },
      { name: "in version 1", id: V1, from: "totalQuantity", to: "total_quantity" },
    ],
    fault: ({ id, from, to }) => {
      const list = LISTS.find((each) => each.id === id);
      return list
        ? onRecord(list, (record) =>
            Object.fromEntries(Object.entries(record).map(([name, value]) => [name === from ? to : name, value])),
          )
        : () => undefined;
    },
    witness: ({ id }) => [get(LISTS.find((each) => each.id === id)?.path ?? "")],
  }),
  ...mutantsOf(VERSIONS, {
    name: "one version has fewer orders",
    rule: VERSION_RULE,
    places: [
      { name: "without the closed ones", id: V3, isLost: (record: Listed) => record["po_status"] === "closed" },
      { name: "without the last ones", id: V3, isLost: (record: Listed) => String(record["uid"]) > "po-000990" },
      {
        name: "without the oldest ones, in version 1",
        id: V1,
        isLost: (record: Listed) => String(record["createdDate"]) < "2025-12",
      },
    ],
    fault: ({ id, isLost }) => {
      const list = LISTS.find((each) => each.id === id);
      return list ? onRecords(list, (records) => records.filter((record) => !isLost(record))) : () => undefined;
    },
    witness: ({ id }) => {
      const path = LISTS.find((each) => each.id === id)?.path ?? "";
      return [get(path, "limit=100"), get(path, "limit=20&offset=980")];
    },
  }),
];
