import { expect, test } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { prepareDocument } from "../src/document/prepare-document.js";
import { findLimits } from "../src/limits/find-limits.js";
import { ignoredHeaders } from "../src/limits/ignored-headers.js";
import { unknownKeywords } from "../src/limits/keywords.js";
import { renamed } from "../src/limits/renamed.js";
import { readApi } from "../src/model/read-api.js";

const responses = { 200: { description: "Done." } };
const document = (rest: object) => ({ openapi: "3.1.1", info: { title: "Small", version: "1" }, paths: {}, ...rest });
const prepared = (rest: object) => prepareDocument(document(rest)).document as OpenApiDocument;
const get = (operationId: string, rest: object = {}) => ({ get: { operationId, responses, ...rest } });
const at = (url: string) => ({ servers: [{ url }] });

test.each<[what: string, rest: object, servers: string[] | undefined, paths: string[]]>([
  [
    "the same server",
    { ...at("https://a.example"), paths: { "/a": get("a", at("https://a.example")) } },
    ["https://a.example"],
    ["/a"],
  ],
  [
    "a server below that of the document",
    { ...at("https://a.example/v1/"), paths: { "/a": get("a", at("https://a.example/v1/files")), "/b": get("b") } },
    ["https://a.example/v1/"],
    ["/files/a", "/b"],
  ],
  [
    "a server beside that of the document",
    { ...at("https://a.example/v1"), paths: { "/a": { ...get("a"), ...at("/v2/x") }, "/b": get("b") } },
    ["https://a.example"],
    ["/v2/x/a", "/v1/b"],
  ],
  [
    "servers of the methods of one path",
    {
      ...at("https://{region}.example/{base}/v1"),
      paths: {
        "/a": { ...get("a"), put: { operationId: "putA", responses, ...at("/v2") }, parameters: [] },
      },
    },
    ["https://{region}.example/{base}"],
    ["/v1/a", "/v2/a"],
  ],
  ["no server for all", { paths: { "/a": get("a", at("https://a.example/x")) } }, ["https://a.example/x"], ["/a"]],
])("%s", (_, rest, servers, paths) => {
  const base = { variables: { region: { default: "eu" }, base: { default: "" } } };
  const spec = JSON.parse(JSON.stringify(rest), (key, value) =>
    key === "servers" ? value.map((one: object) => ({ ...one, ...base })) : value,
  );
  expect(findLimits(document(spec))).toEqual([]);
  const { servers: found, paths: items } = prepared(spec);
  expect(found?.map(({ url }) => url)).toEqual(servers);
  expect(Object.keys(items)).toEqual(paths);
  expect(JSON.stringify(items)).not.toContain("servers");
});

test("a server of the document may be named again without the meaning of its variables", () => {
  const region = { url: "https://{region}.example", variables: { region: { default: "eu" } } };
  const paths = { "/a": get("a", at(region.url)) };
  expect(findLimits(document({ servers: [region], paths }))).toEqual([]);
  const found = prepared({ servers: [region], paths });
  expect([found.servers, Object.keys(found.paths ?? {})]).toEqual([[region], ["/a"]]);
});

test("of several operations with one operationId, the first keeps it, and the others are told", () => {
  const paths = {
    "/a": { ...get("a"), head: { operationId: "a", responses: { 204: { description: "Done." } } } },
    "/b": get("a"),
  };
  const { document: found, notes } = prepareDocument(document({ paths }));
  const ids = readApi(found).operations.map(({ id, method, path }) => [method, path, id]);
  expect(ids).toEqual([
    ["GET", "/a", "a"],
    ["HEAD", "/a", "headA"],
    ["GET", "/b", "getB"],
  ]);
  expect(notes).toEqual([
    'The operationId "a" is used before; HEAD /a is called headA here.',
    'The operationId "a" is used before; GET /b is called getB here.',
  ]);
});

test("the path parameters of an operation become those of its path", () => {
  const named = (name: string) => ({ name, in: "path", required: true, schema: { type: "integer" } });
  const parameters = [named("a"), named("other")];
  const { paths } = prepared({ paths: { "/{a}/{b}": { parameters, get: { responses: {} } } } });
  const get = paths?.["/{a}/{b}"]?.get?.parameters;
  expect(paths?.["/{a}/{b}"]?.parameters).toEqual([named("a")]);
  expect(get).toEqual([{ ...named("b"), schema: { type: "string" } }]);
});

test("a discriminator may map values to names of schemas, and an empty enum excludes every value", () => {
  const Cat = { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } };
  const Pet = {
    oneOf: [{ $ref: "#/components/schemas/Cat" }],
    discriminator: { propertyName: "kind", mapping: { cat: "Cat", dog: "#/components/schemas/Cat" } },
  };
  const spec = { components: { schemas: { Cat, Pet, None: { type: "string", enum: [] } } } };
  expect(findLimits(document(spec))).toEqual([]);
  const { components } = prepared(spec);
  expect(components?.schemas?.["Pet"]?.discriminator?.mapping).toEqual({
    cat: "#/components/schemas/Cat",
    dog: "#/components/schemas/Cat",
  });
  expect(components?.schemas?.["None"]).toEqual({ type: "string", not: {} });
});

