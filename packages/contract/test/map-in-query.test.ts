/** A map that is written key by key takes every name in the query, so none is unknown, whatever the document promises. */
import { startMock } from "@metadata-service/mock";
import { expect, it } from "vitest";
import { httpTarget, runContract } from "../src/index.js";

const labels = (additionalProperties: unknown) => ({
  name: "labels",
  in: "query",
  style: "form",
  explode: true,
  schema: { type: "object", properties: { color: { type: "string" } }, additionalProperties },
});

it.each([
  ["a map", { type: "string", maxLength: 20 }, false],
  ["an object without other names", false, true],
])("%s", async (_, additionalProperties, isTried) => {
  const responses = { 200: { description: "Found." }, 400: { description: "Invalid." } };
  const document = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    "x-promises": { unknownQueryParameter: 400 },
    paths: { "/rows": { get: { operationId: "findRows", parameters: [labels(additionalProperties)], responses } } },
  };
  const mock = await startMock({ port: 0, document });
  const target = httpTarget({ baseUrl: mock.url });
  const report = await runContract({
    document,
    target,
    seed: 1,
    effort: 20_000,
    only: /query|repetition|other headers/,
  });
  await target.close?.();
  await mock.stop();
  expect(report.results.filter(({ verdict }) => verdict === "failed")).toEqual([]);
  expect(report.passed).toBeGreaterThan(0);
  expect(report.results.some(({ name }) => /unknown parameter/.test(name))).toBe(isTried);
});
