import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { inRepo } from "../src/in-repo.js";
import { markedJson } from "../src/json.js";
import { documentedOnly } from "../src/limits/documented-only.js";
import { findLimits } from "../src/limits/find-limits.js";
import { lostTypes } from "../src/limits/lost-types.js";
import { slowPatterns } from "../src/limits/slow-patterns.js";
import { unchecked } from "../src/limits/unchecked.js";
import { unreachable } from "../src/limits/unreachable.js";
import { readApi } from "../src/model/read-api.js";

const done = { 204: { description: "Done." } };
const document = (rest: object, operation: object = {}, path = "/things", method = "get") => ({
  openapi: "3.1.1",
  info: { title: "Small", version: "1.0.0" },
  paths: { [path]: { [method]: { operationId: "getThings", responses: done, ...operation } } },
  ...rest,
});
const parameter = (rest: object) => document({}, { parameters: [{ name: "p", in: "query", schema: {}, ...rest }] });
const schema = (Thing: object) => document({ components: { schemas: { Thing } } });
const first = "#/paths/~1things/get/parameters/0";
const array = (items: object) => ({ type: "array", items });
const object = (properties: object) => ({ type: "object", properties });
const security = (scheme: object) =>
  document({ components: { securitySchemes: { tls: scheme } } }, { security: [{ tls: [] }] });

/** A list whose records are ordered by a field. */
const timed = (made: object) => {
  const record = { ...object({ id: {}, made }), required: ["id", "made"] };
  const responses = { 200: { description: "-", content: { "application/json": { schema: array(record) } } } };
  return document(
    {},
    {
      parameters: ["limit", "offset"].map((name) => ({ name, in: "query", schema: { type: "integer" } })),
      responses,
      "x-pagination": { shape: "array", identity: "id", createdAt: "made" },
    },
  );
};

/** A union with an `x-items`, whose items have this value; and one that returns files. */
const items = (extension: unknown, sent: object = {}) => {
  const branch = (kind: string, value: object = {}) => ({
    ...object({ kind: { const: kind }, key: {}, value }),
    required: ["kind"],
  });
  const unionOf = (kinds: string[], value = {}) => ({
    oneOf: kinds.map((kind) => branch(kind, value)),
    discriminator: { propertyName: "kind" },
  });
  const Item = { ...unionOf(["a", "b"], sent), "x-items": extension };
  const Shown = unionOf(["a", "b"], JSON.parse(JSON.stringify(sent).replaceAll("uuid", "uri")));
  return document({ components: { schemas: { Item, Shown, Fewer: unionOf(["a"]), Plain: object({}) } } });
};
const file = { type: "string", format: "uuid" };
const right = { key: "key", type: "kind", value: "value" };
const itemsMistakes: [what: string, extension: unknown, says: string][] = [
  ["no object", "items", 'it must be an object with key, type, value, response, not "items"'],
  ["null", null, "must be an object with key, type, value, response, not null"],
  ["an unknown field", { ...right, kinds: 1 }, '"kinds" is not a field of it; use only key'],
  ["a misspelled field", { ...right, respons: "Item" }, '"respons" is not a field of it; did you mean response?'],
  ["a field that is no name", { ...right, key: 5 }, "key must be a string, not 5"],
  ["a missing field", { key: "key", type: "kind" }, "it needs the field value; add it"],
  ["another discriminator", { ...right, type: "value" }, "type must be the propertyName"],
  ["a field that no item has", { ...right, key: "name" }, 'the type "a" has no field "name"'],
  ["a response that does not exist", { ...right, response: "None" }, 'correct "None"'],
  ["a response that is no union", { ...right, response: "Plain" }, 'correct "Plain"'],
  ["a response without a type", { ...right, response: "Fewer" }, 'Fewer has no type "b"'],
];

/** A body with an `x-limits`. */
const limited = (extension: unknown) =>
  document({}, { requestBody: { content: { "application/json": { "x-limits": extension } } } }, "/things", "post");
