import { describe, expect, it } from "vitest";
import { createRules, Violation } from "../src/index.js";

const PIECE = { type: "object", properties: { size: { type: "integer" }, name: { type: "string" } } };
const LIST = { type: "array", items: { type: "integer" }, maxItems: 3 };
const WITH_LIST = { type: "object", properties: { ids: LIST, name: { type: "string" } } };
const ANY_JSON = { content: { "application/json": { schema: PIECE } } };

/** Returns the rules of an operation with these parameters. */
function operationWith(path: string, ...parameters: object[]) {
  const responses = { 200: { description: "Fine." } };
  const rules = createRules({ paths: { [path]: { get: { operationId: "getThing", parameters, responses } } } });
  return (pathname: string) => {
    const match = rules.match("GET", pathname);
    if (match.found !== "operation") throw new Error(`${pathname} is no path of the document`);
    return match.target.readPath(match.pathTexts, pathname);
  };
}

function readsQuery(search: string, ...parameters: object[]) {
  const responses = { 200: { description: "Fine." } };
  const rules = createRules({
    "x-promises": { unknownQueryParameter: 400, repeatedQueryParameter: 400 },
    paths: { "/things": { get: { operationId: "listThings", parameters, responses } } },
  });
  return { ...rules.operations[0]?.readQuery(search) };
}

const query = (name: string, style: string, explode: boolean, schema: object) => ({
  name,
  in: "query",
  style,
  explode,
  schema,
});
const inPath = (style: string, explode: boolean, schema: object) => ({
  name: "at",
  in: "path",
  required: true,
  style,
  explode,
  schema,
});

