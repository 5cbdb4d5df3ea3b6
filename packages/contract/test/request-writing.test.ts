import { expect, test } from "vitest";
import { type Document, operationsOf } from "../src/document/document.js";
import { cases } from "../src/index.js";
import { type Inputs, requestOf } from "../src/requests/request.js";

const array = { type: "array", items: { type: "string" } };
const object = { type: "object", properties: { lat: { type: "integer" }, lon: { type: "integer" } } };

/** The examples of OpenAPI 3.1, section 4.8.12.4: a parameter named `p`, and its serialization in the request. */
const written: [where: string, style: string, explode: boolean, schema: object, value: unknown, text: string][] = [
  ["path", "simple", false, array, ["a", "b"], "/things/a,b"],
  ["path", "simple", false, object, { lat: 5, lon: 6 }, "/things/lat,5,lon,6"],
  ["path", "simple", true, object, { lat: 5, lon: 6 }, "/things/lat=5,lon=6"],
  ["path", "label", false, { type: "string" }, "a", "/things/.a"],
  ["path", "label", false, array, ["a", "b"], "/things/.a,b"],
  ["path", "label", true, array, ["a", "b"], "/things/.a.b"],
  ["path", "label", true, object, { lat: 5, lon: 6 }, "/things/.lat=5.lon=6"],
  ["path", "matrix", false, { type: "string" }, "a", "/things/;p=a"],
  ["path", "matrix", false, array, ["a", "b"], "/things/;p=a,b"],
  ["path", "matrix", true, array, ["a", "b"], "/things/;p=a;p=b"],
  ["path", "matrix", false, object, { lat: 5, lon: 6 }, "/things/;p=lat,5,lon,6"],
  ["path", "matrix", true, object, { lat: 5, lon: 6 }, "/things/;lat=5;lon=6"],
  ["query", "form", true, array, ["a", "b"], "/things?p=a&p=b"],
  ["query", "form", false, array, ["a", "b,c"], "/things?p=a,b%2Cc"],
  ["query", "spaceDelimited", false, array, ["a", "b"], "/things?p=a%20b"],
  ["query", "pipeDelimited", false, array, ["a", "b"], "/things?p=a%7Cb"],
  ["query", "form", true, object, { lat: 5, lon: 6 }, "/things?lat=5&lon=6"],
  ["query", "form", false, object, { lat: 5, lon: 6 }, "/things?p=lat,5,lon,6"],
  ["query", "deepObject", true, object, { lat: 5, lon: 6 }, "/things?p%5Blat%5D=5&p%5Blon%5D=6"],
  ["query", "deepObject", true, array, ["a", "b"], "/things?p%5B%5D=a&p%5B%5D=b"],
  ["query", "deepObject", true, object, { ids: ["a", "b"] }, "/things?p%5Bids%5D%5B%5D=a&p%5Bids%5D%5B%5D=b"],
  [
    "query",
    "deepObject",
    true,
    { type: "array", items: { type: "object" } },
    [{ a: 1 }, { a: 2 }],
    "/things?p%5B0%5D%5Ba%5D=1&p%5B1%5D%5Ba%5D=2",
  ],
  ["query", "deepObject", true, { anyOf: [object, { type: "integer" }] }, 5, "/things?p=5"],
];

const documentOf = (operation: object, rest: object = {}, path = "/things"): Document => ({
  openapi: "3.1.1",
  info: { title: "Small", version: "1" },
  paths: { [path]: { post: { operationId: "doThings", responses: { 204: { description: "Done." } }, ...operation } } },
  ...rest,
});

function request(document: Document, inputs: Inputs, key = "") {
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("no operation");
  return requestOf(operation, inputs, { apiKey: key, ...(key === "" ? {} : { user: "key" }) });
}

test.each(written)(
  "serializes a %s parameter with the style %s and explode: %s, for the schema %j",
  (where, style, explode, schema, value, text) => {
    const parameter = { name: "p", in: where, required: true, style, explode, schema, example: value };
    const document = documentOf({ parameters: [parameter] }, {}, where === "path" ? "/things/{p}" : "/things");
    expect(request(document, {}).path).toBe(text);
  },
);

