/**
 * The main tasks with real input, through the client: create a record with every item type, and pull each list
 * completely.
 */
import { createClient, type MetadataInput } from "@metadata-service/client";
import { startMock } from "@metadata-service/mock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "./fixture/bundle.js";

const document = bundle();
const example = (name: string) =>
  (document.components?.["examples"]?.[name] as { value: unknown } | undefined)?.value as MetadataInput;

let mock: Awaited<ReturnType<typeof startMock>>;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
  client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });
});
afterAll(() => mock?.stop());

describe("a record with all thirteen item types", () => {
  it.each(["inspection", "analytics"] as const)("is created in %s", async (namespace) => {
    const sent = example("CreateMetadataAllKinds");
    const wanted = example("CreatedMetadataAllKinds") as unknown as { data: { items: { type: string }[] } };
    const { data } = await client.createMetadata(namespace, sent);
    expect(new Set(data.items.map(({ type }) => type)).size).toBe(13);
    expect(data.uid).toBe(sent.uid);
    const urls = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/http:\/\/[^/"]+\//g, "http://host/"));
    expect(urls(data.items)).toEqual(urls(wanted.data.items));
    expect(data.createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d\d:\d\d$/);
    expect(data.updatedDate).toBe(data.createdDate);
  });
});

describe("each of 1,000 records is pulled exactly once, in the same order each time:", () => {
  const lists = {
    "purchase orders, ten pages of 100": {
      sizes: Array(10).fill(100),
      list: () => client.listPurchaseOrders({ limit: 100 }),
    },
    // A plain array has no total, so the client lets pages overlap to detect records that move between them.
    "purchase orders (version 3), at most 200 per page": {
      sizes: undefined,
      list: () => client.listPurchaseOrdersV3({ limit: 200 }),
    },
    "reports, twenty pages of 50": { sizes: Array(20).fill(50), list: () => client.listReports({ limit: 50 }) },
  };
  it.each(Object.entries(lists))("%s", async (_, { sizes, list }) => {
    const uids: string[] = [];
    const got: number[] = [];
    for await (const page of list().pages()) {
      expect(page.records.length).toBeLessThanOrEqual(200);
      if (page.records.length > 0) got.push(page.records.length);
      uids.push(...page.records.map(({ uid }) => uid));
    }
    if (sizes) expect(got).toEqual(sizes);
    expect(new Set(uids).size).toBe(1000);
    const iterated: string[] = [];
    for await (const { uid } of list()) iterated.push(uid);
    expect(iterated).toEqual(uids);
    expect((await list().toArray()).map(({ uid }) => uid)).toEqual(uids);
  });

  it("purchase orders (version 3), as five pages of 200", async () => {
    const pages = [];
    for (const offset of [0, 200, 400, 600, 800])
      pages.push(await client.listPurchaseOrdersV3({ limit: 200, offset }).page());
    expect(pages.map(({ length }) => length)).toEqual(Array(5).fill(200));
    const whole = await client.listPurchaseOrdersV3({ limit: 200 }).toArray();
    expect(pages.flat()).toEqual(whole);
  });

  it("purchase orders, in the same order in version 1 and version 3", async () => {
    const v1 = (await client.listPurchaseOrders({ limit: 100 }).toArray()).map(({ uid }) => uid);
    const v3 = (await client.listPurchaseOrdersV3({ limit: 200 }).toArray()).map(({ uid }) => uid);
    expect(v3).toEqual(v1);
  });
});
