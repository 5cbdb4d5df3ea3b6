import { linesOf, moment, type Order, seeded } from "@metadata-service/test-kit/service/records";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { json, type ServiceUnderTest, startOn } from "./support/start.js";

const COUNT = 12_000;
const random = seeded(7);
const pick = (below: number) => Math.floor(random() * below);
/** Returns records created within 2,000 seconds, so that many share a timestamp, and updated at any time afterwards. */
const orderOf = (n: number): Order => {
  const created = pick(2_000);
  const updated = created + (random() < 0.7 ? 0 : pick(3_000));
  return { uid: `po-${n}`, po_number: `${n}`, created_at: moment(created), updated_at: moment(updated) };
};
const inOrder = (left: Order, right: Order) =>
  left.created_at < right.created_at || (left.created_at === right.created_at && left.uid < right.uid) ? -1 : 1;

/** Returns a random window; every third has no start, and every third has no end. */
function windowOf(round: number): { from?: string; to?: string; window: string } {
  const [a, b] = [moment(pick(5_200) - 100), moment(pick(5_200) - 100)];
  const from = round % 3 === 0 ? undefined : a;
  const to = round % 3 === 1 ? undefined : b;
  const bounds = Object.entries({ updated_from: from, updated_to: to }).filter(([, bound]) => bound !== undefined);
  return { from, to, window: bounds.map(([name, bound]) => `&${name}=${encodeURIComponent(`${bound}`)}`).join("") };
}

describe.each(TARGETS)("a list on $name", (target) => {
  let under: ServiceUnderTest;
  const model = new Map<string, Order>();
  const importOrders = async (orders: readonly Order[]) => {
    const rejects: unknown[] = [];
    const counts = await under.service.administration.importRecords("purchase-orders", linesOf(orders), {
      onReject: (reject) => void rejects.push(reject),
    });
    expect(rejects).toEqual([]);
    for (const order of orders) model.set(order.uid, order);
    return counts;
  };
  const matching = (from?: string, to?: string) =>
    [...model.values()]
      .filter((one) => (!from || one.updated_at >= from) && (!to || one.updated_at < to))
      .sort(inOrder);
  const page = (query: string) => json<Order[]>(under.get(`/api/v3/purchase-orders?${query}`));

  beforeAll(async () => {
    under = await startOn(target);
  });
  afterAll(() => under.end());

  it("is empty before the first import", async () => {
    expect(await json(under.get("/api/v1/purchase-orders"))).toEqual({ data: [], limit: 10, offset: 0, total: 0 });
    expect(await page("offset=9007199254740991")).toEqual([]);
    expect(await json(under.get("/api/v1/reports?offset=7"))).toEqual({
      count: 0,
      next: null,
      previous: `${under.service.url}/api/v1/reports?offset=0&limit=10`,
      data: [],
    });
  });

  it("imports, changes, moves and adds records, and reports the counts", async () => {
    const first = Array.from({ length: COUNT }, (_, n) => orderOf(n));
    expect(await importOrders(first)).toMatchObject({ lines: COUNT, created: COUNT, changed: 0, rejected: 0 });
    const again = first.slice(0, 3_000).map((order, n) => (n % 2 ? order : { ...orderOf(n), po_number: "changed" }));
    const more = Array.from({ length: 500 }, (_, n) => orderOf(COUNT + n));
    const counts = await importOrders([...again, ...more, ...more.slice(0, 10)]);
    expect(counts).toMatchObject({ lines: 3_510, created: 500, changed: 1_500 });
    // A repeated record is in the same batch as the first one, or in the next.
    expect(counts.unchanged + counts.repeated).toBe(1_510);
  });

  it("returns each record once, in order, over all pages, with the correct total on each page", async () => {
    const expected = matching();
    const seen: unknown[] = [];
    for (let offset = 0; offset <= expected.length; offset += 100) {
      const { data, total } = await json<{ data: { uid: string }[]; total: number }>(
        under.get(`/api/v1/purchase-orders?limit=100&offset=${offset}`),
      );
      expect(total).toBe(expected.length);
      seen.push(...data.map((one) => one.uid));
    }
    expect(seen).toEqual(expected.map((one) => one.uid));
  });

  it("returns the same orders in versions 1 and 3, each with its own field names", async () => {
    const query = "limit=3&offset=6000";
    const { data } = await json<{ data: Record<string, unknown>[] }>(under.get(`/api/v1/purchase-orders?${query}`));
    const third = await page(query);
    expect(third).toEqual(matching().slice(6000, 6003));
    expect(data).toEqual(
      third.map((order) => ({
        uid: order.uid,
        poNumber: order.po_number,
        createdDate: order.created_at,
        updatedDate: order.updated_at,
      })),
    );
  });

  it("returns the same for any window and offset as a filter over all records", async () => {
    for (let round = 0; round < 60; round++) {
      const { from, to, window } = windowOf(round);
      const expected = matching(from, to);
      const offset = round % 5 === 0 ? expected.length : pick(expected.length + 3);
      expect(await page(`limit=7&offset=${offset}${window}`), window).toEqual(expected.slice(offset, offset + 7));
    }
  });

  it("returns the correct count for a window that contains most records", async () => {
    const reports = Array.from({ length: COUNT }, (_, n) => {
      const { uid, created_at, updated_at } = orderOf(n);
      return { uid, caseNumber: `${n}`, createdDate: created_at, updatedDate: updated_at };
    });
    await under.service.administration.importRecords("reports", linesOf(reports), { onReject: () => {} });
    const from = moment(10);
    const expected = reports.filter((one) => one.updatedDate >= from);
    expect(expected.length).toBeGreaterThan(10_000);
    const sorted = expected
      .map((one) => ({ ...one, created_at: one.createdDate, updated_at: "", po_number: "" }))
      .sort(inOrder);
    for (const offset of [0, 5_000, expected.length - 2]) {
      const query = `limit=2&offset=${offset}&updated_from=${encodeURIComponent(from)}`;
      const { count, data } = await json<{ count: number; data: { uid: string }[] }>(
        under.get(`/api/v1/reports?${query}`),
      );
      expect(count).toBe(expected.length);
      expect(data.map((one) => one.uid)).toEqual(sorted.slice(offset, offset + 2).map((one) => one.uid));
    }
  });

  it("compares times to the microsecond, and returns them with all digits, any UTC offset and any year", async () => {
    const odd = [
      ["0000-01-01T00:00:00.0+00:01", "a"],
      ["0001-06-01T00:00:00.5+23:59", "b"],
      ["2030-01-01T00:00:00.123456789+00:00", "c"],
      ["2030-01-01T05:29:60.999999999+05:30", "d"],
      ["9999-12-31T23:59:59.9-23:59", "e"],
    ].map(([at = "", uid = ""]) => ({ uid, po_number: "", created_at: at, updated_at: at }));
    await importOrders(odd);
    const total = model.size;
    expect(await page("limit=2")).toEqual(odd.slice(0, 2));
    expect(await page(`limit=3&offset=${total - 3}`)).toEqual(odd.slice(2));
    const from = encodeURIComponent("2030-01-01T00:00:00.123456Z");
    expect(await page(`updated_from=${from}`)).toEqual(odd.slice(2));
    const to = encodeURIComponent("2030-01-01T00:00:01Z");
    expect(await page(`updated_from=${from}&updated_to=${to}`)).toEqual(odd.slice(2, 4));
  });
});
