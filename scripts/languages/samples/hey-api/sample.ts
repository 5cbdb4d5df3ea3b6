import {
  createMetadata,
  listPurchaseOrders,
  listPurchaseOrdersV3,
  listReports,
} from "./hey-api-client";
import { client } from "./hey-api-client/client.gen";
import type { MetadataItemInput } from "./hey-api-client/types.gen";

const { BASE_URL: baseUrl = "", API_KEY: apiKey = "" } = process.env;

// #region first-request
client.setConfig({ baseUrl, auth: apiKey, throwOnError: true });

async function createOne(): Promise<void> {
  const { data } = await createMetadata({
    path: { namespace: "inspection" },
    body: {
      uid: crypto.randomUUID(),
      items: [{ key: "note", type: "string", value: "Lot 7 passed" }],
    },
    throwOnError: true,
  });
  console.log("Created", data.data.uid, "at", data.data.createdDate);
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
    const { data: page } = await listPurchaseOrders({
      query: { limit: 100, offset },
      throwOnError: true,
    });
    uids.push(...page.data.map(({ uid }) => uid));
    offset += page.limit;
    if (offset >= page.total) return uids;
  }
}

/** A plain array: only an empty page marks the end. */
async function purchaseOrdersV3(): Promise<string[]> {
  const uids: string[] = [];
  while (true) {
    const query = { limit: 200, offset: uids.length };
    const { data: page } = await listPurchaseOrdersV3({ query, throwOnError: true });
    if (page.length === 0) return uids;
    uids.push(...page.map(({ uid }) => uid));
  }
}

/**
 * The linked envelope: until `next` is null. Page by offset: `next` may contain a host that
 * you cannot reach.
 */
async function reports(): Promise<string[]> {
  const uids: string[] = [];
  while (true) {
    const query = { limit: 50, offset: uids.length };
    const { data: page } = await listReports({ query, throwOnError: true });
    uids.push(...page.data.map(({ uid }) => uid));
    if (page.next === null) return uids;
  }
}
// #endregion

await createOne();
const { data } = await createMetadata({
  path: { namespace: "inspection" },
  body: { uid: "all-types-hey-api", items: allTypes },
  throwOnError: true,
});
const { uid, items } = data.data;
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
