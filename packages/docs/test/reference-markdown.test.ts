/** What the text forms of the reference say, beyond the names of operations and schemas. */
import { type OpenApiDocument, prepareDocument } from "@metadata-service/spec-tools";
import { expect, test } from "vitest";
import { renderMarkdown } from "../src/site/guides/markdown.js";
import { descriptionHoles } from "../src/site/reference/description-html.js";
import { readOperations } from "../src/site/reference/operations.js";
import { referenceMarkdown } from "../src/site/reference/reference-markdown.js";

const LIST = "Rejected are:\n\n- an unknown field\n- two of\n  them\n\nFix it.";
const { document } = prepareDocument({
  openapi: "3.1.0",
  info: { title: "Things", version: "1.0.0" },
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        parameters: [{ name: "q", in: "query", description: LIST, schema: { type: "string" } }],
        responses: {
          200: {
            description: "Things.",
            headers: { "X-Left": { required: true, description: "How many are left.", schema: { type: "integer" } } },
          },
          400: {
            description: LIST,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
          },
        },
      },
    },
  },
  components: {
    schemas: { Problem: { type: "object", description: LIST, properties: { why: { description: LIST } } } },
  },
}) as { document: OpenApiDocument };
const operations = readOperations(document);

test("lists in descriptions are lists, below what they describe", () => {
  const text = referenceMarkdown(document, operations, new Map());
  expect(text).toContain(
    "- 400:\n\n  Rejected are:\n\n  - an unknown field\n  - two of\n    them\n\n  Fix it.\n\n  Body: Problem.\n",
  );
  const { html } = renderMarkdown(text);
  expect(html.match(/<li>(<p>)?an unknown field/g)).toHaveLength(4);
});

test("they are lists on the plain page, too", () => {
  const holes = descriptionHoles((text) => text);
  const { html } = renderMarkdown(referenceMarkdown(document, operations, new Map(), holes));
  expect(holes.fill(html).match(/<li>(<p>)?an unknown field/g)).toHaveLength(4);
});

test("it has the headers of responses, and the request ID", () => {
  const text = referenceMarkdown(document, operations, new Map());
  expect(text).toContain("- 200: Things.\n  - header `X-Left` (integer, always): How many are left.");
  expect(text).toContain("`X-Request-Id`");
});
