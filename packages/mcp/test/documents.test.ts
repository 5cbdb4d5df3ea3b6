/** The tools for other documents: their calls reach a mock of the document, and strict validators take their schemas. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CommandTable, Environment } from "@metadata-service/cli/parts";
import { type Mock, startMock } from "@metadata-service/mock";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { commandTable } from "@metadata-service/spec-tools/command-table";
import { parseFlags } from "@metadata-service/spec-tools/flags";
import { loadDocument } from "@metadata-service/spec-tools/load-document";
import { toolTable } from "@metadata-service/spec-tools/tool-table";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { document } from "../../client/test/operations/document.js";
import { generateClient } from "../../client/test/operations/generate-client.js";
import { document as named, namesIn } from "../../client/test/operations/names-document.js";
import { type Api, createApi } from "../src/api.js";
import { createServer } from "../src/create-server.js";
import type { Places } from "../src/pull-tool.js";
import type { ToolTable } from "../src/tool-table.js";
import { MOST_OPERATIONS, toolsFor } from "../src/tools.js";

const catalogue = fileURLToPath(new URL("../../../scripts/catalogue/zoo", import.meta.url));
const files = [
  // The API of this repository, whichever it is.
  "../../../openapi/generated/openapi.json",
  ...(await readdir(catalogue)).filter((name) => /\.(json|yaml)$/.test(name)),
];
const documents: [string, () => Promise<object>][] = [
  ["every type of operation", async () => document],
  ["names that tools stumble over", async () => named],
  ...files.map((name): [string, () => Promise<object>] => [
    name,
    async () => (await loadDocument(join(catalogue, name))).document,
  ]),
];

it.each(documents)("the tools for %s have names and schemas that every client takes", async (_, load) => {
  const { tools } = toolTable((await load()) as OpenApiDocument);
  const strict = addFormats.default(new Ajv2020({ strict: true, addUsedSchema: false }));
  for (const { name, description, inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) expect(() => strict.compile(schema), name).not.toThrow();
    for (const each of [name, ...Object.keys(inputSchema.properties)]) expect(each).toMatch(/^[\w-]{1,64}$/);
    expect(description).toMatch(/^[^\n]{1,1024}$/);
  }
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
});

it("no operation takes the name of a tool that exists for every API", () => {
  const annotations = { readOnlyHint: true };
  const many = Array.from({ length: MOST_OPERATIONS + 1 }, (_, i) => ({
    tool: { name: `operation${i}`, title: "", description: "", annotations: { readOnlyHint: i > 0 }, page: {} },
  }));
  const few = {
    title: "T",
    operations: [{ tool: { name: "one", title: "", description: "", annotations, page: {} } }],
  };
  const namesOf = (api: object) => toolsFor(api as Api, true, {} as Places).map(({ definition }) => definition.name);
  const own = [...new Set([...namesOf({ title: "T", operations: many }), ...namesOf(few)])].filter(
    (name) => name !== "one",
  );
  expect(own.length).toBeGreaterThanOrEqual(5);
  const paths = Object.fromEntries(
    own.map((operationId) => [`/${operationId}`, { get: { operationId, responses: {} } }]),
  );
  const { tools } = toolTable({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths } as OpenApiDocument);
  expect(tools.map(({ name }) => name).filter((name) => own.includes(name))).toEqual([]);
  expect(tools.length).toBe(own.length);
});

/** A client of the tools for a document, which call a mock of it. */
async function session(api: OpenApiDocument, apiKey: (key: string) => string, allowsWrites: boolean) {
  const [mock, generated] = await Promise.all([startMock({ document: api, size: 3 }), generateClient(api)]);
  const { createClient } = await import(join(generated.src, "index.ts"));
  const environment = {
    table: commandTable(api) as CommandTable,
    env: { METADATA_BASE_URL: mock.url, METADATA_API_KEY: apiKey(mock.apiKey) },
    connect: createClient,
  } as unknown as Environment;
  const tools = createApi(parseFlags([], [], false), environment, toolTable(api) as ToolTable);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createServer(tools, toolsFor(tools, allowsWrites), "1.0.0").connect(far);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(near);
  const call = async (name: string, args: object) => {
    const result = await client.callTool({ name, arguments: { ...args } });
    expect(result.isError, JSON.stringify([args, result.content])).toBeFalsy();
    return result.structuredContent as { result?: unknown; operations?: { operation: string }[] };
  };
  return { mock, client, call, stop: () => Promise.all([client.close(), mock.stop(), generated.remove()]) };
}