test.each<[how: object | undefined, value: unknown, text: string]>([
  [undefined, { p: ["a b", "c"], q: 1 }, "p=a+b&p=c&q=1"],
  [undefined, { p: { lat: 5 } }, "p=%7B%22lat%22%3A5%7D"],
  [{ contentType: "application/json" }, { p: { lat: 5 } }, "p=%7B%22lat%22%3A5%7D"],
  [{ explode: true }, { p: ["a b", "c"], q: 1 }, "p=a%20b&p=c&q=1"],
  [{ explode: false }, { p: ["a b", "c"] }, "p=a%20b,c"],
  [{ style: "pipeDelimited", explode: false }, { p: ["a", "c"] }, "p=a%7Cc"],
  [{ style: "deepObject" }, { p: { lat: 5, in: ["a"] }, q: 1 }, "p%5Blat%5D=5&p%5Bin%5D%5B%5D=a&q=1"],
  [{ style: "deepObject" }, { p: [{ lat: 5 }, { lon: 6 }] }, "p%5B0%5D%5Blat%5D=5&p%5B1%5D%5Blon%5D=6"],
])("serializes a field of a form with the encoding %j", (how, value, text) => {
  const encoding = how && { p: how };
  const content = { "application/x-www-form-urlencoded": { schema: { type: "object" }, encoding } };
  expect(request(documentOf({ requestBody: { content } }), { body: value }).body).toBe(text);
});

test("required headers and cookies are sent, as JSON if they are described by content", () => {
  const document = documentOf({
    parameters: [
      { name: "X-Tags", in: "header", required: true, schema: array, example: ["a", "b"] },
      { name: "session", in: "cookie", required: true, schema: { type: "string" }, example: "abc" },
      {
        name: "q",
        in: "query",
        required: true,
        content: { "application/json": { schema: object, example: { lat: 5 } } },
      },
      { name: "spare", in: "header", schema: { type: "string" }, example: "no" },
    ],
  });
  const { headers, path } = request(document, {});
  expect(headers).toMatchObject({ "X-Tags": "a,b", Cookie: "session=abc" });
  expect(headers).not.toHaveProperty("spare");
  expect(path).toBe("/things?q=%7B%22lat%22%3A5%7D");
});

test.each([
  [{ type: "apiKey", in: "header", name: "key" }, { headers: { key: "secret" } }],
  [{ type: "apiKey", in: "query", name: "key" }, { path: "/things?key=secret" }],
  [{ type: "apiKey", in: "cookie", name: "key" }, { headers: { Cookie: "key=secret" } }],
  [{ type: "http", scheme: "bearer" }, { headers: { Authorization: "Bearer secret" } }],
  [{ type: "http", scheme: "basic" }, { headers: { Authorization: "Basic a2V5OnNlY3JldA==" } }],
  [{ type: "HTTP", scheme: "Bearer" }, { headers: { Authorization: "Bearer secret" } }],
  [{ type: "oauth2", flows: {} }, { headers: { Authorization: "Bearer secret" } }],
])("the key is sent as %j specifies, or not sent if there is none", (scheme, sent) => {
  const document = documentOf({}, { security: [{ one: [] }], components: { securitySchemes: { one: scheme } } });
  expect(request(document, {}, "secret")).toMatchObject(sent);
  expect(JSON.stringify(request(document, {}))).not.toMatch(/secret|Bearer|Basic|a2V5/);
});

test("bodies are serialized in their media type", () => {
  const properties = { note: { type: "string" }, file: { type: "string", format: "binary" }, tags: array };
  const body = { note: "a b", file: "xyz", tags: ["1", "2"] };
  const sent = (mediaType: string, schema: object = { type: "object", properties }) =>
    request(documentOf({ requestBody: { content: { [mediaType]: { schema } } } }), { body });
  expect(sent("application/json")).toMatchObject({ body: JSON.stringify(body) });
  expect(sent("application/x-www-form-urlencoded")).toMatchObject({
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "note=a+b&file=xyz&tags=1&tags=2",
  });
  const { body: text, headers } = sent("multipart/form-data");
  const boundary = /boundary=(.+)/.exec(headers["Content-Type"] ?? "")?.[1];
  expect(String(text).split(`--${boundary}`).length).toBe(6);
  expect(text).toContain('name="file"; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\nxyz\r\n');
  expect(text).toContain('name="note"\r\n\r\na b\r\n');
});

