/** Numbers that a 64-bit float would change, in what is generated for readers: the digits of the document. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { commandTableFile } from "../src/generate/cli/command-table.js";
import { clientFiles } from "../src/generate/client/client-files.js";
import { toolTableFile } from "../src/generate/mcp/tool-table.js";
import { toYaml } from "../src/generate/to-yaml.js";
import { writeGenerated } from "../src/generate/write-generated.js";
import { markedJson } from "../src/json.js";

const query = (name: string, schema: string) => `{"name":"${name}","in":"query","schema":{"type":"integer",${schema}}}`;
const TEXT = `{
  "openapi": "3.1.1", "info": { "title": "T", "version": "1" },
  "paths": { "/sums": { "get": {
    "operationId": "getSum", "tags": ["Sums"],
    "parameters": [
      ${query("bounded", '"minimum":9007199254740993,"maximum":9223372036854775807,"default":9007199254740995')},
      ${query("chosen", '"enum":[9007199254740993,5],"examples":[9007199254740993]')}
    ],
    "responses": { "200": { "description": "d", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Sum" } } } } }
  } } },
  "components": { "schemas": { "Sum": { "type": "object", "required": ["fixed"], "properties": {
    "fixed": { "type": "integer", "const": 9007199254740993 },
    "least": { "type": "integer", "minimum": 9007199254740993, "examples": [9007199254740997] }
  } } } }
}`;

const document: OpenApiDocument = JSON.parse(markedJson(TEXT));
let folder: string;
let files: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "exact-generated-"));
  const texts = {
    ...(await clientFiles(document)),
    "command-table.ts": commandTableFile(document),
    "tool-table.ts": toolTableFile(document),
    "openapi.json": JSON.stringify(document),
    "openapi.yaml": toYaml(document),
  };
  await writeGenerated(folder, texts);
  const written = Object.keys(texts).map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const);
  files = Object.fromEntries(await Promise.all(written));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ["methods.ts", "At least 9007199254740993."],
  ["methods.ts", "@default 9007199254740995"],
  ["methods.ts", "chosen?: 9007199254740993 | 5 | undefined;"],
  ["models.ts", "fixed: 9007199254740993;"],
  ["models.ts", "@example 9007199254740997"],
  ["schema.ts", "fixed: 9007199254740993;"],
  ["command-table.ts", '"default": "9007199254740995"'],
  ["command-table.ts", '"9007199254740993",'],
  ["tool-table.ts", '"minimum": 9007199254740993'],
  ["openapi.json", '"maximum":9223372036854775807'],
  ["openapi.yaml", "const: 9007199254740993"],
])("%s has %s", (name, text) => expect(files[name]).toContain(text));

it("no file has another number, or a text that stands for one", () => {
  for (const [name, text] of Object.entries(files)) {
    expect(text, name).not.toMatch(/number_\d+_\d+/);
    // The validators compare floats.
    if (name !== "response-validators.js") expect(text, name).not.toMatch(/9007199254740992|9223372036854776/);
  }
});