const limitsMistakes: [what: string, extension: unknown, says: string][] = [
  ["no object", 5, "must be an object with bytes, itemLevels, not 5"],
  ["an unknown field", { depth: 3 }, '"depth" is not a field'],
  ["zero", { bytes: 0 }, "bytes must be >= 1, not 0"],
  ["a text", { bytes: "5" }, 'bytes must be a whole number, not "5"'],
  ["levels without items", { itemLevels: 8 }, "describe them with x-items"],
];

/** A body of items that may nest one level deep, with an example. */
const example = (value: object, name = "examples") => {
  const content = {
    "application/json": {
      "x-limits": { bytes: 90, itemLevels: 1 },
      schema: { type: "object", properties: { parts: array({ $ref: "#/components/schemas/Item" }) } },
      ...(name === "example" ? { example: value } : { examples: { One: { value } } }),
    },
  };
  const branch = { ...object({ kind: { const: "a" }, key: {}, value: array({ $ref: "#/components/schemas/Item" }) }) };
  const Item = {
    oneOf: [{ ...branch, required: ["kind"] }],
    discriminator: { propertyName: "kind" },
    "x-items": right,
  };
  return document({ components: { schemas: { Item } } }, { requestBody: { content } }, "/things", "post");
};
const nested = { kind: "a", value: [{ kind: "a", value: [] }] };

/** An extension, and where it is wrong. */
const extensionMistakes: [what: string, document: object, pointer: string, says: string][] = [
  [
    "an example of a body that is too large",
    example({ parts: [], note: "ü".repeat(40) }),
    "#/paths/~1things/post/requestBody/content/application~1json/examples/One",
    "x-limits: this example has 102 bytes as JSON, more than bytes: 90 allows",
  ],
  [
    "an example with items that are too deep",
    example({ parts: [nested] }, "example"),
    "#/paths/~1things/post/requestBody/content/application~1json/example",
    "x-limits: this example nests parts[0].value[0] deeper than itemLevels: 1 allows",
  ],
  [
    "a promise of another status",
    document({ "x-promises": { otherMethods: 404 } }),
    "#/x-promises",
    "x-promises: otherMethods must be 405, not 404.",
  ],
  [
    "a promise of an operation, at the root",
    document({ "x-promises": { repeatedCreate: "sameRecord" } }),
    "#/x-promises",
    '"repeatedCreate" is not a field of it; use only unknownQueryParameter',
  ],
  [
    "another promise of a repeated create",
    document({}, { "x-promises": { repeatedCreate: "other" } }),
    "#/paths/~1things/get/x-promises",
    'repeatedCreate must be sameRecord, not "other".',
  ],
  [
    "a promise of a response",
    document({}, { responses: { 200: { description: "Done.", "x-promises": {} } } }),
    "#/paths/~1things/get/responses/200/x-promises",
    "x-promises is not read here; move it to the document itself or an operation.",
  ],
  [
    "items that are not in components",
    document(
      {},
      { responses: { 200: { description: "-", content: { "application/json": { schema: { "x-items": right } } } } } },
    ),
    "#/paths/~1things/get/responses/200/content/application~1json/schema/x-items",
    "x-items is not read here; move it to a schema in components/schemas.",
  ],
  [
    "a role that does not exist",
    document({}, { "x-resource": { role: "read" } }),
    "#/paths/~1things/get/x-resource",
    'x-resource: role must be create, list, get, replace, update, delete, action, not "read".',
  ],
  [
    "a resource that is true",
    document({}, { "x-resource": true }),
    "#/paths/~1things/get/x-resource",
    "x-resource: it must be an object with name, role, identity, identifiedBy, not true.",
  ],
  [
    "a page shape that does not exist",
    document(
      {},
      {
        parameters: ["limit", "offset"].map((name) => ({ name, in: "query" })),
        "x-pagination": { shape: "other", identity: "id" },
      },
    ),
    "#/paths/~1things/get/x-pagination",
    'x-pagination: shape must be standard, linked, array, not "other".',
  ],
];

