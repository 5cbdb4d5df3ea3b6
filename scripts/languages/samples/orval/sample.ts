import {
  createMetadata,
  listPurchaseOrders,
  listPurchaseOrdersV3,
  listReports,
  type MetadataItemInput,
} from "./orval-client/client";
import { createMetadata201Response } from "./orval-client/schemas";

// #region first-request
async function createOne(): Promise<void> {
  const created = await createMetadata("inspection", {
    uid: crypto.randomUUID(),
    items: [{ key: "note", type: "string", value: "Lot 7 passed" }],
  });
  if (created.status !== 201) throw new Error(created.data.message);
  console.log("Created", created.data.data.uid, "at", created.data.data.createdDate);
}
// #endregion

// #region all-types
const photo = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const moment = "2026-11-21T13:15:00.250+07:00";
const operators: MetadataItemInput = { key: "operators", type: "number", value: 24 };
const line: MetadataItemInput = { key: "line", type: "object", value: [operators] };
const certificate: MetadataItemInput = { key: "certificate", type: "file", value: photo };
const allTypes: MetadataItemInput[] = [
  { key: "note", type: "string", value: "xong ✓" },
  { key: "weight", type: "number", value: 12.123456789012 },
  { key: "sealed", type: "boolean", value: true },
  { key: "day", type: "date", value: "2026-11-21" },
  { key: "arrivedAt", type: "datetime", value: moment },
  { key: "colours", type: "string-array", value: ["blue", "navy"] },
  { key: "sizes", type: "number-array", value: [1.5, -3] },
  { key: "visits", type: "date-array", value: ["2026-11-21"] },
  { key: "scans", type: "datetime-array", value: [moment] },
  { key: "checks", type: "boolean-array", value: [true, false] },
  { key: "photo", type: "file", value: photo },
  { key: "factory", type: "object", value: [line, certificate] },
  { key: "defects", type: "object-array", value: [operators, certificate] },
];
// #endregion

// #region paging
/**
 * The standard envelope: until `offset` reaches `total`. Add the `limit` from the response:
 * a server may lower it.
 */
async function purchaseOrders(): Promise<string[]> {
  const uids: string[] = [];
  for (let offset = 0; ; ) {
    const page = await listPurchaseOrders({ limit: 100, offset });
    if (page.status !== 200) throw new Error(page.data.message);
    uids.push(...page.data.data.map(({ uid }) => uid));
    offset += page.data.limit;
    if (offset >= page.data.total) return uids;
  }
}

/** A plain array: only an empty page marks the end. */
async function purchaseOrdersV3(): Promise<string[]> {
  const uids: string[] = [];
  while (true) {
    const page = await listPurchaseOrdersV3({ limit: 200, offset: uids.length });
    if (page.status !== 200) throw new Error(page.data.message);
    if (page.data.length === 0) return uids;
    uids.push(...page.data.map(({ uid }) => uid));
  }
}

/**
 * The linked envelope: until `next` is null. Page by offset: `next` may contain a host that
 * you cannot reach.
 */
async function reports(): Promise<string[]> {
  const uids: string[] = [];
  while (true) {
    const page = await listReports({ limit: 50, offset: uids.length });
    if (page.status !== 200) throw new Error(page.data.message);
    uids.push(...page.data.data.map(({ uid }) => uid));
    if (page.data.next === null) return uids;
  }
}
// #endregion

await createOne();
const created = await createMetadata("inspection", {
  uid: "all-types-orval",
  items: allTypes,
});
const { uid, items } = createMetadata201Response.parse(created.data).data;
console.log(
  JSON.stringify({
    uid,
    items,
    types: items.map(({ type }) => type),
    listPurchaseOrders: await purchaseOrders(),
    listPurchaseOrdersV3: await purchaseOrdersV3(),
    listReports: await reports(),
  }),
);
