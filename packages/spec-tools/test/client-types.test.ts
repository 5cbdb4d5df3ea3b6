/** Types and methods of the client that are easy to generate wrongly. */
import { expect, it } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { clientFiles } from "../src/generate/client/client-files.js";
import { models } from "../src/generate/client/models.js";

const document = (schemas: object, paths: object = {}) =>
  ({
    openapi: "3.1.1",
    info: { title: "x", version: "1" },
    paths,
    components: { schemas },
  }) as unknown as OpenApiDocument;
const object = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });
const typeOf = (schema: object) => models(document({ Thing: schema })).replace(/\s+/g, " ");

it("puts parentheses around a union of objects in an array", () => {
  const items = { oneOf: [object({ op: { const: "add" } }), object({ op: { const: "remove" } })] };
  expect(typeOf({ type: "array", items })).toContain('({ op: "add"; } | { op: "remove"; })[]');
});

it("ignores brackets in strings and comments, and those that are already there", () => {
  const odd = { enum: ["a } | {", "b"] };
  expect(typeOf({ type: "array", items: odd })).toContain('("a } | {" | "b")[]');
  expect(typeOf({ type: "array", items: object({ a: { type: "string", description: "Is } | {." } }) })).toMatch(
    /\}\[\];/,
  );
  expect(typeOf({ type: "array", items: { type: "array", items: { type: ["string", "null"] } } })).toContain(
    "(string | null)[][]",
  );
});

it("writes a method named new, not a construct signature", async () => {
  const { "methods.ts": text } = await clientFiles(
    document({}, { "/x": { get: { operationId: "new", responses: { 204: { description: "x" } } } } }),
  );
  expect(text).toContain('  "new"(options?: CallOptions)');
});

it("rejects schemas and operations with names that the client already has, and reports where they are", async () => {
  await expect(clientFiles(document({ PagedList: {} }))).rejects.toMatchObject({
    name: "LimitError",
    pointer: "#/components/schemas/PagedList",
  });
  const get = { operationId: "raw", responses: { 204: { description: "x" } } };
  await expect(clientFiles(document({}, { "/x": { get } }))).rejects.toMatchObject({
    pointer: "#/paths/~1x/get/operationId",
  });
});