test.each<[says: string | undefined, field: object]>([
  [undefined, { type: "string", format: "date-time" }],
  [undefined, { type: ["string", "null"], format: "date-time" }],
  [undefined, { type: "string" }],
  ['createdAt must be a date-time, but "made" is a date;', { type: "string", format: "date" }],
  ['createdAt must be a date-time, but "made" is of the type integer;', { type: "integer" }],
  ['createdAt must be a date-time, but "made" is of the type integer;', { type: ["integer", "null"], format: "int64" }],
])("the times of a list: %s %j", (says, made) => {
  const messages = findLimits(timed(made)).map(({ message }) => message);
  expect(messages).toEqual(says === undefined ? [] : [expect.stringContaining(`x-pagination: ${says}`)]);
});

test.each<[boolean, object]>([
  [true, file],
  [true, { type: ["string", "null"], format: "uuid" }],
  [true, array(file)],
  [true, object({ id: { type: "string" } })],
  [false, object({ cover: file })],
  [false, array(object({ a: array(file) }))],
  [false, array(array(object({ a: file })))],
  [false, array(array(file))],
  [false, { type: "object", additionalProperties: file }],
  [false, { type: "object", patternProperties: { "^x": array(file) } }],
])("a file of a typed item is a whole value or an element: %j, %j", (isRight, value) => {
  const found = findLimits(items({ ...right, response: "Shown" }, value)).map(({ message }) => message);
  expect(found.filter((message) => message.includes("is returned as the URL of a file"))).toHaveLength(isRight ? 0 : 2);
});

test.each<[boolean, (item: object) => object]>([
  [true, (item) => array(item)],
  [false, (item) => ({ type: "object", additionalProperties: item })],
  [false, (item) => object({ members: array(item) })],
  [false, (item) => object({ first: item })],
])("an item with a file is an element of a value: %j, %s", (isRight, holding) => {
  const union = (name: string, format: string) => ({
    oneOf: [
      { type: "file", value: { type: "string", format } },
      { type: "group", value: holding({ $ref: `#/components/schemas/${name}` }) },
    ].map(({ type, value }) => ({ ...object({ kind: { const: type }, key: {}, value }), required: ["kind"] })),
    discriminator: { propertyName: "kind" },
  });
  const Item = { ...union("Item", "uuid"), "x-items": { ...right, response: "Shown" } };
  const found = findLimits(document({ components: { schemas: { Item, Shown: union("Shown", "uri") } } }));
  const messages = found.map(({ message }) => message).filter((message) => message.includes("the URL of a file"));
  expect(messages).toEqual(isRight ? [] : [expect.stringContaining('values of the type "group" contain a file')]);
});

