import { describe, expect, it } from "vitest";
import { startMock } from "../src/index.js";
import { type Json, testMock } from "./helpers.js";

const mock = await testMock();

/** Every record of a list, page by page, as the paging rules of the document say. */
async function pull(path: string, limit: number, filter = ""): Promise<Json[]> {
  const records: Json[] = [];
  for (let offset = 0; ; offset += limit) {
    const { body } = await mock.call(`${path}?limit=${limit}&offset=${offset}${filter}`);
    const page = (Array.isArray(body) ? body : body["data"]) as readonly Json[];
    records.push(...page);
    if (page.length === 0 || (!Array.isArray(body) && offset + limit >= Number(body["total"] ?? body["count"])))
      return records;
  }
}

describe("the three page shapes", () => {
  it("standard: the limit and offset applied, the total, ten records by default", async () => {
    const { status, body } = await mock.call("/api/v1/purchase-orders");
    expect(status).toBe(200);
    expect(body).toMatchObject({ limit: 10, offset: 0, total: 1000 });
    expect(body["data"]).toHaveLength(10);
  });

  it("array: the records alone, an empty page past the end", async () => {
    expect((await mock.call("/api/v3/purchase-orders?limit=200&offset=900")).body).toHaveLength(100);
    expect((await mock.call("/api/v3/purchase-orders?offset=1000")).body).toEqual([]);
    expect((await mock.call("/api/v3/purchase-orders?offset=9007199254740991")).body).toEqual([]);
  });

  it("linked: links that can be followed as they are, both ways, filters kept", async () => {
    const seen: Json[] = [];
    let page = (await mock.call("/api/v1/reports?limit=50&updated_from=2026-03-01T00:00:00%2B07:00")).body;
    const { count } = page;
    expect(Number(count)).toBeGreaterThan(200);
    expect(page["previous"]).toBeNull();
    for (;;) {
      seen.push(...(page["data"] as readonly Json[]));
      if (page["next"] === null) break;
      page = (await mock.call(String(page["next"]))).body;
      expect(page["count"]).toBe(count);
    }
    expect(seen).toHaveLength(Number(count));
    let back = 1;
    for (; page["previous"] !== null; back++) page = (await mock.call(String(page["previous"]))).body;
    expect(back).toBe(Math.ceil(Number(count) / 50));
  });

  it.each([
    ["/api/v1/purchase-orders", 100, "createdDate"],
    ["/api/v3/purchase-orders", 200, "created_at"],
    ["/api/v1/reports", 50, "createdDate"],
  ])("%s: pages of %i hold each of 1,000 records once, oldest first", async (path, limit, created) => {
    const records = await pull(path, limit);
    expect(records).toHaveLength(1000);
    expect(new Set(records.map((record) => record["uid"])).size).toBe(1000);
    const dates = records.map((record) => String(record[created]));
    expect(dates).toEqual(dates.slice().sort());
    // Any other size of page gives the same records in the same order.
    expect(await pull(path, 37)).toEqual(records);
  });
});

describe("the data set", () => {
  it("holds the same orders in both versions, each in its own names", async () => {
    const [v1, v3] = await Promise.all([pull("/api/v1/purchase-orders", 100), pull("/api/v3/purchase-orders", 200)]);
    expect(v3.map((order) => [order["uid"], order["po_number"], order["updated_at"], order["total_quantity"]])).toEqual(
      v1.map((order) => [order["uid"], order["poNumber"], order["updatedDate"], order["totalQuantity"]]),
    );
  });

  it("looks like the real thing: varied numbers, all the values of the examples, dates in order", async () => {
    const orders = await pull("/api/v1/purchase-orders", 100);
    expect(new Set(orders.map((order) => order["poNumber"])).size).toBe(1000);
    expect(new Set(orders.map((order) => order["poStatus"]))).toEqual(
      new Set(["open", "confirmed", "in-production", "shipped", "closed"]),
    );
    expect(new Set(orders.map((order) => order["clientId"])).size).toBeGreaterThan(20);
    for (const order of orders) {
      expect(order["poNumber"]).toMatch(/^PO-202[56]-\d{6}$/);
      expect(String(order["deliveryDate"]) > String(order["createdDate"]).slice(0, 10)).toBe(true);
      expect(String(order["updatedDate"]) >= String(order["createdDate"])).toBe(true);
    }
  });

  it("is the same for the same seed and another for another", async () => {
    const first = async (seed: number) => {
      const other = await startMock({ seed, size: 5 });
      const response = await fetch(`${other.url}/api/v1/reports`, { headers: { apiKey: other.apiKey } });
      const { count, data } = (await response.json()) as { count: number; data: unknown };
      await other.stop();
      expect(count).toBe(5);
      return data;
    };
    expect(await first(7)).toEqual(await first(7));
    expect(await first(7)).not.toEqual(await first(8));
  });
});

describe("windows by updated date", () => {
  it.each([
    ["/api/v1/reports", "updatedDate", 50],
    ["/api/v3/purchase-orders", "updated_at", 200],
  ])("%s: windows that meet hold every record once", async (path, updated, limit) => {
    const edges = [
      "2020-01-01T00:00:00Z",
      "2026-01-10T00:00:00.5Z",
      "2026-06-01T12:00:00+05:30",
      "2030-01-01T00:00:00Z",
    ];
    const all = await pull(path, limit);
    const parts: Json[] = [];
    for (const [index, from] of edges.slice(0, -1).entries()) {
      const window = `&updated_from=${encodeURIComponent(from)}&updated_to=${encodeURIComponent(edges[index + 1] ?? "")}`;
      parts.push(...(await pull(path, limit, window)));
    }
    const uid = (record: Json) => String(record["uid"]);
    expect(parts.map(uid).slice().sort()).toEqual(all.map(uid).slice().sort());

    const at = String(all[500]?.[updated]);
    const has = async (filter: string) =>
      (await pull(path, limit, filter)).some((record) => uid(record) === uid(all[500] as Json));
    expect(await has(`&updated_from=${encodeURIComponent(at)}`)).toBe(true);
    expect(await has(`&updated_to=${encodeURIComponent(at)}`)).toBe(false);
  });

  it("gives nothing for a window that ends before it begins", async () => {
    const query = "updated_from=2026-06-01T00:00:00Z&updated_to=2026-05-01T00:00:00Z";
    expect((await mock.call(`/api/v1/reports?${query}`)).body).toEqual({
      count: 0,
      next: null,
      previous: null,
      data: [],
    });
  });
});
