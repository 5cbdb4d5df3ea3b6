import { expect, it } from "vitest";
import { checkEcho } from "../src/demands/echo.js";
import { type Document, operationsOf } from "../src/document.js";

const line = {
  type: "object",
  properties: {
    id: { type: "string", readOnly: true },
    text: { type: "string" },
    note: { type: "string", writeOnly: true },
  },
};
const order = {
  type: "object",
  properties: { lines: { type: "array", items: { $ref: "#/components/schemas/Line" } } },
};
const content = { "application/json": { schema: order } };
const document = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  components: { schemas: { Line: line } },
  paths: {
    "/orders": {
      post: {
        operationId: "createOrder",
        requestBody: { content },
        responses: { "201": { description: "Created", content } },
      },
    },
  },
} as unknown as Document;
const [operation] = operationsOf(document);
const check = (sent: object[], received: object[]) => () => {
  if (!operation) throw new Error("There is no operation.");
  checkEcho(operation, { lines: sent }, { lines: received });
};

it("the echo check accepts read-only fields that a server adds to records in an array, and missing write-only fields", () => {
  expect(check([{ text: "a", note: "n" }], [{ id: "1", text: "a" }])).not.toThrow();
});

it.each([
  ["a changed field", [{ text: "a" }], [{ text: "b" }], "lines[0].text"],
  ["a lost field", [{ text: "a" }], [{ id: "1" }], "lines[0].text"],
  ["a lost element", [{ text: "a" }, { text: "b" }], [{ text: "a" }], "the number of elements of lines"],
  ["another order", [{ text: "a" }, { text: "b" }], [{ text: "b" }, { text: "a" }], "lines[0].text"],
])("the echo check detects %s in an array of records", (_, sent, received, place) => {
  expect(check(sent, received)).toThrow(place);
});