describe("for an API with every type of operation", () => {
  let pets: Awaited<ReturnType<typeof session>>;
  beforeAll(async () => {
    const keys = (key: string) => {
      const schemes = Object.keys(document.components?.securitySchemes ?? {}).map((name) => [name, key]);
      return JSON.stringify({ ...Object.fromEntries(schemes), login: `user:${key}` });
    };
    pets = await session(document, keys, true);
  });
  afterAll(() => pets.stop());
  const last = (mock: Mock) => mock.requests.at(-1);

  it("a plain array is the field result", async () => {
    const { result } = await pets.call("searchPets", { tags: ["a", "b"], filter: { color: "red" } });
    expect(result).toBeInstanceOf(Array);
    expect(last(pets.mock)?.url).toContain("tags=a,b");
  });

  it("files are Base64, in bodies, in forms and in responses", async () => {
    const photo = Buffer.from("\u0000 a photo").toString("base64");
    expect(await pets.call("setPhoto", { petId: 1, body: photo })).toEqual({ result: null });
    expect((await pets.call("getPhoto", { petId: 1 })).result).toMatch(/^[A-Za-z\d+/]*=*$/);
    await pets.call("addPhoto", { petId: 1, body: { photo, more: [photo], about: { name: "a", tags: [] } } });
    expect((await pets.call("getNote", { petId: 1 })).result).toBeTypeOf("string");
    await pets.call("logIn", { body: { user: "a", scopes: ["b"] } });
  });
});

describe("for an API with many operations", () => {
  let many: Awaited<ReturnType<typeof session>>;
  beforeAll(async () => {
    const keys = (key: string) => JSON.stringify(Object.fromEntries(namesIn.schema.map((name) => [name, key])));
    many = await session(named, keys, true);
  });
  afterAll(() => many.stop());

  it("there are tools that find an operation and call it, in place of one for each", async () => {
    expect(toolTable(named).tools.length).toBeGreaterThan(MOST_OPERATIONS);
    const { tools } = await many.client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["find_operation", true],
      ["call_reading_operation", true],
      ["call_writing_operation", false],
      ["search_docs", true],
    ]);
    const { operations } = await many.call("find_operation", { query: "send query" });
    expect(operations?.map(({ operation }) => operation)).toContain("sendQuery");
  });

  it("an operation that writes cannot be called by the tool that reads", async () => {
    const { operations = [] } = await many.call("find_operation", { query: "create" });
    const writes = (operations as { operation: string; reads: boolean }[]).find(({ reads }) => !reads);
    const args = { operation: writes?.operation, arguments: {} };
    const { isError, content } = await many.client.callTool({ name: "call_reading_operation", arguments: args });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining("that only reads")]);
  });

  it("each parameter has an argument of its own, whatever its name", async () => {
    const tool = toolTable(named).tools.find(({ name }) => name === "sendQuery");
    const given = Object.fromEntries(tool?.arguments.map(({ name }) => [name, `of ${name}`]) ?? []);
    await many.call("call_reading_operation", { operation: "sendQuery", arguments: given });
    const query = new URL(many.mock.requests.at(-1)?.url ?? "", many.mock.url).searchParams;
    const expected = tool?.arguments.map(({ name, key }) => [key, `of ${name}`]) ?? [];
    expect([...query].sort()).toEqual(expected.sort());
  });
});
