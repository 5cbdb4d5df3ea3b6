import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { checkHost, createRules, linkOrigin, type OperationRules, Violation } from "../src/index.js";

const rules = createRules(document);
const operation = (id: string): OperationRules => {
  const found = rules.operations.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
const messageOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof Violation) return error.message;
    throw error;
  }
  return "taken";
};
const json = (name: string) => (name === "content-type" ? "application/json" : undefined);
const body = (value: unknown) =>
  messageOf(() =>
    operation("createMetadata").body?.read(typeof value === "string" ? value : JSON.stringify(value), json),
  );
const item = (value: object) => body({ uid: "u", items: [value] });
const nested = (levels: number): object =>
  levels === 1
    ? { key: "k", type: "string", value: "v" }
    : { key: "k", type: levels % 2 ? "object" : "object-array", value: [nested(levels - 1)] };

describe("the body", () => {
  const kinds =
    "string, number, boolean, date, datetime, string-array, number-array, date-array, datetime-array, boolean-array, file, object or object-array";

  it("is accepted if it is an example of the spec", () => {
    const examples = operation("createMetadata");
    expect(examples.body?.required).toBe(true);
    for (const { value } of [
      document.components.examples.CreateMetadataAllKinds,
      document.components.examples.CreateMetadataMinimal,
    ])
      expect(examples.body?.read(JSON.stringify(value), json)).toEqual(value);
  });

  it.each<[unknown, string]>([
    [[], "the body must be an object"],
    ["null", "the body must be an object"],
    [{}, "uid is required"],
    [{ uid: "", items: [] }, "uid must have at least 1 character"],
    [{ uid: "é".repeat(101), items: [] }, "uid must have at most 100 characters, not 101"],
    [{ uid: 1, items: [] }, "uid must be a string"],
    [{ uid: "u" }, "items is required"],
    [{ uid: "u", items: [] }, "items must have at least 1 element"],
    [{ uid: "u", items: Array(151).fill(nested(1)) }, "items must have at most 150 elements, not 151"],
    [{ uid: "u", items: [nested(1)], extra: 1 }, "extra is not a known field"],
    [{ uid: "u", items: [nested(1)], 日本: 1 }, '["日本"] is not a known field'],
    ['{"uid":"u","items":[{"key":"k","type":"string","value":"v"}],"__proto__":{}}', "__proto__ is not a known field"],
  ])("%j: %s", (value, message) => expect(body(value)).toBe(message));

  it.each<[object, string]>([
    [{}, "items[0].type is required"],
    [{ key: "k", type: "strin", value: "v" }, `items[0].type must be ${kinds}, not "strin"`],
    [{ key: "k", type: 3, value: "v" }, "items[0].type must be a string"],
    [{ key: "k", type: "string" }, "items[0].value is required"],
    [{ type: "string", value: "v" }, "items[0].key is required"],
    [{ key: "", type: "string", value: "v" }, "items[0].key must have at least 1 character"],
    [{ key: "k", type: "string", value: null }, "items[0].value must be a string"],
    [{ key: "k", type: "string", value: "v", note: 1 }, "items[0].note is not a known field"],
    [{ key: "k", type: "date", value: "2026-02-30" }, "items[0].value must be a calendar date, YYYY-MM-DD"],
    [
      { key: "k", type: "datetime", value: "2026-11-21 06:15" },
      "items[0].value must be a date-time such as 2026-11-21T06:15:00Z",
    ],
    [
      { key: "k", type: "file", value: "urn:uuid:6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" },
      "items[0].value must be a UUID",
    ],
    [{ key: "k", type: "number-array", value: [1, "2"] }, "items[0].value[1] must be a number"],
    [{ key: "k", type: "object", value: [] }, "items[0].value must have at least 1 element"],
    [
      { key: "k", type: "object", value: [{ key: "k", type: "boolean", value: 1 }] },
      "items[0].value[0].value must be a boolean",
    ],
    [{ key: "k", type: "object-array", value: [[]] }, "items[0].value[0] must be an object"],
  ])("%j: %s", (value, message) => expect(item(value)).toBe(message));

  it.each([null, "text", 3, true, []])("is rejected with %j as an item, because items are objects", (value) => {
    expect(body({ uid: "u", items: [value] })).toBe("items[0] must be an object");
  });

  it("can have eight levels of items but not nine; the message names the item", () => {
    expect(item(nested(8))).toBe("taken");
    expect(item(nested(9))).toBe(
      `items[0]${".value[0]".repeat(8)} is nested too deep: items nest at most 8 levels deep`,
    );
  });

  it("can have any depth if it is not a record of items", () => {
    const of = (schema: object) => ({
      openapi: "3.1.1",
      info: { title: "Trees", version: "1" },
      paths: {
        "/trees": {
          post: {
            operationId: "createTree",
            requestBody: { required: true, content: { "application/json": { schema } } },
            responses: { 204: { description: "Done." } },
          },
        },
      },
    });
    const deep = Array.from({ length: 12 }).reduce<object>((child) => ({ child }), {});
    const read = (schema: object, value: object) =>
      messageOf(() => createRules(of(schema)).operations[0]?.body?.read(JSON.stringify(value), json));
    expect(read({ type: "object" }, deep)).toBe("taken");
    const record = { type: "object", properties: { uid: { type: "string" }, items: { type: "array" } } };
    expect(read(record, { uid: "u", items: [deep] })).toBe("taken");
  });

  it("counts the length of a string in characters, not in UTF-16 units", () => {
    expect(body({ uid: "𝒳".repeat(100), items: [nested(1)] })).toBe("taken");
  });

  it.each<[string | undefined, string]>([
    ["application/json", "taken"],
    ["Application/JSON; charset=UTF-8", "taken"],
    ['application/json; charset="UTF\\-8"', "taken"],
    ['application/json; profile="a; charset=latin1"; charset=utf-8', "taken"],
    ['application/json; profile="\\"; charset=latin1"', "taken"],
    ['application/json; profile=";"; charset=latin1', 'The charset of Content-Type must be utf-8, not "latin1"'],
    ['application/json; charset=utf-8"', 'The charset of Content-Type must be utf-8, not "utf-8\\""'],
    ['application/json; charset="utf-8', 'The charset of Content-Type must be utf-8, not "\\"utf-8"'],
    ["application/json;charset=latin1", 'The charset of Content-Type must be utf-8, not "latin1"'],
    [undefined, "Content-Type must be application/json"],
    ["", "Content-Type must be application/json"],
    ["text/plain", 'Content-Type must be application/json, not "text/plain"'],
    ["application/jsonp", 'Content-Type must be application/json, not "application/jsonp"'],
  ])("Content-Type %s: %s", (header, message) => {
    const headers = (name: string) => (name === "content-type" ? header : undefined);
    expect(messageOf(() => operation("createMetadata").body?.checkHeaders(headers))).toBe(message);
  });

  it.each([
    ["identity", "taken"],
    ["Identity, IDENTITY", "taken"],
    ["", "taken"],
    ["gzip", 'Content-Encoding must be identity or left out, not "gzip"'],
    ["identity, br", 'Content-Encoding must be identity or left out, not "identity, br"'],
  ])("Content-Encoding %s: %s", (coding, message) => {
    const headers = (name: string) => (name === "content-encoding" ? coding : json(name));
    expect(messageOf(() => operation("createMetadata").body?.checkHeaders(headers))).toBe(message);
  });
});