/** Unsupported features, the location in the message, and the suggested fix. */
const limits: [what: string, document: object, pointer: string, says: string][] = [
  ...extensionMistakes,
  [
    "a time that is no date-time",
    timed({ type: "integer" }),
    "#/paths/~1things/get/x-pagination",
    'x-pagination: createdAt must be a date-time, but "made" is of the type integer; give it type: string and format: date-time, or leave createdAt out.',
  ],
  ...itemsMistakes.map(([what, extension, says]): [string, object, string, string] => [
    `x-items: ${what}`,
    items(extension),
    "#/components/schemas/Item/x-items",
    says,
  ]),
  ...limitsMistakes.map(([what, extension, says]): [string, object, string, string] => [
    `x-limits: ${what}`,
    limited(extension),
    "#/paths/~1things/post/requestBody/content/application~1json/x-limits",
    says,
  ]),
  [
    "a schema that combines too many others",
    document({
      components: {
        schemas: Object.fromEntries(
          Array.from({ length: 15 }, (_, i) => [
            `L${i}`,
            i < 14 ? { allOf: Array(2).fill({ $ref: `#/components/schemas/L${i + 1}` }) } : { type: "object" },
          ]),
        ),
      },
    }),
    "#/components/schemas/L0",
    "This schema combines more than 10,000 others by allOf",
  ],
  [
    "a union with more branches than a call can have arguments",
    document({ components: { schemas: { Wide: { anyOf: Array(200_000).fill({ type: "object" }) } } } }),
    "#/components/schemas/Wide",
    "This schema combines more than 10,000 others by allOf",
  ],
  [
    "a schema whose values are all too large",
    document(
      {},
      {
        responses: {
          200: {
            description: "d",
            content: { "application/json": { schema: { type: "string", minLength: 1_000_000_000 } } },
          },
        },
      },
    ),
    "#/paths/~1things/get/responses/200/content/application~1json/schema",
    "All values of this schema are too large, so getThings can have no response",
  ],
  ["OpenAPI 3.0", { ...document({}), openapi: "3.0.3" }, "#/openapi", "npm run spec -- convert FILE"],
  ["OpenAPI 2.0", { swagger: "2.0", paths: {} }, "#/swagger", "npm run spec -- convert FILE"],
  ["OpenAPI 3.2", { ...document({}), openapi: "3.2.0" }, "#/openapi", "write openapi: 3.1.1"],
  ["a document that is no OpenAPI", { asyncapi: "3.0.0" }, "#/", "begin it with openapi: 3.1.1"],
  ["TRACE", document({}, {}, "/things", "trace"), "#/paths/~1things/trace", "remove this operation"],
  ["a parameter that sets a prototype", parameter({ name: "__proto__" }), `${first}/name`, "rename the parameter"],
  ["a parameter without a name", parameter({ name: "" }), `${first}/name`, "give it one"],
  [
    "a header that cannot be sent",
    parameter({ name: "a b", in: "header" }),
    `${first}/name`,
    'named "a b"; use letters',
  ],
  [
    "headers that differ by case",
    document({}, { parameters: ["X-A", "x-a"].map((name) => ({ name, in: "header", schema: {} })) }),
    "#/paths/~1things/get/parameters/1/name",
    'The headers "X-A" and "x-a" are the same',
  ],
  [
    "a path parameter with a name that paging needs",
    document(
      {},
      {
        "x-pagination": { shape: "array", identity: "id" },
        parameters: [
          { name: "limit", in: "path", required: true, schema: {} },
          ...["limit", "offset"].map((name) => ({ name, in: "query", schema: {} })),
        ],
      },
      "/things/{limit}",
    ),
    "#/paths/~1things~1{limit}/get/parameters/0/name",
    "rename it",
  ],
  [
    "a path without its parameter",
    document({}, {}, "/things/{id}"),
    "#/paths/~1things~1{id}/get",
    "name: id and in: path",
  ],
  [
    "two path parameters with nothing between them",
    document(
      {},
      { parameters: ["id", "format"].map((name) => ({ name, in: "path", required: true, schema: {} })) },
      "/things/{id}{format}",
    ),
    "#/paths/~1things~1{id}{format}/get",
    "with a slash or other text between them",
  ],
  [
    "bounds that contradict each other",
    schema({ type: "integer", minimum: 5, maximum: 3 }),
    "#/components/schemas/Thing/minimum",
    "so no value is valid",
  ],
  ["a parameter without its path", parameter({ in: "path", required: true }), first, "has no {p}; add it to the path"],
  [
    "a path parameter that may be missing",
    document({}, { parameters: [{ name: "id", in: "path", schema: {} }] }, "/things/{id}"),
    "#/paths/~1things~1{id}/get/parameters/0",
    "add required: true",
  ],
  [
    "pages without an offset",
    document({}, { parameters: [{ name: "limit", in: "query" }], "x-pagination": { shape: "array", identity: "id" } }),
    "#/paths/~1things/get/x-pagination",
    'no query parameter "offset"',
  ],
  [
    "a style that its location does not support",
    parameter({ style: "matrix" }),
    `${first}/style`,
    "use form, spaceDelimited",
  ],
  [
    "deepObject for something that is neither an object nor an array",
    parameter({ style: "deepObject", schema: { type: "string" } }),
    `${first}/style`,
    "is for objects and arrays",
  ],
  [
    "pipes between the properties of an object",
    parameter({ style: "pipeDelimited", schema: object({}) }),
    `${first}/style`,
    "is for arrays with explode: false",
  ],
  [
    "an array of arrays",
    parameter({ schema: array(array({})) }),
    `${first}/schema`,
    'give "p" content: application/json',
  ],
  [
    "a window of dates",
    document(
      {},
      {
        "x-pagination": { shape: "array", identity: "uid", updatedAt: "at", updatedFrom: "from", updatedTo: "to" },
        parameters: ["limit", "offset", "from", "to"].map((name) => ({
          ...{ name, in: "query" },
          schema: name === "from" ? { type: "string", format: "date" } : { type: "string" },
        })),
      },
    ),
    "#/paths/~1things/get/x-pagination/updatedFrom",
    'the parameter "from" is none; give it format: date-time',
  ],
  ["mutual TLS", security({ type: "mutualTLS" }), "#/components/securitySchemes/tls/type", "use an API key"],
  [
    "digest",
    security({ type: "http", scheme: "digest" }),
    "#/components/securitySchemes/tls/scheme",
    "(http digest) is",
  ],
  [
    "an API key in a header whose name HTTP does not allow",
    security({ type: "apiKey", in: "header", name: "Authorization: Bearer" }),
    "#/components/securitySchemes/tls/name",
    'cannot be named "Authorization: Bearer"; use letters from A to Z, digits and -. For tokens, write type: http and scheme: bearer.',
  ],
  [
    "an API key without a name",
    security({ type: "apiKey", in: "query", name: "" }),
    "#/components/securitySchemes/tls/name",
    "without a name cannot be sent",
  ],
  [
    "a scheme that is not described",
    document({}, { security: [{ other: [] }] }),
    "#/paths/~1things/get/security",
    'no security scheme "other"; describe it',
  ],
  [
    "$dynamicRef",
    schema({ items: { $dynamicRef: "#a" } }),
    "#/components/schemas/Thing/items/$dynamicRef",
    "leads nowhere",
  ],
  [
    "servers of another origin, by the value of a variable",
    document(
      { servers: [{ url: "https://{region}.example", variables: { region: { default: "a" } } }] },
      { servers: [{ url: "https://{region}.example", variables: { region: { default: "b" } } }] },
    ),
    "#/paths/~1things/get/servers",
    "is at https://b.example, the others at https://a.example;",
  ],
  [
    "servers of another origin",
    document({ servers: [{ url: "https://a.example" }] }, { servers: [{ url: "https://b.example" }] }),
    "#/paths/~1things/get/servers",
    "in a spec of their own",
  ],
  [
    "characters that are not allowed in a URL",
    document({}, {}, "/größen"),
    "#/paths/~1größen/get",
    "use letters from A to Z",
  ],
  [
    "a query in a path",
    document({}, {}, "/things?beta=true"),
    "#/paths/~1things?beta=true/get",
    "has a query, which OpenAPI describes beside the path; write ?beta=true as a parameter",
  ],
  [
    "a fragment in a path",
    document({}, {}, "/things#add"),
    "#/paths/~1things#add/get",
    "has a fragment, #add, which clients do not send",
  ],
  ["an invalid pattern", schema({ pattern: "(" }), "#/components/schemas/Thing", "Unterminated group; correct it."],
  [
    "a reference to a name of older versions of JSON Schema",
    schema({ properties: { a: { type: "object", id: "#a" }, b: { $ref: "#a" } } }),
    "#/components/schemas/Thing",
    "cannot be compiled: can't resolve reference #a",
  ],
  [
    "a reference inside a schema that leads nowhere",
    schema({ properties: { a: { $ref: "#/components/schemas/Other" } } }),
    "#/components/schemas/Thing",
    "cannot be compiled: can't resolve reference #/components/schemas/Other",
  ],
  ["a keyword with a wrong value", schema({ minLength: -1 }), "#/components/schemas/Thing/minLength", "must be >= 0"],
];

