/** Tests the commands of `metadata` that are generated from a spec. */
import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { columnsOf } from "../src/generate/cli/columns.js";
import { commandNames } from "../src/generate/cli/command-names.js";
import { commandTable } from "../src/generate/cli/command-table.js";
import { plainText } from "../src/generate/cli/plain-text.js";
import { readDocument } from "../src/read-document.js";

const names = (...operations: string[]) =>
  [
    ...commandNames(
      operations.map((id) => ({ operation: id, isList: id.startsWith("list") })),
      "metadata",
    ).values(),
  ].map((words) => words.join(" "));

test.each<[string[], string[]]>([
  [["listPurchaseOrdersV3"], ["purchase-orders-v3 list"]],
  [["createMetadata"], ["create"]],
  [["get_pet-by_id"], ["pet-by-id get"]],
  [["ping"], ["ping"]],
  [["login"], ["api login"]],
  [
    ["listPets", "pullPets"],
    ["pets list", "api pullPets"],
  ],
  [
    ["listPets", "list_pets"],
    ["pets list", "api list_pets"],
  ],
  [
    ["pets", "listPets"],
    ["api pets", "pets list"],
  ],
  [["list"], ["api list"]],
])("the operations %j become the commands %j", (operations, commands) => {
  expect(names(...operations)).toEqual(commands);
});

test("every operation of the spec has a command", async () => {
  const { commands } = commandTable(await readDocument());
  expect(commands.length).toBeGreaterThan(3);
  expect(new Set(commands.map(({ words }) => words.join(" "))).size).toBe(commands.length);
});

describe("a new operation", () => {
  const added = async () => {
    const document = structuredClone(await readDocument()) as OpenApiDocument;
    const paths = document.paths as Record<string, object>;
    const list = structuredClone(paths["/api/v1/reports"]) as { get: { operationId: string } };
    list.get.operationId = "listFactories";
    const upload = {
      operationId: "uploadPhoto",
      summary: "Upload a photo.",
      parameters: [
        { name: "photoId", in: "path", required: true, schema: { type: "string" } },
        { name: "tags", in: "query", schema: { type: "array", items: { type: "integer" } } },
        { name: "X-Trace", in: "header", schema: { enum: ["on", "off"] } },
      ],
      requestBody: { required: true, content: { "image/png": { schema: {} } } },
      responses: { 204: { description: "Stored." } },
    };
    Object.assign(paths, { "/api/v1/factories": list, "/api/v1/photos/{photoId}": { put: upload } });
    return commandTable(document).commands;
  };

  test("becomes a command, with its identity and sync method if it is a list", async () => {
    const factories = (await added()).find(({ operation }) => operation === "listFactories");
    expect(factories).toMatchObject({ words: ["factories", "list"], list: { identity: "uid", sync: "syncFactories" } });
  });

  test("has its arguments, flags and body", async () => {
    expect((await added()).find(({ operation }) => operation === "uploadPhoto")).toMatchObject({
      words: ["photo", "upload"],
      summary: "Upload a photo",
      arguments: [{ key: "photoId", flag: "photo-id", type: "text", required: true }],
      parameters: [
        { key: "tags", flag: "tags", type: "integer", repeated: true },
        { key: "X-Trace", flag: "x-trace", type: "text", values: ["on", "off"] },
      ],
      body: { kind: "binary", mediaType: "image/png", required: true },
      returns: "none",
    });
  });
});

test("columns have the types of the schema, with the identity first", () => {
  const date = { type: "string", format: "date" };
  const node = {
    properties: {
      name: { type: ["string", "null"] },
      id: { type: "string" },
      day: { allOf: [{ $ref: "#/components/schemas/Day" }] },
      at: { type: "string", format: "date-time" },
      size: { type: ["integer", "number"] },
      tags: { type: "array", items: { type: "string" } },
      either: { type: ["string", "number"] },
      level: { enum: [1, 2, null] },
    },
    oneOf: [{ properties: { wheels: { type: "integer" } } }, { properties: { wheels: { type: "string" } } }],
  };
  const document = { components: { schemas: { Day: date } } };
  const columns = columnsOf(document, { node: node as never, pointer: "#/x" }, "id");
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "id text",
    "name text",
    "day date",
    "at timestamp",
    "size number",
    "tags json",
    "either json",
    "level number",
    "wheels json",
  ]);
});

test("a description becomes plain text", () => {
  expect(plainText("Returns `x` (*assumed*, decision 0007).\nSee [the guide](x.md), **now**.")).toBe(
    "Returns x. See the guide, now.",
  );
});
