/** Stock Prism works with the bundle, as a mock and as a proxy in front of ours (decision 0186). */
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { afterAll, expect, it } from "vitest";
import { startStockPrism } from "../bench/start-stock-prism.js";
import { startMock } from "../src/index.js";

const ours = await startMock();
// One after the other: both look for a free port.
const mock = await startStockPrism();
const proxy = await startStockPrism(undefined, ours.url);
afterAll(() => Promise.all([mock.stop(), proxy.stop(), ours.stop()]));

const ask = (port: number, path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { apiKey: ours.apiKey, "Content-Type": "application/json" },
  });
const create = "/api/v2/metadata/inspection";
const sent = { method: "POST", body: JSON.stringify(document.components.examples.CreateMetadataAllKinds.value) };
const wrong = { method: "POST", body: '{"uid":"u","items":[]}' };

it("`prism mock` serves the examples of the bundle, and rejects what the bundle does not allow", async () => {
  const list = await ask(mock.port, "/api/v1/purchase-orders");
  expect(list.status).toBe(200);
  expect(await list.json()).toMatchObject({ data: [{ uid: "po-000001" }], limit: 10 });
  expect((await ask(mock.port, create, sent)).status).toBe(201);
  expect((await ask(mock.port, create, wrong)).status).toBe(400);
});

it("`prism proxy --errors` finds nothing wrong with the responses of our mock", async () => {
  const list = await ask(proxy.port, "/api/v1/reports?limit=50");
  expect(list.status).toBe(200);
  expect(await list.json()).toMatchObject({ count: 1000 });
  const created = await ask(proxy.port, create, sent);
  expect(created.status).toBe(201);
  expect(ours.requests.map(({ status }) => status)).toEqual([200, 201]);
  const rejected = await ask(proxy.port, create, wrong);
  expect(rejected.headers.get("content-type")).toContain("problem+json");
  expect(ours.requests).toHaveLength(2);
});
