import { describe, expect, it } from "vitest";
import type { Json, Subject } from "./subject.js";

/** Reads every record of a list page by page, following the document's paging rules. */
export async function pull({ call }: Subject, path: string, limit: number, filter = ""): Promise<Json[]> {
  const records: Json[] = [];
  for (let offset = 0; ; offset += limit) {
    const { body } = await call(`${path}?limit=${limit}&offset=${offset}${filter}`);
    const page = (Array.isArray(body) ? body : body["data"]) as readonly Json[];
    records.push(...page);
    if (page.length === 0 || (!Array.isArray(body) && offset + limit >= Number(body["total"] ?? body["count"])))
      return records;
  }
}

/** Tests the lists that the mock generates: 1,000 purchase orders in two versions, and 1,000 reports. */
export function listCases(subject: () => Subject): void {
  describe("the three page shapes", () => {
    it("standard: has the applied limit and offset and the total, and ten records by default", async () => {
      const { status, body } = await subject().call("/api/v1/purchase-orders");
      expect(status).toBe(200);
      expect(body).toMatchObject({ limit: 10, offset: 0, total: 1000 });
      expect(body["data"]).toHaveLength(10);
    });

    it("array: has only the records, and an empty page past the end", async () => {
      expect((await subject().call("/api/v3/purchase-orders?limit=200&offset=900")).body).toHaveLength(100);
      expect((await subject().call("/api/v3/purchase-orders?offset=1000")).body).toEqual([]);
      expect((await subject().call("/api/v3/purchase-orders?offset=9007199254740991")).body).toEqual([]);
    });

    it("linked: has links in both directions that work unchanged and keep the filters", async () => {
      const seen: Json[] = [];
      let page = (await subject().call("/api/v1/reports?limit=50&updated_from=2026-03-01T00:00:00%2B07:00")).body;
      const { count } = page;
      expect(Number(count)).toBeGreaterThan(200);
      expect(page["previous"]).toBeNull();
      for (;;) {
        seen.push(...(page["data"] as readonly Json[]));
        if (page["next"] === null) break;
        page = (await subject().call(String(page["next"]))).body;
        expect(page["count"]).toBe(count);
      }
      expect(seen).toHaveLength(Number(count));
      let back = 1;
      for (; page["previous"] !== null; back++) page = (await subject().call(String(page["previous"]))).body;
      expect(back).toBe(Math.ceil(Number(count) / 50));
    });

    it.each([
      ["/api/v1/purchase-orders", 100, "createdDate"],
      ["/api/v3/purchase-orders", 200, "created_at"],
      ["/api/v1/reports", 50, "createdDate"],
    ])("%s: pages of %i hold each of 1,000 records once, oldest first", async (path, limit, created) => {
      const records = await pull(subject(), path, limit);
      expect(records).toHaveLength(1000);
      expect(new Set(records.map((record) => record["uid"])).size).toBe(1000);
      const dates = records.map((record) => String(record[created]));
      expect(dates).toEqual(dates.slice().sort());
      // Any other page size returns the same records in the same order.
      expect(await pull(subject(), path, 37)).toEqual(records);
    });
  });

  describe("the two versions", () => {
    it("return the same orders, each with its own field names", async () => {
      const [v1, v3] = await Promise.all([
        pull(subject(), "/api/v1/purchase-orders", 100),
        pull(subject(), "/api/v3/purchase-orders", 200),
      ]);
      expect(
        v3.map((order) => [order["uid"], order["po_number"], order["updated_at"], order["total_quantity"]]),
      ).toEqual(v1.map((order) => [order["uid"], order["poNumber"], order["updatedDate"], order["totalQuantity"]]));
    });
  });

  describe("windows by updated date", () => {
    it.each([
      ["/api/v1/reports", "updatedDate", 50],
      ["/api/v3/purchase-orders", "updated_at", 200],
    ])("%s: back-to-back windows return every record exactly once", async (path, updated, limit) => {
      const edges = [
        "2020-01-01T00:00:00Z",
        "2026-01-10T00:00:00.5Z",
        "2026-06-01T12:00:00+05:30",
        "2030-01-01T00:00:00Z",
      ];
      const all = await pull(subject(), path, limit);
      const parts: Json[] = [];
      for (const [index, from] of edges.slice(0, -1).entries()) {
        const window = `&updated_from=${encodeURIComponent(from)}&updated_to=${encodeURIComponent(edges[index + 1] ?? "")}`;
        parts.push(...(await pull(subject(), path, limit, window)));
      }
      const uid = (record: Json) => String(record["uid"]);
      expect(parts.map(uid).slice().sort()).toEqual(all.map(uid).slice().sort());

      const at = String(all[500]?.[updated]);
      const has = async (filter: string) =>
        (await pull(subject(), path, limit, filter)).some((record) => uid(record) === uid(all[500] as Json));
      expect(await has(`&updated_from=${encodeURIComponent(at)}`)).toBe(true);
      expect(await has(`&updated_to=${encodeURIComponent(at)}`)).toBe(false);
    });

    it("return nothing if they end before they begin", async () => {
      const query = "updated_from=2026-06-01T00:00:00Z&updated_to=2026-05-01T00:00:00Z";
      expect((await subject().call(`/api/v1/reports?${query}`)).body).toEqual({
        count: 0,
        next: null,
        previous: null,
        data: [],
      });
    });
  });
}
