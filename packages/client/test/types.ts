/** This file is never run: `tsc --noEmit` is the test. Each `@ts-expect-error` applies to the next line. */
import {
  createClient,
  type FileItem,
  item,
  type Metadata,
  type MetadataInput,
  type PurchaseOrder,
  type Report,
} from "../src/index.js";

const client = createClient({ baseUrl: "http://localhost:4010", apiKey: "demo-key" });
const never = (value: never) => value;
type Scalar = "string" | "number" | "boolean" | "date" | "datetime";
type Known = Scalar | `${Scalar}-array` | "file" | "object" | "object-array";

export async function methods() {
  const { data } = await client.createMetadata("inspection", { uid: "u", items: [item.string("a", "b")] });
  data satisfies Metadata;
  // @ts-expect-error no such namespace
  client.createMetadata("inspections", { uid: "u", items: [] });
  // @ts-expect-error uid is missing
  client.createMetadata("inspection", { items: [] });
  // @ts-expect-error items is missing
  client.createMetadata("inspection", { uid: "u" });
  // @ts-expect-error a field that does not exist
  client.createMetadata("inspection", { uid: "u", items: [], createdDate: "2026-11-21" });
  client.createMetadata("inspection", { uid: "u", items: [] }, { timeout: 5, retry: false, headers: { "x-a": "b" } });
  // @ts-expect-error misspelt
  client.createMetadata("inspection", { uid: "u", items: [] }, { timeOut: 5 });
  // @ts-expect-error a create request has no pages
  client.createMetadata("inspection", { uid: "u", items: [] }).pages();
}

export async function lists() {
  for await (const order of client.listPurchaseOrders({ limit: 10, offset: 20 })) {
    order satisfies PurchaseOrder;
    order.poNumber satisfies string | undefined;
    // @ts-expect-error the field has this name only in version 3
    order.po_number;
  }
  (await client.listReports({ updated_from: "2026-11-01T00:00:00Z" }).toArray()) satisfies Report[];
  (await client.listReports().page()).count satisfies number;
  for await (const page of client.listPurchaseOrdersV3().pages())
    page.records[0]?.po_number satisfies string | undefined;
  // @ts-expect-error misspelt
  client.listReports({ updatedFrom: "2026-11-01T00:00:00Z" });
  // @ts-expect-error this list cannot be filtered by update time
  client.listPurchaseOrders({ updated_from: "2026-11-01T00:00:00Z" });
  // @ts-expect-error limit must be a number
  client.listReports({ limit: "10" });
  // @ts-expect-error "ignore" is not a value of `drift`
  client.listReports({}, { drift: "ignore" });
  // @ts-expect-error a list is not a promise: iterate it, or call toArray() or page()
  (await client.listReports()) satisfies Report[];
}

export async function syncs() {
  for await (const { records, checkpoint } of client.syncReports({ since: new Date(), overlap: 60_000 })) {
    records satisfies Report[];
    checkpoint satisfies string;
  }
  client.syncPurchaseOrdersV3({ checkpoint: undefined });
  // @ts-expect-error this list cannot be synced
  client.syncPurchaseOrders();
  // @ts-expect-error a checkpoint is a string
  client.syncReports({ checkpoint: { offset: 3 } });
}

export function items(record: Metadata) {
  ({ uid: "u", items: [{ key: "n", type: "number", value: 1 }] }) satisfies MetadataInput;
  // @ts-expect-error limit must be a number item with a string
  ({ uid: "u", items: [{ key: "n", type: "number", value: "1" }] }) satisfies MetadataInput;
  // @ts-expect-error no such item type
  ({ uid: "u", items: [{ key: "n", type: "numbers", value: [1] }] }) satisfies MetadataInput;
  // @ts-expect-error in requests, the value of an object-array is a flat array of items
  ({ uid: "u", items: [{ key: "n", type: "object-array", value: [[]] }] }) satisfies MetadataInput;
  item.file("photo", crypto.randomUUID());
  ({
    uid: "u",
    items: [{ key: "photo", type: "file", value: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" }],
  }) satisfies MetadataInput;
  // @ts-expect-error file items take an ID; URLs are only in responses
  item.file("photo", "https://files.example.com/photo");
  // @ts-expect-error file items of a response cannot be sent
  ({ uid: "u", items: record.items.filter((one) => one.type === "file") }) satisfies MetadataInput;
  // @ts-expect-error a file item in a response has a URL, not an ID
  ({ key: "photo", type: "file", value: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" }) satisfies FileItem;
  // @ts-expect-error a number item with a string
  item.number("n", "1");
  // @ts-expect-error dates in an array are strings
  item.dateArray("n", [new Date()]);
  // @ts-expect-error the value of an object item is an array of items
  item.object("size", { width: 12 });
  for (const one of record.items) {
    switch (one.type) {
      case "number":
        one.value satisfies number;
        break;
      case "file":
        one.value satisfies string;
        break;
      case "object":
        one.value[0]?.key satisfies string | undefined;
        break;
      case "object-array":
        one.value[0]?.[0]?.key satisfies string | undefined;
        // @ts-expect-error in responses, an object-array is an array of arrays
        one.value[0]?.key;
        break;
      case "string":
      case "date":
      case "datetime":
        one.value.toUpperCase();
        break;
      case "boolean":
        one.value satisfies boolean;
        break;
      case "string-array":
      case "date-array":
      case "datetime-array":
        one.value[0]?.toUpperCase();
        break;
      case "number-array":
        one.value[0]?.toFixed();
        break;
      case "boolean-array":
        one.value satisfies boolean[];
        break;
      default:
        // A type that was added to the spec is left.
        never(one as Extract<typeof one, { type: Known }>);
    }
  }
}

export function options() {
  createClient({ baseUrl: "", apiKey: async () => "key", retry: false, concurrency: 5, timeout: 1000 });
  createClient({ baseUrl: "", apiKey: "", onEvent: (event) => event.type === "retry" && event.delay.toFixed() });
  // @ts-expect-error the key is missing
  createClient({ baseUrl: "" });
  // @ts-expect-error misspelt
  createClient({ baseUrl: "", apiKey: "", retries: 3 });
  // @ts-expect-error misspelt
  createClient({ baseUrl: "", apiKey: "", retry: { attempt: 3 } });
}
