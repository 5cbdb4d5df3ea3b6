/** A record below another one, where a case chooses the identity of that one: it may not exist. */
import { expect, it, onTestFinished } from "vitest";
import { type Document, runContract, textReport } from "../src/index.js";
import { startTarget } from "./targets/targets.js";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const text = { type: "string", pattern: "^[a-z0-9-]{1,40}$" };
const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
const MESSAGE = { type: "object", required: ["message"], properties: { message: { type: "string" } } };
const errors = {
  "400": { description: "Invalid.", ...json(MESSAGE) },
  "404": { description: "None.", ...json(MESSAGE) },
};
const page = { type: "object", required: ["uid", "name"], properties: { uid: text, name: { type: "string" } } };
const shelf = { type: "object", required: ["number"], properties: { number: text } };
const record = (schema: object, status = "200") => ({ [status]: { description: "It.", ...json(schema) }, ...errors });

const document = {
  openapi: "3.1.0",
  info: { title: "Shelves", version: "1" },
  paths: {
    "/shelves": {
      get: { operationId: "listShelves", responses: record({ type: "array", items: shelf }) },
      post: { operationId: "createShelf", requestBody: json(shelf), responses: record(shelf, "201") },
    },
    "/shelves/{number}": { get: { operationId: "getShelf", parameters: [inPath("number")], responses: record(shelf) } },
    "/shelves/{number}/books": {
      parameters: [inPath("number")],
      post: { operationId: "createBook", requestBody: json(page), responses: record(page, "201") },
    },
    "/shelves/{number}/books/{uid}": {
      parameters: [inPath("number"), inPath("uid")],
      get: { operationId: "getBook", responses: record(page) },
      patch: { operationId: "updateBook", requestBody: json({ type: "object" }), responses: record(page) },
    },
  },
} as unknown as Document;

it("an identity at a limit of its pattern may be one of no record, which is a 404 for what is created below it, too", async () => {
  const target = await startTarget("mock", document);
  onTestFinished(() => target.close?.());
  const report = await runContract({ document, target, effort: "standard", seed: 1, only: /updateBook|createBook/ });
  const { results } = report;
  expect(report.failed, textReport(report)).toBe(0);
  const tried = results.filter(({ id, verdict }) => /finds or not number pattern/.test(id) && verdict === "passed");
  expect(tried.map(({ operation }) => operation)).toContain("updateBook");
});
