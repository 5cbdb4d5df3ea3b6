import { expect, it } from "vitest";
import type { Context } from "../src/cases/case.js";
import { listOf } from "../src/demands/document/lists/list.js";
import { type Document, operationsOf } from "../src/document/document.js";

it("the pages of a list and the whole list are of one place, whichever values its path lists", async () => {
  const namespace = { name: "namespace", in: "path", required: true, schema: { enum: ["inspection", "analytics"] } };
  const get = { parameters: [namespace], "x-pagination": { shape: "array", identity: "id" }, responses: {} };
  const [operation] = operationsOf({
    info: { title: "T", version: "1" },
    paths: { "/{namespace}/things": { get } },
  } as Document);
  const places: unknown[] = [];
  const context = {
    maxRecords: 10,
    target: { baseUrl: "http://localhost" },
    forCase: () => context,
    once: (_: string, run: () => unknown) => run(),
    exchange: async (_: unknown, { path }: { path?: object }) => {
      places.push(path);
      return { body: [], request: { path: "/" } };
    },
  } as unknown as Context;
  const list = operation && listOf(context, operation);
  await list?.page({});
  await list?.whole();
  expect(places).toEqual([{ namespace: "inspection" }, { namespace: "inspection" }]);
});
