/** What the text forms of the reference say, beyond the names of operations and schemas. */
import { type OpenApiDocument, prepareDocument } from "@metadata-service/spec-tools";
import { expect, test } from "vitest";
import { renderMarkdown } from "../src/site/guides/markdown.js";
import { descriptionHoles } from "../src/site/reference/description-html.js";
import { readDocs } from "../src/site/reference/operations.js";
import { referenceMarkdown } from "../src/site/reference/reference-markdown.js";
import { siteOf } from "../src/site/site.js";

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
const api = readDocs(document);

test("lists in descriptions are lists, below what they describe", () => {
  const text = referenceMarkdown(api, new Map());
  expect(text).toContain(
    "- 400:\n\n  Rejected are:\n\n  - an unknown field\n  - two of\n    them\n\n  Fix it.\n\n  Body: Problem.\n",
  );
  const { html } = renderMarkdown(text);
  expect(html.match(/<li>(<p>)?an unknown field/g)).toHaveLength(4);
});

test("they are lists on the plain page, too", () => {
  const holes = descriptionHoles((text) => text);
  const { html } = renderMarkdown(referenceMarkdown(api, new Map(), holes));
  expect(holes.fill(html).match(/<li>(<p>)?an unknown field/g)).toHaveLength(4);
});

test("what is deprecated says so: parameters, headers and fields, by themselves or by their schema", () => {
  const old = { type: "string", deprecated: true };
  const schema = { type: "object", properties: { old, name: { type: "string" } } };
  const { document: spec } = prepareDocument({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: {
      "/things": {
        get: {
          parameters: [
            { name: "itself", in: "query", deprecated: true, schema: { type: "string" } },
            { name: "both", in: "query", deprecated: true, schema: old },
            { name: "schema", in: "query", schema: old },
          ],
          responses: {
            200: {
              description: "Things.",
              headers: { "X-Old": { deprecated: true, schema: { type: "string" } } },
              content: { "application/json": { schema } },
            },
          },
        },
      },
    },
  }) as { document: OpenApiDocument };
  const lines = referenceMarkdown(readDocs(spec), new Map()).split("\n");
  expect(lines.filter((line) => line.includes("deprecated")).map((line) => line.trim())).toEqual([
    "- `itself` (query, string, optional, deprecated)",
    "- `both` (query, string, optional, deprecated)",
    "- `schema` (query, string, optional, deprecated)",
    "- header `X-Old` (string, sometimes, deprecated)",
    "- `old` (string, optional, deprecated)",
  ]);
});

test("it has the headers of responses, and the request ID", () => {
  const text = referenceMarkdown(api, new Map());
  expect(text).toContain("- 200: Things.\n  - header `X-Left` (integer, always): How many are left.");
  expect(text).toContain("`X-Request-Id`");
});

test("fields of schemas that are written where they are used are listed there", () => {
  const field = (description: string) => ({ type: "string", description });
  const inline = {
    allOf: [
      { $ref: "#/components/schemas/Named" },
      {
        type: "object",
        required: ["lines"],
        properties: {
          lines: { type: "array", items: { type: "object", properties: { deep: field("Far below.") } } },
          either: { oneOf: [{ type: "integer" }, { type: "object", properties: { other: field("The other.") } }] },
        },
      },
    ],
  };
  const content = { "application/json": { schema: inline } };
  const { document: written } = prepareDocument({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: {
      "/things": {
        post: {
          operationId: "createThing",
          requestBody: { required: true, content },
          responses: { 201: { description: "Stored.", content } },
        },
      },
    },
    components: { schemas: { Named: { type: "object", properties: { name: field("A name.") } } } },
  }) as { document: OpenApiDocument };
  const lines = [
    "- `lines` (array of object, required)",
    "  - `deep` (string, optional): Far below.",
    "- `either` (one of integer, object, optional)",
    "  - alternative 1:",
    "    - `other` (string, optional): The other.",
  ];
  const text = referenceMarkdown(readDocs(written), new Map());
  expect(text).toContain(`Request body: Named and object.\n\n${lines.join("\n")}\n`);
  expect(text).toContain(`- 201: Stored. Body: Named and object.\n${lines.map((line) => `  ${line}`).join("\n")}\n`);
});

test("the author's samples stay, beside ours: under another label if ours have the same", async () => {
  const samples = [
    { lang: "PHP", source: "<?php echo 'mine';" },
    { lang: "Shell", label: "curl", source: "curl mine" },
    { lang: "Go", source: 1 },
  ];
  const { document: written } = prepareDocument({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { get: { responses: { 204: { description: "None." } }, "x-codeSamples": samples } } },
  }) as { document: OpenApiDocument };
  const files = await siteOf(written);
  expect(files["reference.md"]).toContain("Sample, PHP:\n\n```php\n<?php echo 'mine';\n```");
  expect(files["reference.md"]).toContain("Sample, curl 2:\n\n```shell\ncurl mine\n```");
  expect(files["llms-full.txt"]).toContain("curl mine");
  const [, redoc = ""] = files["reference.html"]?.split('"codeSamples":{"languages":') ?? [];
  for (const label of ["curl", "PHP", "curl 2"]) expect(redoc.split("]")[0]).toContain(`"label":"${label}"`);
  expect(files["reference.md"]).not.toContain("## Schemas");
});