test.each(limits)("%s is rejected", (_, spec, pointer, says) => {
  const found = findLimits(spec);
  expect(found.map((limit) => limit.pointer)).toEqual([pointer]);
  expect(found[0]?.message).toContain(says);
});

test("every message under “What is rejected” in openapi/README.md is one of these", async () => {
  const readme = await readFile(inRepo("openapi/README.md"), "utf8");
  const rows = readme.split("### What is rejected")[1]?.split("###")[0]?.split("\n") ?? [];
  const listed = rows.flatMap((row) => /^\| [^|]+ \| (.+) \|$/.exec(row)?.[1] ?? []).slice(1);
  const messages = limits.flatMap(([, spec]) => findLimits(spec).map(({ message }) => message));
  // A file that nothing refers to is not part of the bundle.
  expect(listed.filter((message) => !messages.includes(message))).toEqual([
    expect.stringContaining("nothing refers to this file"),
  ]);
  expect(listed.length).toBeGreaterThan(10);
});

describe("supported, so not rejected:", () => {
  const schemes = [
    { type: "apiKey", in: "cookie", name: "session" },
    { type: "http", scheme: "basic" },
    { type: "oauth2", flows: {} },
  ];
  test.each(schemes)("the security scheme %j", (scheme) => expect(findLimits(security(scheme))).toEqual([]));

  test("a scheme that nothing uses", () => {
    expect(findLimits(document({ components: { securitySchemes: { tls: { type: "mutualTLS" } } } }))).toEqual([]);
  });

  test.each([
    [
      "deepObject with an object or null",
      { style: "deepObject", schema: { anyOf: [object({ a: { type: "string" } }), { type: "null" }] } },
    ],
    ["deepObject", { style: "deepObject", explode: true, schema: object({ a: { type: "string" } }) }],
    ["deepObject with an array inside", { style: "deepObject", schema: object({ a: array({ type: "string" }) }) }],
    [
      "deepObject with objects inside",
      { style: "deepObject", schema: object({ a: object({}), b: array(object({})) }) },
    ],
    [
      "deepObject for an object or a number",
      { style: "deepObject", schema: { anyOf: [object({}), { type: "integer" }] } },
    ],
    ["deepObject for an array", { style: "deepObject", schema: array({ type: "string" }) }],
    ["arrays in JSON", { content: { "application/json": { schema: array(array({})) } } }],
    ["pipes", { style: "pipeDelimited", schema: array({ type: "string" }) }],
  ])("%s", (_, rest) => expect(findLimits(parameter(rest))).toEqual([]));
});

