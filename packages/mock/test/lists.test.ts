import { describe, expect, it } from "vitest";
import { startMock } from "../src/index.js";
import { listCases, pull } from "./cases/list-cases.js";
import { testMock } from "./helpers.js";

const mock = await testMock();

listCases(() => mock);

describe("the data set", () => {
  it("looks like real data: varied numbers, all the values of the examples, dates in order", async () => {
    const orders = await pull(mock, "/api/v1/purchase-orders", 100);
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

  it("is the same for the same seed, and different for another", async () => {
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