describe("the query", () => {
  const query = (search: string, id = "listReports") => messageOf(() => operation(id).readQuery(search));

  it("gets defaults and typed values", () => {
    expect({ ...operation("listPurchaseOrders").readQuery("") }).toEqual({ limit: 10, offset: 0 });
    expect({ ...operation("listReports").readQuery("limit=50&updated_from=2026-11-01T00:00:00%2B07:00") }).toEqual({
      limit: 50,
      offset: 0,
      updated_from: "2026-11-01T00:00:00+07:00",
    });
  });

  it.each([
    ["limit=0", "limit must be at least 1"],
    ["limit=51", "limit must be at most 50"],
    ["limit=", "limit must not be empty"],
    ["limit", "limit must not be empty"],
    ["limit=1&limit=2", "limit must be given once, not 2 times"],
    ["limit=1e1", "limit must be an integer"],
    ["limit=1.0", "limit must be an integer"],
    ["limit=+1", "limit must be an integer"],
    ["limit=%2B1", "limit must be an integer"],
    ["limit=010", "limit must be an integer"],
    ["limit=0x10", "limit must be an integer"],
    ["limit=%D9%A1", "limit must be an integer"],
    ["limit=true", "limit must be an integer"],
    [
      "limit[]=1",
      '"limit[]" is not a known query parameter; the known ones are limit, offset, updated_from, updated_to',
    ],
    ["Limit=1", '"Limit" is not a known query parameter; the known ones are limit, offset, updated_from, updated_to'],
    [
      "__proto__=1",
      '"__proto__" is not a known query parameter; the known ones are limit, offset, updated_from, updated_to',
    ],
    ["offset=-1", "offset must be at least 0"],
    ["offset=9007199254740992", "offset must be at most 9007199254740991"],
    ["offset=99999999999999999999999", "offset must be at most 9007199254740991"],
    ["updated_from=2026-11-01", "updated_from must be a date-time such as 2026-11-21T06:15:00Z"],
    ["updated_from=2026-02-30T00:00:00Z", "updated_from must be a date-time such as 2026-11-21T06:15:00Z"],
    ["updated_from=2026-11-01T00:00:00%2B0700", "updated_from must be a date-time such as 2026-11-21T06:15:00Z"],
    ["updated_from=2026-11-01T00:00:00%2B07", "updated_from must be a date-time such as 2026-11-21T06:15:00Z"],
    [
      "updated_from=2026-11-01T00:00:00+00:00",
      "updated_from must be a date-time such as 2026-11-21T06:15:00Z; in a URL, the + of an offset is written %2B",
    ],
    ["limit=%zz", 'the query parameter "limit" is not percent-encoded UTF-8'],
    ["limit=%ff", 'the query parameter "limit" is not percent-encoded UTF-8'],
    ["%ff=1", "the query is not percent-encoded UTF-8"],
    ["offset=9007199254740991", "taken"],
    ["limit=1&", "taken"],
  ])("%s: %s", (search, message) => expect(query(search)).toBe(message));

  it("is rejected if it has any parameter and the operation has none", () => {
    expect(query("a=1", "createMetadata")).toBe('"a" is not a known query parameter; this operation has none');
  });
});

