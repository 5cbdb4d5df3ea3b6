import { expect, it } from "vitest";
import { canHave, checkReturned } from "../src/demands/returned-values.js";
import { type Document, operationsOf } from "../src/document/document.js";

const line = {
  type: "object",
  properties: {
    id: { type: "string", readOnly: true },
    text: { type: "string" },
    note: { type: "string", writeOnly: true },
    moment: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
    uuid: { type: "string", format: "uuid" },
    url: { type: "string", format: "uri" },
    email: { type: "string", format: "email" },
  },
};
const order = {
  type: "object",
  properties: { lines: { type: "array", items: { $ref: "#/components/schemas/Line" } } },
};
const content = { "application/json": { schema: order } };
const document = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  components: { schemas: { Line: line } },
  paths: {
    "/orders": {
      post: {
        operationId: "createOrder",
        requestBody: { content },
        responses: { "201": { description: "Created", content } },
      },
    },
  },
} as unknown as Document;
const [operation] = operationsOf(document);
const withOperation = (post: object) =>
  ({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": { post } } }) as unknown as Document;
const created = (content: object) => ({ "201": { description: "Created", content } });
const check = (sent: object[], received: object[]) => () => {
  if (!operation) throw new Error("There is no operation.");
  checkReturned(operation, { lines: sent }, { lines: received });
};

it("the echo check accepts read-only fields that a server adds to records in an array, and missing write-only fields", () => {
  expect(check([{ text: "a", note: "n" }], [{ id: "1", text: "a" }])).not.toThrow();
});

it.each([
  ["a changed field", [{ text: "a" }], [{ text: "b" }], "lines[0].text"],
  ["a lost field", [{ text: "a" }], [{ id: "1" }], "lines[0].text"],
  ["a lost element", [{ text: "a" }, { text: "b" }], [{ text: "a" }], "the number of elements of lines"],
  ["another order", [{ text: "a" }, { text: "b" }], [{ text: "b" }, { text: "a" }], "lines[0].text"],
])("the echo check detects %s in an array of records", (_, sent, received, place) => {
  expect(check(sent, received)).toThrow(place);
});

it.each<[what: string, items: object, isDemanded: boolean]>([
  ["texts", { type: "string" }, true],
  ["objects in the place of texts", Object(line), false],
])("the echo check counts the elements of an array only if it can show what was sent: %s", (_, items, isDemanded) => {
  const described = (element: object) => ({
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { poll: { type: "object", properties: { options: { type: "array", items: element } } } },
        },
      },
    },
  });
  const post = {
    requestBody: described({ type: "string" }),
    responses: { "201": { description: "Created", ...described(items) } },
  };
  const [create] = operationsOf({ ...document, paths: { "/posts": { post } } } as unknown as Document);
  const options = isDemanded ? ["a", "b"] : [{ text: "a" }, { text: "b" }];
  const checked = () => create && checkReturned(create, { poll: { options: ["a"] } }, { poll: { options } });
  if (isDemanded) expect(checked).toThrow("the number of elements of poll.options");
  else expect(checked).not.toThrow();
});

it.each([
  ["moment", "2026-11-21T06:15:00.1Z", "2026-11-21T06:15:00.100000+00:00", "2026-11-21T06:15:00.1+01:00"],
  [
    "uuid",
    "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D",
    "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
    "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4e",
  ],
  ["url", "https://Example.com", "https://example.com/", "https://example.com/a"],
  ["email", "Ada@Example.COM", "Ada@example.com", "ada@example.com"],
])(
  "the echo check accepts another notation of a field's format, but no other value, and none without: %s",
  (name, sent, same, other) => {
    expect(check([{ [name]: sent }], [{ [name]: same }])).not.toThrow();
    expect(check([{ [name]: sent }], [{ [name]: other }])).toThrow(`lines[0].${name}`);
    expect(check([{ text: sent }], [{ text: same }])).toThrow("lines[0].text");
  },
);

const Name = { type: "object", properties: { name: { type: "string" } } };
const with200 = (schema: object) => ({
  "200": { description: "Fine.", content: { "*/*": { schema } } },
});

const listedIn = (records: string) => ({
  "x-pagination": { shape: "standard", records, identity: "name" },
  responses: with200({
    type: "object",
    properties: { others: { type: "array", items: order }, names: { type: "array", items: Name } },
  }),
});

it("the echo check demands nothing of a POST with 200 whose response has no described fields, as its list", () => {
  const anything = with200({});
  const list = with200({ type: "array", items: {} });
  const post = { requestBody: { content: { "application/json": { schema: Name } } }, responses: anything };
  const paths = { "/names": { post, get: { responses: list } }, "/names/{id}": { get: { responses: anything } } };
  const [create] = operationsOf({ ...document, paths } as unknown as Document).filter(
    ({ method }) => method === "POST",
  );
  expect(create).toBeDefined();
  if (create) expect(() => checkReturned(create, { name: "a" }, { name: "b" })).not.toThrow();
});