test("headers that OpenAPI ignores, and parameters that a credential replaces, are no parameters of the model", () => {
  const parameter = (place: string, name: string) => ({ name, in: place, required: true, schema: { type: "string" } });
  const scheme = (place: string, name: string) => ({ type: "apiKey", in: place, name });
  const spec = document({
    components: { securitySchemes: { id: scheme("query", "client_id"), header: scheme("header", "X-Key") } },
    paths: {
      "/a": get("getA", {
        security: [{ id: [] }, { header: [] }],
        parameters: [
          ...["Authorization", "accept", "X-KEY", "X-Other", "Content-Length", "content-encoding"].map((name) =>
            parameter("header", name),
          ),
          ...["client_id", "X-Key", "Client_id"].map((name) => parameter("query", name)),
        ],
      }),
    },
  });
  expect(findLimits(spec)).toEqual([]);
  const names = readApi(spec).operations[0]?.parameters.map(({ in: place, name }) => `${place} ${name}`);
  expect(names).toEqual(["header X-Other", "query X-Key", "query Client_id"]);
  expect(ignoredHeaders(spec)).toEqual([
    "OpenAPI ignores a header parameter Authorization (of 1 operation); describe a security scheme instead.",
    "OpenAPI ignores a header parameter accept (of 1 operation); describe the media types of the responses instead.",
    "Callers do not pass a header parameter Content-Length (of 1 operation): whoever sends the body writes it.",
    "Callers do not pass a header parameter content-encoding (of 1 operation): whoever sends the body writes it.",
  ]);
});

test("keywords that JSON Schema does not know are named in a line each", () => {
  const Thing = { type: "object", nullable: true, "x-y": 1, properties: { example: { nullable: true, precision: 2 } } };
  const [nullable, precision, ...others] = unknownKeywords(document({ components: { schemas: { Thing } } }));
  expect(nullable).toMatch(/nullable, so it means nothing: #\/components\/schemas\/Thing and 1 more\. For null, write/);
  expect(precision).toContain("properties/example");
  expect(others).toEqual([]);
});

test("an id, which older versions of JSON Schema knew, means nothing", () => {
  const spec = { components: { schemas: { Thing: { id: "Thing", properties: { id: { type: "string" } } } } } };
  expect(findLimits(document(spec))).toEqual([]);
  expect(prepared(spec).components?.schemas).toEqual({ Thing: { properties: { id: { type: "string" } } } });
});

test("a oneOf whose branches require nothing is named", () => {
  const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
  const kind = (value: string) => ({ kind: { const: value } });
  const schemas = {
    Both: { type: "array", items: { oneOf: [object({ a: {} }), { $ref: "#/components/schemas/Open" }] } },
    Open: object({ b: { type: "string" } }, { description: "Requires nothing." }),
    One: { oneOf: [object({ a: {} }), object({ b: {} }, { required: ["b"] })] },
    Other: { oneOf: [object({ a: {} }), { type: "string" }, object({ b: {} }, { additionalProperties: false })] },
    Told: { oneOf: [object(kind("x")), object(kind("y"))] },
    Any: { anyOf: [object({ a: {} }), object({ b: {} })] },
  };
  expect(prepareDocument(document({ components: { schemas } })).notes).toEqual([
    "An object with the fields of one branch of oneOf is valid for another branch, too, because they require nothing, so it is not valid: #/components/schemas/Both/items. Require a field in each branch, or write anyOf.",
  ]);
});

test("names that the client changes are listed", () => {
  const spec = document({ paths: { "/a": get("get-a"), "/b": get("getB") }, components: { schemas: { import: {} } } });
  expect(renamed(readApi(spec))).toEqual([
    'The client has methods with names of its own: getA for "get-a". The bundle keeps those of the spec.',
    'The client has types with names of its own: import_ for "import". The bundle keeps those of the spec.',
  ]);
});

test("a body that GET or HEAD would have is left out, with a note", () => {
  const withBody = { requestBody: { content: {} }, responses: {} };
  const { document: made, notes } = prepareDocument(
    document({ paths: { "/a": { get: withBody, head: withBody, delete: withBody, post: withBody } } }),
  );
  const { get, head, delete: remove, post } = Object((made as OpenApiDocument).paths?.["/a"]);
  expect([get, head, remove, post].map((operation) => "requestBody" in Object(operation))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(notes).toEqual([
    "A GET or HEAD is sent without a body, so the requestBody of GET /a and 1 more is left out; describe what it takes as parameters.",
  ]);
});

test("a schema of another dialect is read as one of 2020-12, and a line says so", () => {
  const draft = "http://json-schema.org/draft-07/schema#";
  const schemas = {
    Old: { $schema: draft, type: "string" },
    New: { $schema: "https://json-schema.org/draft/2020-12/schema", properties: { $schema: { const: 1 } } },
    Ours: { $schema: "https://spec.openapis.org/oas/3.1/dialect/base", items: { $schema: draft } },
  };
  const info = { title: "T", version: "1" };
  const { document, notes } = prepareDocument({ openapi: "3.1.0", info, paths: {}, components: { schemas } });
  expect(notes).toEqual([`Read as JSON Schema 2020-12, not as ${draft}: #/components/schemas/Old and 1 more.`]);
  expect(document).toMatchObject({
    components: {
      schemas: { Old: { type: "string" }, New: { properties: { $schema: { const: 1 } } }, Ours: { items: {} } },
    },
  });
  expect(JSON.stringify(document)).not.toContain("http");
});