describe("the query of a document that promises nothing", () => {
  const explode = (style: object) => ({
    name: "list",
    in: "query",
    schema: { type: "array", items: { type: "integer" } },
    ...style,
  });
  const rulesFor = (...parameters: object[]) =>
    createRules({
      openapi: "3.1.1",
      info: { title: "Foreign", version: "1" },
      paths: { "/things": { get: { operationId: "getThings", parameters, responses: { 204: { description: "-" } } } } },
    }).operations[0];
  const one = { name: "one", in: "query", schema: { type: "integer" } };

  it.each([
    ["plain parameters", [one], "other=1&one=2&one=3", { one: 2 }],
    ["a list", [one, explode({})], "list=1&list=2&x=", { list: [1, 2] }],
    ["a delimited list", [one, explode({ explode: false })], "list=1,2&list=3&one=4&one=5&b", { list: [1, 2], one: 4 }],
    ["no parameters", [], "a=1&a=2", {}],
  ])("ignores unknown parameters, and takes the first value: %s", (_name, parameters, search, expected) => {
    expect({ ...rulesFor(...parameters)?.readQuery(search) }).toEqual(expected);
  });

  it("is still checked against the schemas", () => {
    expect(messageOf(() => rulesFor(one)?.readQuery("one=x&one=1"))).toMatch(/^one must be/);
  });
});