test("webhooks and callbacks are accepted, and reported as part of the bundle and the docs only", () => {
  const paid = { "{$request.body#/url}": { post: { responses: done } } };
  const spec = document({ webhooks: { orderPaid: { post: { responses: done } } } }, { callbacks: { paid } });
  expect(findLimits(spec)).toEqual([]);
  expect(documentedOnly(spec)).toEqual([
    'The webhook "orderPaid" is in the bundle and the docs only; client, mock, service and contract do not send it.',
    'The callback "paid" of getThings is in the bundle and the docs only; client, mock, service and contract do not send it.',
  ]);
  expect(documentedOnly(document({}))).toEqual([]);
  expect(documentedOnly(document({ webhooks: { orderPaid: {}, orderSent: {}, orderLost: {} } }))).toEqual([
    'The webhooks "orderPaid" and 2 more are in the bundle and the docs only; client, mock, service and contract do not send them.',
  ]);
});

test("patterns that are not linear are reported, and those that are linear are not", async () => {
  const evil = "^([A-Za-z0-9]+[-_ ]?)+$";
  const schemas = {
    Named: {
      type: "object",
      patternProperties: { "^(a|a)+$": {} },
      properties: { uid: { type: "string", pattern: evil } },
    },
    Linear: { type: "string", pattern: String.raw`^\d{4}-\d{2}(\.\d+)?(Z|[+-]\d{2})$` },
  };
  const lines = await slowPatterns(document({ components: { schemas } }));
  expect(lines.map((line) => line.split(" to match")[0]).sort()).toEqual([
    `The pattern ${evil} can take exponential time`,
    "The pattern ^(a|a)+$ can take exponential time",
  ]);
});

