/** The requests that an API sends: webhooks and callbacks. */
import { expect, test } from "vitest";
import { readApi } from "../../src/index.js";

const responses = { 204: { description: "Done." } };
const document = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: { "/things": { post: { responses, callbacks: { done: { $ref: "#/components/callbacks/Done" } } } } },
  // The same name as that of the operation, which has no ID either.
  webhooks: { things: { post: { responses } } },
  components: { callbacks: { Done: { "{$request.body#/url}": { put: { summary: "It is done", responses } } } } },
};

test("webhooks come first, then the callbacks of operations, whose IDs are those of the model of the API", () => {
  const { operations, sent } = readApi(document);
  const [operation] = operations;
  expect(sent).toMatchObject([
    { kind: "webhook", name: "things", request: { method: "POST", path: "things", pointer: "#/webhooks/things/post" } },
    {
      kind: "callback",
      name: "done",
      of: { operation: operation?.id, address: "{$request.body#/url}" },
      request: { method: "PUT", summary: "It is done" },
    },
  ]);
  expect(new Set([operation?.id, ...sent.map(({ request }) => request.id)]).size).toBe(3);
});

test("an API without any sends none", () => {
  expect(readApi({ ...document, webhooks: undefined, paths: {} }).sent).toEqual([]);
});