describe("the route", () => {
  it.each([
    ["GET", "/api/v1/reports", "listReports"],
    ["POST", "/api/v2/metadata/inspection", "createMetadata"],
    ["GET", "/api/v2/metadata/inspection", "Allow: POST"],
    ["HEAD", "/api/v1/reports", "listReports"],
    ["HEAD", "/api/v2/metadata/inspection", "Allow: POST"],
    ["TRACE", "/api/v1/reports", "Allow: GET, HEAD"],
    ["get", "/api/v1/reports", "Allow: GET, HEAD"],
    ["GET", "/api/v1/reports/", "nothing"],
    ["GET", "/api/v1/Reports", "nothing"],
    ["POST", "/api/v2/metadata/", "nothing"],
    ["GET", "/", "nothing"],
    ["GET", "*", "nothing"],
  ])("%s %s: %s", (method, path, expected) => {
    const match = rules.match(method, path);
    const found =
      match.found === "operation" ? match.target.id : match.found === "path" ? `Allow: ${match.allow}` : "nothing";
    expect(found).toBe(expected);
  });

  it.each([
    ["inspection", "taken"],
    ["inspectio%6e", "taken"],
    ["Inspection", "namespace must be analytics or inspection"],
    ["a%2Fb", "namespace must be analytics or inspection"],
    ["%zz", "namespace is not percent-encoded UTF-8"],
  ])("namespace %s: %s", (namespace, message) => {
    const read = () => {
      const path = `/api/v2/metadata/${namespace}`;
      const match = rules.match("POST", path);
      if (match.found === "operation") match.target.readPath(match.pathTexts, path);
    };
    expect(messageOf(read)).toBe(message);
  });
});

describe("the Host", () => {
  it.each<[string[], string, string]>([
    [["localhost"], "1.1", "taken"],
    [["[::1]:4010"], "1.1", "taken"],
    [[], "1.0", "taken"],
    [[], "1.1", "Host is required"],
    [["a", "b"], "1.1", "Host must be given once, not 2 times"],
    [["a", "b"], "1.0", "Host must be given once, not 2 times"],
    [["1.2.3.4:99999999"], "1.1", 'Host must be a host name or an address, and a port if any, not "1.2.3.4:99999999"'],
  ])("%j in HTTP/%s: %s", (lines, version, message) => {
    expect(messageOf(() => checkHost(lines, version))).toBe(message);
  });

  it.each([
    ["localhost", "http://localhost"],
    ["localhost:8080", "http://localhost:8080"],
    ["api.localhost", "http://api.localhost"],
    ["127.0.0.53:1", "http://127.0.0.53:1"],
    ["[::1]:9", "http://[::1]:9"],
    ["[0:0::1]", "http://[::1]"],
    ["10.0.0.7:8080", "http://10.0.0.7:8080"],
    ["API.example:99", "http://api.example:99"],
    ["[fe80::1]", "http://[fe80::1]"],
    ["evil.example:99", "http://10.0.0.7:4020"],
    ["localhost.evil.example", "http://10.0.0.7:4020"],
    ["127.0.0.1.evil.example", "http://10.0.0.7:4020"],
    ["evil-localhost", "http://10.0.0.7:4020"],
    ["10.0.0.8", "http://10.0.0.7:4020"],
    ["local host", "http://10.0.0.7:4020"],
    [undefined, "http://10.0.0.7:4020"],
  ])("%s: links begin with %s", (host, origin) => {
    expect(linkOrigin(host, "http://10.0.0.7:4020", ["api.example", "fe80::1"])).toBe(origin);
  });
});