it.each<[what: string, others: object, isDemanded: boolean]>([
  [
    "a record of the list at its path",
    { "/names": { get: { responses: with200({ type: "array", items: Name }) } } },
    true,
  ],
  [
    "a record of the page at its path",
    {
      "/names/": {
        get: { responses: with200({ type: "object", properties: { content: { type: "array", items: Name } } }) },
      },
    },
    true,
  ],
  ["the record of a get below its path", { "/names/{id}": { get: { responses: with200(Name) } } }, true],
  ["a record of the list that x-pagination names", { "/names": { get: listedIn("names") } }, true],
  ["no record of the list that x-pagination names", { "/names": { get: listedIn("others") } }, false],
  ["a record of another list", { "/words": { get: { responses: with200({ type: "array", items: Name }) } } }, false],
  ["no record of the list", { "/names": { get: { responses: with200({ type: "array", items: order }) } } }, false],
  ["the record at its own path", { "/names": { get: { responses: with200(Name) } } }, false],
])("the echo check demands what was sent of a POST with 200 that shows %s: %j", (_, others, isDemanded) => {
  const post = { requestBody: { content: { "application/json": { schema: Name } } }, responses: with200(Name) };
  const paths = Object.entries({ "/names": {}, ...others }).map(([path, item]) => [
    path,
    path === "/names" ? { ...item, post } : item,
  ]);
  const [create] = operationsOf({ ...document, paths: Object.fromEntries(paths) } as unknown as Document).filter(
    ({ method }) => method === "POST",
  );
  if (!create) throw new Error("There is no operation.");
  const echo = expect(() => checkReturned(create, { name: "a" }, { name: "b" }));
  if (isDemanded) echo.toThrow("name");
  else echo.not.toThrow();
});

it("the echo check asks the schema of a record in an envelope, or in parts, whether it can show a value", () => {
  const texts = { type: "array", items: { type: "string" } };
  const sent = { type: "object", properties: { areas: { ...texts, type: ["array", "null"] }, size: {} } };
  const shown = { type: "object", properties: { areas: texts, size: { type: "integer" } } };
  const envelope = {
    allOf: [
      { type: "object", properties: { ok: {} } },
      { properties: { data: { $ref: "#/components/schemas/Shown" } } },
    ],
  };
  const made = {
    ...document,
    components: { schemas: { Shown: { allOf: [shown] } } },
    paths: {
      "/users": {
        post: {
          requestBody: { content: { "application/json": { schema: sent } } },
          responses: { "201": { description: "Created", content: { "application/json": { schema: envelope } } } },
        },
      },
    },
  } as unknown as Document;
  const [create] = operationsOf(made);
  const check = (value: object, data: object) => () => create && checkReturned(create, value, { ok: true, data });
  expect(check({ areas: null, size: "x" }, { areas: ["a"], size: 5 })).not.toThrow();
  expect(check({ areas: ["b"] }, { areas: ["a"] })).toThrow("areas[0]");
  expect(check({ size: 4 }, { size: 5 })).toThrow("size");
  // The request may have the same envelope.
  expect(check({ data: { size: "x", name: "a" } }, { size: 5 })).not.toThrow();
  expect(check({ data: { size: 4 } }, { size: 5 })).toThrow("size");
});

it.each<[what: string, name: string, schema: object, sent: unknown, shown: unknown, isDemanded: boolean]>([
  [
    "a time that the server sets",
    "createdAt",
    { type: "string", format: "date-time" },
    "2025-01-02T00:00:00Z",
    "2026-01-02T00:00:00Z",
    false,
  ],
  ["a time without a format", "updated_at", { type: "string" }, "then", "now", false],
  ["the last change", "lastModified", { type: "integer" }, 1, 7, false],
  ["a permission", "update", { type: "boolean" }, true, false, true],
  ["a flag", "modified", { type: "boolean" }, true, false, true],
  ["another time", "dueAt", { type: "string" }, "then", "now", true],
])("%s need not be as it was sent: %s", (_, name, schema, sent, shown, isDemanded) => {
  const json = { "application/json": { schema: { type: "object", properties: { [name]: schema } } } };
  const [create] = operationsOf(withOperation({ requestBody: { content: json }, responses: created(json) }));
  const run = () => checkReturned(create as NonNullable<typeof create>, { [name]: sent }, { [name]: shown });
  if (isDemanded) expect(run).toThrow(name);
  else expect(run).not.toThrow();
});

it.each<[what: string, request: object, response: object | undefined, isDemanded: boolean]>([
  ["a field that both describe", { a: {} }, { properties: { a: {} } }, true],
  ["a field that the request does not describe", { b: {} }, { properties: { a: {} } }, false],
  ["a field in a response without a schema", { a: {} }, undefined, false],
])("%s is demanded or not", (_, properties, response, isDemanded) => {
  const json = (schema: object | undefined) => ({ "application/json": schema ? { schema } : {} });
  const [create] = operationsOf(
    withOperation({ requestBody: { content: json({ properties }) }, responses: created(json(response)) }),
  );
  const run = () => checkReturned(create as NonNullable<typeof create>, { a: 1 }, { a: 2 });
  if (isDemanded) expect(run).toThrow("a is 2");
  else expect(run).not.toThrow();
});

it.each<[what: string, items: object, sent: unknown, isPossible: boolean]>([
  ["texts, where it has objects", { type: "object" }, ["a"], false],
  ["texts, where it has texts", { type: "string" }, ["a"], true],
  ["objects, to which a server may add fields", { type: "object", required: ["id"] }, [{ name: "a" }], true],
])("a response shows an array only if its schema allows it: %s", (_, items, sent, isPossible) => {
  const shown = { type: "object", properties: { channels: { type: "array", items } } };
  const [create] = operationsOf(withOperation({ responses: created({ "application/json": { schema: shown } }) }));
  expect(create && canHave(create, "channels", sent)).toBe(isPossible);
});
