/** A mistake in the document of `--spec` is named with its place, and the rest is served. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadDocument } from "@metadata-service/spec-tools/load-document";
import { afterAll, expect, it } from "vitest";
import { serverPathNotices } from "../src/spec/server-path-notice.js";
import { testMock } from "./helpers.js";

const folder = mkdtempSync(join(tmpdir(), "mistakes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RIGHT = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        "200": { description: All., content: { application/json: { schema: { type: array, items: { type: object } } } } }
`;

/** Writes a document in which one text is replaced, in YAML or JSON. */
const written = (from: string, to: string): string => {
  const file = join(folder, `${to.replaceAll(/\W/g, "")}.yaml`);
  const text = RIGHT.replace(from, () => to);
  writeFileSync(file, text);
  return file;
};
const load = (file: string) => loadDocument(file, { isTolerant: true });

it.each([
  ["type: object", "type: objekt", /:10:\d+: `type` can be one of the following only: .* Did you mean object\?$/],
  ["responses:", "response:", /:9:7: Property `response` is not expected here\. Did you mean responses\?$/],
  ['"200"', '"20O"', /:10:9: "20O" is not a status\. Write three digits/],
  [
    "schema: { type: integer }",
    "shcema: {}",
    /:8:\d+: Property `shcema` is not expected here\. Did you mean schema\?$/,
  ],
])("%s written as %s is one notice", async (from, to, message) => {
  const { problems } = await load(written(from, to));
  expect(problems).toEqual([expect.stringMatching(message)]);
});

it.each([
  ["in: query", "in: querry", /:8:\d+: A parameter is in path, query, header, cookie, not in "querry"; correct it\.$/],
  [
    "{ type: object }",
    '{ $ref: "#/components/schemas/Thing" }',
    /:10:\d+: Can't resolve \$ref: there is no "components"/,
  ],
])("%s written as %s cannot be served", async (from, to, message) => {
  await expect(load(written(from, to))).rejects.toThrow(message);
});

it("a right document, and keywords that JSON Schema does not know, are no mistakes", async () => {
  expect((await load(written("type: object", "type: object, x-rows: 3, units: cm"))).problems).toEqual([]);
});

const LISTS = ["required", "allOf", "anyOf", "oneOf", "prefixItems", "enum", "type", "examples", "properties"];
const MALFORMED = [true, false, 0, "", "x", {}, { a: 1 }, [], [1], [[]]];

it.each(LISTS)("a %s that is none takes nothing else down, and breaks nothing", async (keyword) => {
  const file = join(folder, "malformed.json");
  const broken = MALFORMED.flatMap((value) => {
    const a = { type: "object", [keyword]: value };
    const properties = { a, b: { $ref: "#/components/schemas/Base", [keyword]: value } };
    return [{ properties }, { [keyword]: value }].map((part) => ({ type: "object", properties: { c: {} }, ...part }));
  });
  const uses = broken.map((schema, index) => {
    const content = { "application/json": { schema } };
    const responses = { 200: { description: "One.", content } };
    return [`/things/${index}`, { get: { responses }, post: { requestBody: { content }, responses } }] as const;
  });
  const right = { get: { responses: { 204: { description: "Done." } } } };
  const paths = { ...Object.fromEntries(uses), "/right": right };
  const Base = { type: "object", required: ["b"], allOf: [{ properties: { b: { type: "string" } } }] };
  const info = { title: "Things", version: "1" };
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info, paths, components: { schemas: { Base } } }));
  const { document, problems } = await load(file);
  expect(problems.length).toBeGreaterThan(0);
  const mock = await testMock({ document });
  const statuses = [(await mock.call("/right")).status];
  const post = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ a: {}, b: { b: "x" } }),
  };
  for (const [path] of uses) statuses.push((await mock.call(path)).status, (await mock.call(path, post)).status);
  expect(statuses[0]).toBe(204);
  expect(new Set(statuses.filter((status) => status >= 500 && status !== 501))).toEqual(new Set());
});

it.each([
  [
    [{ url: "https://api.example/v1/" }],
    ["What the document has at https://api.example/v1/ is at the root of the mock, without /v1."],
  ],
  [[{ url: "/v1" }], ["What the document has at /v1 is at the root of the mock, without /v1."]],
  [[{ url: "https://api.example" }], []],
  [
    [{ url: "https://{region}.api.example/v1", variables: { region: { default: "eu" } } }],
    ["What the document has at https://eu.api.example/v1 is at the root of the mock, without /v1."],
  ],
  [[{ url: "{base}/v1" }], []],
  [[], []],
  [undefined, []],
])("says that the mock has no path of the server: %j", (servers, notices) => {
  expect(serverPathNotices({ servers })).toEqual(notices);
});

it("a path whose parameter is not described, and a parameter without a schema, are named and served", async () => {
  const file = written("/things:", "/shops/{shop}/things:");
  writeFileSync(file, RIGHT.replace("/things:", "/shops/{shop}/things:").replace(", schema: { type: integer }", ""));
  const { document, problems } = await load(file);
  expect(problems.join("\n")).toContain("The path has {shop}, but no parameter describes it");
  const mock = await testMock({ document });
  const { status, body } = await mock.call("/shops/a/things?limit=x", { headers: { apiKey: mock.apiKey } });
  expect([status, Array.isArray(body)]).toEqual([200, true]);
});

it("a record that no response can show is a 501 with the reason, and is not stored", async () => {
  const file = join(folder, "same.json");
  const Thing = {
    type: "object",
    required: ["name"],
    properties: { id: { type: "string" }, name: { type: "string" } },
  };
  const content = { "application/json": { schema: { oneOf: [Thing, { ...Thing, description: "The same." }] } } };
  const one = { description: "One.", content };
  const names = {
    "application/json": { schema: { type: "array", items: { type: "object", properties: { id: {} } } } },
  };
  const paths = {
    "/things": {
      get: { responses: { 200: { description: "All.", content: names } } },
      post: { requestBody: { content: { "application/json": { schema: Thing } } }, responses: { 201: one } },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { 200: one } },
    },
  };
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info: { title: "Things", version: "1" }, paths }));
  const mock = await testMock({ document: (await load(file)).document });
  const before = (await mock.call("/things")).body;
  const body = JSON.stringify({ name: "a" });
  const headers = { "Content-Type": "application/json" };
  const { status, body: answer } = await mock.call("/things", { method: "POST", headers, body });
  expect([status, answer]).toMatchObject([501, { message: expect.stringContaining("No valid record of things") }]);
  expect((await mock.call("/things")).body).toEqual(before);
});