// The values of the table in section 4.8.12.4 of OpenAPI 3.1, with numbers among them.
describe("a parameter in the query", () => {
  it("is an object whose names the caller chooses, beside other parameters", () => {
    const free = query("filter", "form", true, { type: "object", additionalProperties: { type: "integer" } });
    const others = [query("p", "deepObject", true, PIECE), query("ids", "form", true, LIST)];
    expect(readsQuery("a=1&p[size]=3&ids=1&b.c=2&ids=2", free, ...others)).toEqual({
      filter: { a: 1, "b.c": 2 },
      p: { size: 3 },
      ids: [1, 2],
    });
    expect(readsQuery("ids=1", ...others, free)).toEqual({ ids: [1] });
    expect(() => readsQuery("a=x", free)).toThrow("filter.a must be an integer");
  });

  it.each<[style: string, usual: unknown, schema: object, read: object]>([
    ["form", 1, { type: "integer" }, { p: 1 }],
    ["form", "1", { type: "integer" }, {}],
    // What NestJS writes for a number whose type it does not know.
    ["form", 1, { allOf: [{ type: "object" }], minimum: 1 }, {}],
    ["form", [1, 2, 3, 4], LIST, {}],
    ["pipeDelimited", [1, 2, 3, 4], LIST, {}],
    ["deepObject", { size: 1 }, PIECE, { p: { size: 1 } }],
    ["deepObject", 1, PIECE, {}],
  ])("in %s with the default %j has it if its schema allows it: %j", (style, usual, schema, read) => {
    const parameter = query("p", style, style === "deepObject", { ...schema, default: usual });
    expect(readsQuery("", parameter)).toEqual(read);
    expect(() => readsQuery("", { ...parameter, required: true })).toThrow("p is required");
  });

  it.each<[search: string, parameter: object, value: unknown]>([
    ["p=3,4", query("p", "form", false, LIST), [3, 4]],
    ["p=3&p=4", query("p", "form", true, LIST), [3, 4]],
    ["p=3%204", query("p", "spaceDelimited", false, LIST), [3, 4]],
    ["p=3|4", query("p", "pipeDelimited", false, LIST), [3, 4]],
    ["p=3%7C4", query("p", "pipeDelimited", false, LIST), [3, 4]],
    ["p=size,3,name,a%2Cb", query("p", "form", false, PIECE), { size: 3, name: "a,b" }],
    ["p[size]=3&p[name]=a", query("p", "deepObject", true, PIECE), { size: 3, name: "a" }],
    ["p%5Bsize%5D=3", query("p", "deepObject", true, PIECE), { size: 3 }],
    ...["p[]=3&p[]=4", "p[0]=3&p[1]=4", "p=3&p=4", "p%5B%5D=3&p%5B%5D=4"].flatMap((search) =>
      [true, false].map((explode): [string, object, unknown] => [
        search,
        query("p", "deepObject", explode, LIST),
        [3, 4],
      ]),
    ),
    ["p[]=3", query("p", "deepObject", true, LIST), [3]],
    ...["p[ids]=3&p[ids]=4", "p[ids][]=3&p[ids][]=4", "p[ids][0]=3&p[ids][1]=4"].map(
      (search): [string, object, unknown] => [search, query("p", "deepObject", true, WITH_LIST), { ids: [3, 4] }],
    ),
    ["p[ids][]=3", query("p", "deepObject", true, WITH_LIST), { ids: [3] }],
    ["p=3", query("p", "deepObject", true, { anyOf: [PIECE, { type: "integer" }] }), 3],
    ["p[size]=3", query("p", "deepObject", true, { anyOf: [PIECE, { type: "integer" }] }), { size: 3 }],
    [
      "p[1][size]=4&p[0][size]=3&p[0][name]=a",
      query("p", "deepObject", true, { type: "array", items: PIECE }),
      [{ size: 3, name: "a" }, { size: 4 }],
    ],
    ["p=3&p[]=4", query("p", "deepObject", true, LIST), [3, 4]],
    ["p[10]=1&p[9]=2", query("p", "deepObject", true, LIST), [2, 1]],
    [
      "p[piece][size]=3&p[lists][][]=1&p[lists][0][1]=2&p[lists][0][0]=3",
      query("p", "deepObject", true, {
        type: "object",
        properties: { piece: PIECE, lists: { type: "array", items: LIST } },
      }),
      { piece: { size: 3 }, lists: [[1], [3, 2]] },
    ],
    [
      "p[a[b]]=1&p[__proto__][size]=2&p[constructor]=x",
      query("p", "deepObject", true, { type: "object", properties: { "a[b]": { type: "integer" } } }),
      JSON.parse('{ "a[b]": 1, "__proto__": { "size": "2" }, "constructor": "x" }'),
    ],
    ["p=%7B%22size%22%3A3%7D", { name: "p", in: "query", ...ANY_JSON }, { size: 3 }],
  ])("is read: %s", (search, parameter, value) => {
    expect(readsQuery(search, parameter)).toEqual({ p: value });
  });

  it("can be an exploded object, whose properties are parameters", () => {
    expect(readsQuery("size=3&name=a", query("p", "form", true, PIECE))).toEqual({ p: { size: 3, name: "a" } });
  });

  it.each<[search: string, parameter: object, message: string]>([
    ["p=3,x", query("p", "form", false, LIST), "p[1] must be an integer"],
    ["p=1|2|3|4", query("p", "pipeDelimited", false, LIST), "p must have at most 3 elements, not 4"],
    ["p=3&p=4", query("p", "form", false, LIST), "p must be given once, not 2 times"],
    ["p=", query("p", "form", false, LIST), "p must not be empty"],
    ["p[size]=x", query("p", "deepObject", true, PIECE), "p.size must be an integer"],
    ["p[]=x", query("p", "deepObject", true, LIST), "p[0] must be an integer"],
    ["p[ids][]=1&p[ids][]=x", query("p", "deepObject", true, WITH_LIST), "p.ids[1] must be an integer"],
    [
      "p=3&p=4",
      query("p", "deepObject", true, { anyOf: [PIECE, { type: "integer" }] }),
      "p must be given once, not 2 times",
    ],
    [`p${"[a]".repeat(257)}=1`, query("p", "deepObject", true, PIECE), "p is nested too deep: at most 256 levels"],
    ["p[name]=a&p[name]=b", query("p", "deepObject", true, WITH_LIST), "p.name must be a string"],
    [
      "q[size]=1",
      query("p", "deepObject", true, PIECE),
      '"q[size]" is not a known query parameter; the known ones are p',
    ],
    ["p={", { name: "p", in: "query", ...ANY_JSON }, 'p must be JSON, not "{"'],
    ["p=%zz", query("p", "form", false, LIST), "the query is not percent-encoded UTF-8"],
  ])("is rejected: %s: %s", (search, parameter, message) => {
    expect(() => readsQuery(search, parameter)).toThrow(new Violation(message));
  });
});

