/** A thorough run repeats its cases with other values, and leaves the memory of the server alone. */
import { startMock } from "@metadata-service/mock";
import { afterAll, expect, it } from "vitest";
import type { Case } from "../src/cases/case.js";
import { planOf } from "../src/cases/cases.js";
import { inOrder } from "../src/cases/order.js";
import { cases, type Effort, httpTarget, runContract, type Target } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";

const document = bundle();
const mock = await startMock({ port: 0 });
afterAll(() => mock.stop());

/** Runs cases, and returns the path and body of each request. */
async function requestsOf(only: RegExp, effort: Effort): Promise<string[]> {
  const sent: string[] = [];
  const inner = httpTarget({ baseUrl: mock.url, apiKey: "demo-key" });
  const target: Target = {
    ...inner,
    send: (request) => {
      sent.push(`${request.path} ${request.body}`);
      return inner.send(request);
    },
  };
  const options = { document, target, uidPrefix: "effort-", effort, only, runs: 3, seed: 9, concurrency: 1 };
  expect(await runContract(options)).toMatchObject({ failed: 0, passed: 1 });
  await inner.close?.();
  // The first request checks whether the server responds.
  return sent.slice(1);
}

const valuesIn = (sent: string[]) => new Set(sent.map((each) => each.replace(/"uid":"[^"]*"/, '"uid":""')));

it("tries other generated values in each round of a thorough run", async () => {
  const only = /property any JSON in any place/;
  const [standard, thorough] = [await requestsOf(only, "standard"), await requestsOf(only, "thorough")];
  expect(thorough).toHaveLength(6 * standard.length);
  expect(valuesIn(thorough).size).toBeGreaterThan(3 * valuesIn(standard).size);
});

it("puts what is tried at one place at a time at other places in each round", async () => {
  const only = /createMetadata date grammar: "Invalid Date" is rejected/;
  const [standard, thorough] = [await requestsOf(only, "standard"), await requestsOf(only, "thorough")];
  expect(thorough).toHaveLength(6 * standard.length);
  expect(valuesIn(thorough).size).toBeGreaterThan(2 * valuesIn(standard).size);
});

it("does not repeat a case that stores much", async () => {
  const only = /createMetadata size: a body of 1048576 bytes, an ASCII string$/;
  expect(await requestsOf(only, "thorough")).toEqual(await requestsOf(only, "standard"));
});

it.each([1, 2, 3])("every sample tries each style of parameters, seed %i", async (seed) => {
  const range = { type: "object", properties: { from: { type: "integer", minimum: 0 } }, additionalProperties: false };
  const deep = { name: "range", in: "query", style: "deepObject", explode: true, schema: range };
  const get = (i: number) => ({ parameters: i === 20 ? [deep] : [], responses: { 200: { description: "All." } } });
  const paths = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`/rows${i}`, { get: get(i) }]));
  const document = { info: { title: "T", version: "1" }, paths };
  const { cases } = await planOf(document, { requests: 24, seed, isStopped: () => false });
  expect(
    inOrder(cases, seed)
      .slice(0, 10)
      .map(({ style }) => style),
  ).toContain("query deepObject true");
});

it.each([1, 2, 3])(
  "a sample of a large document is of few operations, because each takes time to begin with, seed %i",
  async (seed) => {
    const get = { responses: { 200: { description: "A row." } } };
    const paths = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`/rows${i}`, { get }]));
    const document = { info: { title: "T", version: "1" }, paths };
    const { cases } = await planOf(document, { requests: 560, seed, isStopped: () => false });
    const operations = new Set(cases.map(({ operation }) => operation)).size;
    expect(operations).toBeGreaterThan(10);
    expect(operations).toBeLessThanOrEqual(20);
  },
);

it("a sample of any size has cases", async () => {
  const { cases } = await planOf(document, { requests: 1, seed: 1, isStopped: () => false });
  expect(cases.length).toBeGreaterThan(0);
});

it.each([1, 2, 3])("a sample tries each reason for a rejection, and many places at once, seed %i", (seed) => {
  // The rows of a quick run of this API.
  const sample = inOrder(cases(document), seed).slice(0, 1_300);
  const reasons = sample.flatMap(({ operation, why }) => (why === "more than once" ? operation : []));
  expect(new Set(reasons)).toEqual(new Set(["listPurchaseOrders", "listPurchaseOrdersV3", "listReports"]));
  const broadOf = (all: readonly Case[]) => all.filter(({ broad }) => broad).length;
  expect(broadOf(sample)).toBe(broadOf(cases(document)));
});
