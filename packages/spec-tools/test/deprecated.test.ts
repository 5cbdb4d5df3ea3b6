/** What the spec calls deprecated is called so wherever it is described. */
import { expect, test } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { commandTable } from "../src/generate/cli/command-table.js";
import { clientFiles } from "../src/generate/client/client-files.js";
import { toolTable } from "../src/generate/mcp/tool-table.js";

const parameter = (name: string, rest: object) => ({ name, in: "query", description: `The ${name}.`, ...rest });
const document = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: {
    "/things": {
      post: {
        operationId: "createThing",
        parameters: [
          parameter("itself", { deprecated: true, schema: { type: "string" } }),
          parameter("schema", { schema: { type: "string", deprecated: true } }),
          parameter("both", { deprecated: true, schema: { type: "string", deprecated: true } }),
          parameter("neither", { deprecated: false, schema: { type: "string" } }),
        ],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } } },
        responses: { 204: { description: "Done." } },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        properties: {
          old: { type: "string", description: "The name.", deprecated: true },
          silent: { type: "string", deprecated: true },
          beside: { $ref: "#/components/schemas/Name", deprecated: true },
          name: { type: "string", description: "The name." },
        },
      },
      Name: { type: "string", description: "A name." },
      Old: { type: "object", deprecated: true, properties: {} },
    },
  },
} as unknown as OpenApiDocument;

test("in the types of the client", async () => {
  const { "models.ts": models = "", "methods.ts": methods = "" } = await clientFiles(document);
  const written = `${models}${methods}`.replaceAll(/\s+/g, " ");
  const names = ["itself?:", "schema?:", "both?:", "neither?:", "old?:", "silent?:", "beside?:", "name?:"];
  expect(names.filter((name) => !written.includes(`@deprecated */ ${name}`))).toEqual(["neither?:", "name?:"]);
  expect(written).toContain("/** @deprecated */ export interface Old {");
});

test("in the help of the command", () => {
  const [create] = commandTable(document).commands;
  const told = [...(create?.parameters ?? []), ...(create?.body?.fields ?? [])].map(({ description }) => description);
  expect(told).toEqual([
    "Deprecated. The itself.",
    "Deprecated. The schema.",
    "Deprecated. The both.",
    "The neither.",
    "Deprecated. The name.",
    "Deprecated.",
    "Deprecated. A name.",
    "The name.",
  ]);
});

test("in the tools for assistants", () => {
  const [tool] = toolTable(document).tools;
  expect(tool?.inputSchema.properties).toMatchObject({
    itself: { description: "Deprecated. The itself." },
    schema: { description: "Deprecated. The schema." },
    both: { description: "Deprecated. The both." },
    neither: { description: "The neither." },
    body: {
      properties: {
        old: { description: "Deprecated. The name." },
        silent: { description: "Deprecated." },
        beside: { description: "Deprecated. A name." },
        name: { description: "The name." },
      },
    },
  });
});