describe("a parameter in the path", () => {
  it.each<[path: string, parameter: object, value: unknown]>([
    ["/things/3,4", inPath("simple", false, LIST), [3, 4]],
    ["/things/size,3,name,a%2Cb", inPath("simple", false, PIECE), { size: 3, name: "a,b" }],
    ["/things/size=3,name=a", inPath("simple", true, PIECE), { size: 3, name: "a" }],
    ["/things/.3.4", inPath("label", true, LIST), [3, 4]],
    ["/things/.7", inPath("label", false, { type: "integer" }), 7],
    ["/things/;at=3,4", inPath("matrix", false, LIST), [3, 4]],
    ["/things/;at=3;at=4", inPath("matrix", true, LIST), [3, 4]],
    ["/things/;size=3;name=a", inPath("matrix", true, PIECE), { size: 3, name: "a" }],
  ])("is read: %s", (path, parameter, value) => {
    expect(operationWith("/things/{at}", parameter)(path)).toEqual({ at: value });
  });

  it.each<[path: string, parameter: object, message: string]>([
    ["/things/7", inPath("label", false, LIST), 'at must begin with "." (style: label)'],
    ["/things/;to=7", inPath("matrix", false, LIST), "at must be written as ;at=… (style: matrix)"],
    ["/things/3,x", inPath("simple", false, LIST), "at[1] must be an integer"],
  ])("is rejected: %s: %s", (path, parameter, message) => {
    expect(() => operationWith("/things/{at}", parameter)(path)).toThrow(new Violation(message));
  });
});

describe("a parameter in a header or a cookie", () => {
  const inHeader = (schema: object, more: object = {}) => ({ name: "X-P", in: "header", schema, ...more });
  const inCookie = { name: "p", in: "cookie", required: true, schema: { type: "integer" } };

  function checks(headers: Record<string, string>, parameter: object): void {
    const responses = { 200: { description: "Fine." } };
    const rules = createRules({
      paths: { "/things": { get: { operationId: "listThings", parameters: [parameter], responses } } },
    });
    rules.operations[0]?.checkHeaders((name) => headers[name]);
  }

  it.each<[headers: Record<string, string>, parameter: object]>([
    [{ "x-p": "3, 4" }, inHeader(LIST)],
    [{ "x-p": "size,3,name,a" }, inHeader(PIECE)],
    [{ "x-p": "size=3,name=a" }, inHeader(PIECE, { explode: true })],
    [{ "x-p": '{"size":3}' }, { name: "X-P", in: "header", ...ANY_JSON }],
    [{ cookie: "q=x; p=3" }, inCookie],
    [{ cookie: "p=3; q=x; p=4" }, { ...inCookie, schema: { ...LIST, minItems: 2 } }],
    [{ cookie: "p=3,4" }, { ...inCookie, explode: false, schema: { ...LIST, minItems: 2 } }],
    [{ cookie: "other=1; size=3; name=a" }, { ...inCookie, schema: { ...PIECE, additionalProperties: false } }],
    [{ cookie: "p=size,3,name,a" }, { ...inCookie, explode: false, schema: PIECE }],
    [{ cookie: "p=a%20b+c&d" }, { ...inCookie, schema: { const: "a b+c&d" } }],
    [{ cookie: "p=5%" }, { ...inCookie, schema: { const: "5%" } }],
    [{ cookie: "p=" }, { ...inCookie, schema: { const: "" } }],
    [{ cookie: `p=${encodeURIComponent('{"size":3}')}` }, { name: "p", in: "cookie", ...ANY_JSON }],
    [{}, inHeader({ type: "integer" })],
    [{ accept: "3" }, { name: "Accept", in: "header", schema: { type: "boolean" } }],
  ])("accepts %j", (headers, parameter) => {
    expect(() => checks(headers, parameter)).not.toThrow();
  });

  it.each<[headers: Record<string, string>, parameter: object, message: string]>([
    [{ "x-p": "3,x" }, inHeader(LIST), '["X-P"][1] must be an integer'],
    [{ "x-p": "size,x" }, inHeader(PIECE), '["X-P"].size must be an integer'],
    [{ "x-p": "{" }, { name: "X-P", in: "header", ...ANY_JSON }, 'X-P must be JSON, not "{"'],
    [{}, inHeader(LIST, { required: true }), "the header X-P is required"],
    [{ cookie: "p=x" }, inCookie, "p must be an integer"],
    [{ cookie: "p=3; p=x" }, { ...inCookie, schema: LIST }, "p[1] must be an integer"],
    [{ cookie: "size=x" }, { ...inCookie, schema: PIECE }, "p.size must be an integer"],
    [{ cookie: "q=3" }, inCookie, "the cookie p is required"],
  ])("rejects %j", (headers, parameter, message) => {
    expect(() => checks(headers, parameter)).toThrow(new Violation(message));
  });
});