test("the parts of a form have the types that their schemas and the document give them", () => {
  const file = { type: "string", format: "binary" };
  const part = {
    properties: {
      place: { $ref: "#/components/schemas/Place" },
      note: { anyOf: [{ type: "string" }, { type: "null" }] },
      pictures: { type: "array", items: file },
      log: { type: "string" },
      map: file,
      any: {},
    },
  };
  const content = {
    "multipart/form-data": {
      schema: { allOf: [{ $ref: "#/components/schemas/Part" }] },
      encoding: { log: { contentType: "text/csv" }, map: { contentType: "image/png, image/jpeg" } },
    },
  };
  const schemas = { Place: { type: "object", properties: { lat: { type: "number" } } }, Part: part };
  const body = { place: { lat: 5 }, note: "a", pictures: ["x", "y"], log: "l", map: "m", any: "z" };
  const text = String(request(documentOf({ requestBody: { content } }, { components: { schemas } }), { body }).body);
  expect(text).toContain('name="place"\r\nContent-Type: application/json\r\n\r\n{"lat":5}\r\n');
  expect(text).toContain('name="note"\r\n\r\na\r\n');
  for (const picture of ["x", "y"])
    expect(text).toContain(`filename="pictures"\r\nContent-Type: application/octet-stream\r\n\r\n${picture}\r\n`);
  expect(text).toContain('name="log"\r\nContent-Type: text/csv\r\n\r\nl\r\n');
  expect(text).toContain('filename="map"\r\nContent-Type: image/png\r\n\r\nm\r\n');
  expect(text).toContain('filename="any"\r\nContent-Type: application/octet-stream\r\n\r\nz\r\n');
});

test("a required parameter is not added to a query that already has it, in any encoding", () => {
  const parameter = { name: "since", in: "query", required: true, schema: { type: "integer" }, example: 3 };
  const [operation] = operationsOf(documentOf({ parameters: [parameter] }));
  if (!operation) throw new Error("no operation");
  expect(requestOf(operation, { search: "%73ince=4" }, { apiKey: "" }).path).toBe("/things?%73ince=4");
  expect(requestOf(operation, { search: "x=%zz" }, { apiKey: "" }).path).toBe("/things?since=3&x=%zz");
});

test("an example of a header that is written in several lines is not sent", () => {
  const parameter = { name: "Signature", in: "header", required: true, schema: { type: "string" } };
  const sent = ["a,\nb", "a, b"].map((example) => {
    const [operation] = operationsOf(documentOf({ parameters: [{ ...parameter, example }] }));
    if (!operation) throw new Error("no operation");
    return new Headers(requestOf(operation, {}, { apiKey: "" }).headers).get("Signature");
  });
  expect(sent).toEqual(["x", "a, b"]);
});

test("wrong paths are derived from the path of an operation, without the query that it requires", () => {
  const parameter = { name: "since", in: "query", required: true, schema: { type: "integer" }, example: 3 };
  const document = documentOf({ parameters: [parameter] }, { "x-promises": { otherMethods: 405 } });
  const ids = cases(document)
    .filter(({ keyword }) => keyword === "paths")
    .map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(50);
  expect(ids.filter((id) => id.includes("since"))).toEqual([]);
});

test("of several operations with one operationId, the first keeps it", () => {
  const responses = { 204: { description: "Done." } };
  const same = { get: { operationId: "a", responses }, head: { operationId: "a", responses } };
  const document = { ...documentOf({}), paths: { "/a": same, "/b": same } };
  expect(operationsOf(document).map(({ id }) => id)).toEqual(["a", "head /a", "get /b", "head /b"]);
});