test("lists whose offset has a maximum are reported", () => {
  const offset = (maximum: number) => ({ name: "offset", in: "query", schema: { type: "integer", maximum } });
  const list = (maximum: number) => {
    const parameters = [offset(maximum), { name: "limit", in: "query", schema: { maximum: 50 } }];
    return readApi(document({}, { "x-pagination": { shape: "array", identity: "id" }, parameters }));
  };
  expect(unreachable(list(20))).toEqual([
    expect.stringMatching(/^getThings returns no more than the first 70 records/),
  ]);
  expect(unreachable(list(Number.MAX_SAFE_INTEGER))).toEqual([]);
});

test("formats that are not checked and integers that JavaScript rounds are reported", () => {
  const id = { type: "integer", format: "int64" };
  const spec = schema(
    object({ at: { type: "string", format: "date-tiem" }, id, small: { ...id, maximum: 9 }, far: { format: "date" } }),
  );
  expect(findLimits(spec)).toEqual([]);
  expect(unchecked(spec)).toEqual([
    'The format "date-tiem" is not checked: #/components/schemas/Thing/properties/at. Did you mean date-time? Correct it, or add a pattern.',
    "JavaScript rounds integers above 9007199254740991: #/components/schemas/Thing/properties/id. Give them this maximum, or send them as strings.",
  ]);
  expect(unchecked(document({}))).toEqual([]);
  const big = JSON.parse(markedJson('{"const":9007199254740993}'));
  expect(unchecked(schema(object({ big, small: { const: 9 }, many: { enum: [1, big.const] } })))).toEqual([
    "Clients in JavaScript cannot send these numbers: #/components/schemas/Thing/properties/big, #/components/schemas/Thing/properties/many. Let the values be strings.",
  ]);
});

describe("a media type that is not JSON", () => {
  const lost = (spec: object) => lostTypes(spec, readApi(spec));
  const returning = (content: object) => document({}, { responses: { 200: { description: "OK.", content } } });
  const text = { type: "string" };

  test.each([
    ["application/xml", object({ id: text }), "a string", "object"],
    ["text/plain", { type: "integer" }, "a string", "integer"],
    ["application/octet-stream", { type: "array" }, "a Blob", "array"],
    ["image/*", { oneOf: [text, object({})] }, "a Blob", "object"],
    ["application/vnd.acme", { enum: [1, 2] }, "a Blob", "number"],
  ])("loses the type of a schema, and generate prints it: %s", (mediaType, schema, used, type) => {
    expect(lost(returning({ [mediaType]: { schema } }))).toEqual([
      `The response 200 of getThings is ${used} in the client, although its schema is of type ${type}: ${mediaType} is not JSON. If it is, write application/json.`,
    ]);
    const body = { requestBody: { content: { [mediaType]: { schema } } } };
    expect(lost(document({}, body, "/things", "post"))).toHaveLength(1);
  });

  test.each([
    ["*/*", object({ id: text })],
    ["application/*", { type: "array" }],
    ["*/*", { allOf: [{ type: "boolean" }] }],
    ["application/problem+json", object({})],
    ["text/plain", text],
    ["image/png", { type: "string", format: "binary" }],
    ["application/octet-stream", {}],
    ["*/*", { type: ["string", "null"] }],
  ])("or a range that includes it, loses nothing with %s: %o", (mediaType, schema) => {
    expect(lost(returning({ [mediaType]: { schema } }))).toEqual([]);
  });

  test("does not matter if there is JSON, too", () => {
    const schema = object({ id: text });
    expect(lost(returning({ "application/xml": { schema }, "application/json": { schema } }))).toEqual([]);
  });
});
