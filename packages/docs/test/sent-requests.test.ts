/** Webhooks and callbacks in every form of the reference that is text, and in the search. */
import { type OpenApiDocument, prepareDocument } from "@metadata-service/spec-tools";
import { expect, test } from "vitest";
import { renderMarkdown } from "../src/site/guides/markdown.js";
import { searchIndex } from "../src/site/pages/search-index.js";
import { readDocs } from "../src/site/reference/operations.js";
import { referenceMarkdown } from "../src/site/reference/reference-markdown.js";

const json = (schema: object) => ({
  content: { "application/json": { schema, examples: { a: { value: { uid: "a-1" } } } } },
});
const ref = { $ref: "#/components/schemas/Shipment" };
const ok = { 200: { description: "Received." } };
const { document } = prepareDocument({
  openapi: "3.1.0",
  info: { title: "Shipments", version: "1.0.0" },
  paths: {
    "/shipments": {
      post: {
        operationId: "createShipment",
        responses: { 204: { description: "Created." } },
        callbacks: {
          onArrival: {
            "{$request.body#/url}?kind=arrival": {
              post: { description: "It has arrived.", requestBody: json(ref), responses: ok },
            },
          },
          shared: { $ref: "#/components/callbacks/Lost" },
        },
      },
    },
  },
  webhooks: {
    dispatched: {
      post: {
        summary: "A shipment left",
        description: "Sent once for each shipment.",
        parameters: [{ name: "X-Signature", in: "header", required: true, schema: { type: "string" } }],
        requestBody: { required: true, ...json(ref) },
        responses: ok,
      },
    },
  },
  components: {
    schemas: { Shipment: { type: "object", properties: { uid: { type: "string" } } } },
    callbacks: { Lost: { "{$request.query.url}": { post: { responses: ok } } } },
  },
}) as { document: OpenApiDocument };
const api = readDocs(document);

test("the reference has them, with what they contain and what to respond", () => {
  const text = referenceMarkdown(api, new Map());
  const [, sent = ""] = /## Requests that the API sends\n([\s\S]*?)## Schemas/.exec(text) ?? [];
  expect(sent).toContain("### dispatched: A shipment left");
  expect(sent).toContain("Webhook, sent as `POST` to the address that you registered.");
  expect(sent).toContain("Sent once for each shipment.");
  expect(sent).toMatch(/- `X-Signature` \(header, string, required/);
  expect(sent).toContain("Request body: Shipment.");
  expect(sent).toContain('"uid": "a-1"');
  expect(sent).toContain("Your server responds with:\n\n- 200: Received.");
  expect(sent).toContain(
    "Callback of `createShipment`, sent as `POST` to the address `{$request.body#/url}?kind=arrival`.",
  );
  expect(sent).toContain("It has arrived.");
  expect(sent).toContain("`{$request.query.url}`");
});

test("the search finds them, and leads to their headings", () => {
  const { headings } = renderMarkdown(referenceMarkdown(api, new Map()));
  const ids = headings.map(({ id }) => id);
  const found = searchIndex(api, [], [], "").filter(({ kind }) => kind === "Webhook" || kind === "Callback");
  expect(found.map(({ names }) => names)).toEqual(["dispatched", "onArrival", "shared"]);
  for (const { id } of found) expect(ids).toContain(id.replace("reference-plain.html#", ""));
});
