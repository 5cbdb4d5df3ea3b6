import { expect, it, onTestFinished } from "vitest";
import { type Document, operationsOf } from "../src/document/document.js";
import { httpTarget } from "../src/index.js";
import { ContractViolation, type WireExchange } from "../src/judging/judge-response.js";
import { skipRefused } from "../src/run/skip-refused.js";
import { json, listen } from "./documents/servers.js";

const thing = (kind: string, ...required: string[]) => ({
  type: "object",
  required: ["id", "kind", ...required],
  properties: {
    id: { type: "string" },
    kind: { const: kind },
    size: { type: "integer" },
    note: { type: ["string", "null"] },
  },
});
const content = { "application/json": { schema: { oneOf: [thing("a", "note"), thing("b", "size")] } } };
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
const responses = { 200: { description: "It.", content } };
const requestBody = { content: { "application/json": { schema: { type: "object" } } } };
const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: { "/things/{id}": { get: { parameters, responses }, patch: { parameters, requestBody, responses } } },
} as unknown as Document;

it.each<[string, object, object, number, RegExp]>([
  ["is skipped if it makes the record invalid", { kind: "b" }, {}, 422, /not be valid after the patch/],
  ["is skipped in an envelope", { data: { kind: "b" } }, {}, 409, /not be valid after the patch/],
  ["fails if the record stays valid", { kind: "b", size: 1 }, {}, 422, /^refused$/],
  ["is skipped if its null removes what is required", { note: null }, { size: 1 }, 400, /after the patch/],
  ["fails with another status", { kind: "b" }, {}, 500, /^refused$/],
  ["fails if the record was invalid before", { kind: "b" }, { kind: "c" }, 422, /^refused$/],
])("a refused patch %s", async (_, patch, fields, status, message) => {
  const { url, stop } = await listen((request, response) => {
    request.resume();
    json(response, 200, { id: "1", kind: "a", note: null, ...fields });
  });
  onTestFinished(stop);
  const operation = operationsOf(document).find(({ method }) => method === "PATCH");
  const exchange = { request: { body: JSON.stringify(patch) }, response: { status } } as unknown as WireExchange;
  const skipped = skipRefused(
    operation as NonNullable<typeof operation>,
    { path: { id: "1" } },
    new ContractViolation("refused", exchange),
    httpTarget({ baseUrl: url, apiKey: "secret" }),
  );
  await expect(skipped).rejects.toThrow(message);
});
