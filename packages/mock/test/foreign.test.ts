/** Documents as other people and their generators write them, one trait each. */
import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";
import {
  boolean,
  get,
  inPath,
  inQuery,
  integer,
  json,
  notFound,
  object,
  ok,
  ref,
  type Schema,
  serve,
  text,
} from "./small-document.js";

describe("a schema", () => {
  it.each<[string, unknown]>([
    ["{}", {}],
    ["only a description", { description: "Anything." }],
    ["true", true],
    ["not a text", { not: text }],
  ])("that accepts anything gets a small value: %s", async (_name, schema) => {
    const send = await serve({ "/a": get("getA", ok(object({ x: schema }))) });
    const { status, body } = await send("GET", "/a");
    expect(status).toBe(200);
    expect(JSON.stringify(body).length).toBeLessThan(30);
  });
  it("that refers to itself in many places gets a value of limited size", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `p${i}`);
    const wide = {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { type: "array", items: ref("Wide") }])),
    };
    const send = await serve({ "/a": get("getA", ok(ref("Wide"))) }, { Wide: wide });
    const { status, body } = await send("GET", "/a");
    expect(status).toBe(200);
    expect(JSON.stringify(body).length).toBeLessThan(100_000);
  });
  it("can have keywords beside a $ref", async () => {
    const x = { ...ref("X"), "x-y": 1, maxLength: 3 };
    const send = await serve({ "/a": get("getA", ok(object({ x }))) }, { X: { type: "string", minLength: 3 } });
    const { body } = await send("GET", "/a");
    expect(body.x).toHaveLength(3);
  });
});

describe("a list", () => {
  it.each<[string, Schema, (body: unknown[]) => boolean]>([
    [
      "of at most three records",
      { type: "array", maxItems: 3, items: object({ id: integer }) },
      (all) => all.length === 3,
    ],
    [
      "with prefixItems and without items",
      { type: "array", prefixItems: [text, integer] },
      ([a, b]) => typeof a === "string" && typeof b === "number",
    ],
    ["of arrays", { type: "array", items: { type: "array", items: integer } }, ([first]) => Array.isArray(first)],
    ["of anything", { type: "array" }, (all) => Array.isArray(all)],
    ["of nothing", { type: "array", items: false }, (all) => all.length === 0],
    ["that must contain a value", { type: "array", items: integer, contains: { const: 7 } }, (all) => all.includes(7)],
  ])("%s is as its schema says", async (_name, schema, holds) => {
    const send = await serve({ "/a": get("listA", ok(schema)) });
    const { status, body } = await send("GET", "/a");
    expect([status, holds(body)]).toEqual([200, true]);
  });

  it.each([
    [
      0,
      { totalElements: 1000, totalPages: 50, number: 0, first: true, last: false, numberOfElements: 20, empty: false },
    ],
    [
      49,
      { totalElements: 1000, totalPages: 50, number: 49, first: false, last: true, numberOfElements: 20, empty: false },
    ],
    [
      50,
      { totalElements: 1000, totalPages: 50, number: 50, first: false, last: true, numberOfElements: 0, empty: true },
    ],
  ])("in the envelope of Spring has facts that agree: page %i", async (page, facts) => {
    const names = {
      totalElements: integer,
      totalPages: integer,
      number: integer,
      size: integer,
      numberOfElements: integer,
    };
    const flags = { first: boolean, last: boolean, empty: boolean };
    const pageable = object({ pageNumber: integer, pageSize: integer, offset: integer });
    const envelope = object({
      content: { type: "array", items: object({ id: integer }) },
      ...names,
      ...flags,
      pageable,
    });
    const query = [
      { name: "page", in: "query", schema: { type: "integer", default: 0 } },
      { name: "size", in: "query", schema: { type: "integer", default: 20 } },
    ];
    const send = await serve({ "/p": get("listP", ok(envelope), query) });
    const { body } = await send("GET", `/p?page=${page}`);
    expect(body).toMatchObject({ ...facts, size: 20, pageable: { pageNumber: page, pageSize: 20, offset: page * 20 } });
    expect(body.content).toHaveLength(facts.numberOfElements);
  });

  it("far beyond its end still has a number that JSON can carry", async () => {
    const envelope = object({
      content: { type: "array", items: object({ id: integer }) },
      number: integer,
      last: boolean,
    });
    const query = [inQuery("page", { type: "number" })];
    const send = await serve({ "/p": get("listP", ok(envelope), query) });
    const { status, body } = await send("GET", "/p?page=1.7976931348623157e%2B308");
    expect([status, Number.isSafeInteger(body.number), body.last, body.content]).toEqual([200, true, true, []]);
  });

  it("with hasMore, a cursor and a count has facts that agree, and its cursors lead through it", async () => {
    const envelope = object({
      data: { type: "array", items: object({ id: integer }) },
      meta: object({ hasMore: boolean, total: integer, count: integer, nextCursor: { type: ["string", "null"] } }),
    });
    const query = [inQuery("limit", integer), inQuery("cursor", text)];
    const send = await serve({ "/p": get("listP", ok(envelope), query) });
    const first = await send("GET", "/p?limit=600");
    expect(first.body.meta).toEqual({ hasMore: true, total: 1000, count: 600, nextCursor: "600" });
    const second = await send("GET", `/p?limit=600&cursor=${first.body.meta.nextCursor}`);
    expect(second.body.meta).toEqual({ hasMore: false, total: 1000, count: 400, nextCursor: null });
    expect(second.body.data[0].id).toBe(601);
  });
});

it("the Link of a list names its pages by the parameters of the list", async () => {
  const query = ["page", "per_page"].map((name) => inQuery(name, integer));
  const listed = {
    200: {
      description: "d",
      headers: { Link: { schema: text } },
      content: json({ type: "array", items: object({ id: text }) }),
    },
  };
  const send = await serve({ "/p": get("listP", listed, query) });
  const { headers, body } = await send("GET", "/p?per_page=2&page=1");
  const [, next = ""] = /<[^>]*(\/p\?[^>]*)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
  expect(next).toBe("/p?per_page=2&page=2");
  const all = await send("GET", "/p?per_page=4&page=1");
  expect([...body, ...(await send("GET", next)).body]).toEqual(all.body);
});

it("a list is in one of several pages, or beside counts of its records", async () => {
  const pages = [object({ total: integer }), object({ more: boolean })].map((pagination) =>
    object({ items: { type: "array", items: object({ id: text }) }, pagination }),
  );
  const seats = object({ seats: { type: "array", items: object({ id: text }) }, available_seats: integer });
  const query = [inQuery("limit", integer)];
  const send = await serve({
    "/events": get("listEvents", ok({ anyOf: pages }), query),
    "/club-seats": get("clubSeats", ok(seats)),
  });
  expect((await send("GET", "/events?limit=3")).body.items).toHaveLength(3);
  expect((await send("GET", "/club-seats")).body.seats).toHaveLength(20);
});

describe("a list with cursors", () => {
  const array = { type: "array", items: object({ id: text }) };
  interface Page {
    readonly data: readonly { readonly id: string }[];
    readonly paging: { readonly next?: string };
    readonly cursor: string;
    readonly isLast: boolean;
  }

  it.each<[string, string, Schema, (page: Page) => string | undefined]>([
    [
      "whose fields are those of its parameters, and null is not allowed",
      "next",
      object({ data: array, paging: object({ next: text, prev: text }, []) }, ["data"]),
      ({ paging }) => paging.next,
    ],
    ["that requires a text at the end", "cursor", object({ data: array, cursor: text }), ({ cursor }) => cursor],
    [
      "and null at the end",
      "cursor",
      object({ data: array, cursor: { type: ["string", "null"] }, isLast: boolean }),
      ({ isLast, cursor }) => (isLast ? undefined : cursor),
    ],
    [
      "that are ids of records",
      "starting_after",
      object({ data: array, isLast: boolean }),
      ({ data, isLast }) => (isLast ? undefined : data.at(-1)?.id),
    ],
  ])("%s ends", async (_name, parameter, envelope, next) => {
    const query = [inQuery("limit", integer), inQuery(parameter, text)];
    const send = await serve({ "/p": get("listP", ok(envelope), query) });
    const ids: string[] = [];
    for (let [cursor, pages]: [string | undefined, number] = ["0", 0]; cursor && pages < 9; pages++) {
      const { body } = await send("GET", `/p?limit=400&${parameter}=${cursor}`);
      for (const { id } of (body as Page).data) ids.push(id);
      cursor = next(body);
    }
    expect([ids.length, new Set(ids).size]).toEqual([1000, 1000]);
  });
});

describe("a list of a union", () => {
  const branch = (kind: string, more: object, optional: string[] = []) => {
    const properties = { id: text, kind: { const: kind }, name: text, ...more };
    const required = Object.keys(properties).filter((name) => !optional.includes(name));
    return { ...object(properties, required), additionalProperties: false };
  };
  const branches = [
    branch("number", { value: { type: "number" }, unit: { enum: ["kg", "m"] } }, ["unit"]),
    branch("text", { value: text, queue: text }),
  ];
  const query = ["name", "kind", "value", "unit", "queue"].map((name) => inQuery(name, text));
  const score = ref("Score");
  const paths = {
    "/scores": get("list", ok({ type: "array", items: score }), query),
    "/scores/{id}": get("get", { ...ok(score), ...notFound }, [inPath("id")]),
  };

  it.each(["oneOf", "anyOf"])("is filtered by what its records show: %s", async (keyword) => {
    const send = await serve(paths, { Score: { [keyword]: branches } });
    const { body: all } = await send("GET", "/scores");
    expect(new Set(all.map(({ kind }: { kind: string }) => kind)).size).toBe(2);
    for (const { name } of query) {
      const wanted = all.find((one: object) => Object.hasOwn(one, name))[name];
      const { body: found } = await send("GET", `/scores?${name}=${wanted}`);
      expect(found, name).toEqual(all.filter((one: Record<string, unknown>) => one[name] === wanted));
    }
    expect((await send("GET", `/scores/${all[3].id}`)).body).toEqual(all[3]);
  });

  it("is filtered by the fields that the records of another operation have in another form", async () => {
    const record = (parts: Schema) => object({ id: text, name: text, parts: { type: "array", items: parts } });
    const send = await serve({
      "/traces/{id}": get("get", { ...ok(record(object({ id: text }))), ...notFound }, [inPath("id")]),
      "/traces": get("list", ok({ type: "array", items: record(text) }), query.slice(0, 1)),
    });
    const { body: all } = await send("GET", "/traces");
    const { body: found } = await send("GET", `/traces?name=${all[0].name}`);
    expect(found).toEqual(all.filter(({ name }: { name: string }) => name === all[0].name));
  });
});

describe("a list of a union of arrays", () => {
  it("has pages", async () => {
    const arrays = [object({ id: integer, at: text }), object({ id: integer })].map((items) => ({
      type: "array",
      items,
    }));
    const numbers = ["page", "per_page"].map((name) => inQuery(name, integer));
    const send = await serve({ "/stars": get("list", ok({ anyOf: arrays }), numbers) });
    const pageOf = async (search: string) => (await send("GET", `/stars?${search}`)).body;
    const both = [...(await pageOf("per_page=2&page=1")), ...(await pageOf("per_page=2&page=2"))];
    expect(both).toHaveLength(4);
    expect(await pageOf("per_page=4")).toEqual(both);
  });
});

describe("a list with a parameter order", () => {
  const record = object({ id: integer, weight: { type: "integer", minimum: 0, maximum: 100_000 } });
  const ordered = (order: Schema) => [
    { name: "order", in: "query", schema: order },
    { name: "sort", in: "query", schema: { type: "string", enum: ["weight"] } },
  ];

  it.each([
    ["whose values are fields sorts by them", { enum: ["id", "weight"] }, "?order=weight", 1],
    ["with a list of fields sorts by them", { type: "array", items: { enum: ["id", "weight"] } }, "?order=weight", 1],
    ["whose values are directions turns the order of sort", { enum: ["asc", "desc"] }, "?sort=weight&order=desc", -1],
  ])("%s", async (_, schema, search, direction) => {
    const send = await serve({ "/r": get("listR", ok({ type: "array", items: record }), ordered(schema)) });
    const weights: number[] = (await send("GET", `/r${search}`)).body.map(({ weight }: { weight: number }) => weight);
    expect(weights.length).toBeGreaterThan(1);
    expect(weights).toEqual([...weights].sort((one, other) => (one - other) * direction));
    const plain: number[] = (await send("GET", "/r")).body.map(({ weight }: { weight: number }) => weight);
    expect(plain).not.toEqual(weights);
  });
});

describe("a documented example", () => {
  const chair = { id: "sku-100", name: "Blue chair" };
  const record = object({ id: text, name: text });
  const list = get("listR", ok({ type: "array", items: ref("R") }));
  const one = (more: object, parameter: object = {}) =>
    get("getR", { ...ok(ref("R"), more), ...notFound }, [inPath("id", text, parameter)]);

  it.each<[string, object, object, object]>([
    ["of a response", { example: chair }, record, {}],
    ["with a name", { examples: { chair: { value: chair } } }, record, {}],
    ["of a schema", {}, { ...record, examples: [chair] }, {}],
  ])("%s is a record under its id, and the first one of its list", async (_name, more, schema) => {
    const send = await serve({ "/r": list, "/r/{id}": one(more) }, { R: schema });
    expect((await send("GET", "/r/sku-100")).body).toEqual(chair);
    const { body } = await send("GET", "/r");
    expect(body[0]).toEqual(chair);
    expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(20);
    for (const { id } of body) expect((await send("GET", `/r/${id}`)).body.id).toBe(id);
    expect((await send("GET", "/r/unknown")).status).toBe(404);
  });
  it("of a list comes first, and takes its id from the record that had it", async () => {
    const shown = [
      { id: 5, name: "Five" },
      { id: 2, name: "Two" },
    ];
    const all = get("listR", ok({ type: "array", items: ref("R") }, { example: shown }));
    const send = await serve(
      { "/r": all, "/r/{id}": get("getR", { ...ok(ref("R")), ...notFound }, [inPath("id", integer)]) },
      { R: object({ id: integer, name: text }) },
    );
    const { body } = await send("GET", "/r");
    expect(body.slice(0, 2)).toEqual(shown);
    const ids = body.map(({ id }: { id: number }) => id);
    expect([...ids].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    for (const { id } of body) expect((await send("GET", `/r/${id}`)).body.id).toBe(id);
  });
  it("of a parameter is the id of a record, also without a list", async () => {
    const send = await serve({ "/r/{id}": one({}, { example: "r_01" }) }, { R: record });
    expect(await send("GET", "/r/r_01")).toMatchObject({ status: 200, body: { id: "r_01" } });
    expect((await send("GET", "/r/r_02")).status).toBe(404);
  });
  it("of a parameter is no id if the record cannot have it", async () => {
    const uuid = { type: "string", format: "uuid" };
    const [all, parameter] = [
      get("list", ok({ type: "array", items: ref("R") })),
      inPath("id", text, { example: "5" }),
    ];
    const send = await serve(
      { "/r": all, "/r/{id}": get("get", { ...ok(ref("R")), ...notFound }, [parameter]) },
      { R: object({ id: uuid, name: text }) },
    );
    const { body } = await send("GET", "/r");
    for (const { id } of body) expect((await send("GET", `/r/${id}`)).body.id).toBe(id);
    expect((await send("GET", "/r/5")).status).toBe(404);
  });
  it("of a parameter is that of a record with all its fields, which filters find", async () => {
    const list = get("list", ok({ type: "array", items: ref("R") }), [inQuery("name", text)]);
    const below = get("get", { ...ok(ref("R")), ...notFound }, [inPath("r_id", text, { example: "5" })]);
    const send = await serve({ "/r": list, "/r/{r_id}": below }, { R: object({ name: { ...text, format: "uuid" } }) });
    const [{ name }] = (await send("GET", "/r")).body;
    expect((await send("GET", `/r?name=${name}`)).body[0]).toEqual({ name });
  });
  it("that is not valid is not sent for a status, unless the request names it", async () => {
    const examples = { none: { value: null } };
    const accepted = { 202: { description: "d", content: json({ type: "object" }, { examples }) } };
    const send = await serve({ "/a": get("getA", { ...ok(integer), ...accepted }) });
    const body = async (prefer: string) => (await send("GET", "/a", undefined, { Prefer: prefer })).body;
    expect([await body("code=202"), await body("code=202, example=none")]).toEqual([{}, null]);
  });
  it("of a response answers the example of the request as it is", async () => {
    const payment = object({ card: text }, []);
    const post = {
      operationId: "charge",
      requestBody: { content: json(payment, { example: { card: "4242" } }) },
      responses: ok(payment, { example: { card: "**42" } }),
    };
    const send = await serve({ "/charge": { post } });
    expect((await send("POST", "/charge", { card: "4242" })).body).toEqual({ card: "**42" });
    expect((await send("POST", "/charge", { card: "1111" })).body).toEqual({ card: "1111" });
  });
  it("can be changed and deleted, and does not exist in an empty scenario", async () => {
    const item = {
      ...one({ example: chair }),
      put: {
        operationId: "putR",
        parameters: [inPath("id")],
        requestBody: { content: json(ref("R")) },
        responses: ok(ref("R")),
      },
      delete: { operationId: "deleteR", parameters: [inPath("id")], responses: { 204: { description: "Gone." } } },
    };
    const send = await serve({ "/r": list, "/r/{id}": item }, { R: record });
    await send("PUT", "/r/sku-100", { id: "sku-100", name: "Red chair" });
    expect((await send("GET", "/r")).body[0]).toEqual({ id: "sku-100", name: "Red chair" });
    const empty = { Prefer: "scenario=empty" };
    expect((await send("GET", "/r", undefined, empty)).body).toEqual([]);
    expect((await send("GET", "/r/sku-100", undefined, empty)).status).toBe(404);
    expect((await send("DELETE", "/r/sku-100")).status).toBe(204);
    expect((await send("GET", "/r/sku-100")).status).toBe(404);
    expect((await send("GET", "/r")).body[0].id).not.toBe("sku-100");
  });
});

it("a list begins with its first record, however small the offset is", async () => {
  const item = object({ id: integer, at: { type: "string", format: "date-time" } });
  const offset = { name: "offset", in: "query", schema: integer };
  const send = await serve({ "/o": get("list", ok({ type: "array", items: item }), [offset]) }, {});
  const [first] = (await send("GET", "/o")).body;
  for (const small of [-1, -9007199254740991]) {
    const { status, body } = await send("GET", `/o?offset=${small}`);
    expect({ status, first: body[0] }).toEqual({ status: 200, first });
  }
});

describe("media types", () => {
  it("of a range are JSON", async () => {
    const content = { "*/*": { schema: object({ id: integer }) } };
    const send = await serve({ "/a": get("getA", { 200: { description: "d", content } }) });
    expect(await send("GET", "/a")).toMatchObject({ type: "application/json", body: { id: expect.any(Number) } });
  });
  it("that differ in a parameter are chosen by Accept", async () => {
    const entry = (version: number) => [
      `application/json; version=${version}`,
      { schema: object({ version: { const: version } }) },
    ];
    const content = Object.fromEntries([entry(1), entry(2)]);
    const send = await serve({ "/a": get("getA", { 200: { description: "d", content } }) });
    for (const version of [1, 2]) {
      const type = `application/json; version=${version}`;
      expect(await send("GET", "/a", undefined, { Accept: type })).toMatchObject({ type, body: { version } });
    }
  });
});

it("an error that is described for any media type and for JSON is that for JSON", async () => {
  const errors = {
    400: {
      description: "d",
      content: { "*/*": { schema: { type: "object" } }, ...json(object({ meta: object({ why: text }) })) },
    },
  };
  const send = await serve({ "/a": get("getA", { ...ok(text), ...errors }, [inQuery("n", integer)]) });
  const { type, body } = await send("GET", "/a?n=x");
  expect([type, body]).toEqual(["application/json", { meta: { why: expect.any(String) } }]);
});

describe("errors", () => {
  it("are written as documented, with the reason in X-Mock", async () => {
    const errors = { 404: { description: "d", content: { "text/html": { schema: text } } } };
    const send = await serve({
      "/a": get("list", ok({ type: "array", items: object({ id: text }) })),
      "/a/{id}": get("get", { ...ok(object({ id: text })), ...errors }, [inPath("id")]),
    });
    const { status, type, body, why } = await send("GET", "/a/none");
    expect([status, type]).toEqual([404, "text/html"]);
    expect(body).toContain("no record with id");
    expect(why).toContain("no record with id");
  });
  it("of FastAPI say what is wrong", async () => {
    const detail = {
      type: "array",
      items: object({ loc: { type: "array", items: { anyOf: [text, integer] } }, msg: text, type: text }),
    };
    const errors = { 422: { description: "d", content: json({ type: "object", properties: { detail } }) } };
    const parameter = { name: "n", in: "query", schema: { anyOf: [integer, { type: "null" }] } };
    const send = await serve({ "/a": get("get", { ...ok(object({ id: text })), ...errors }, [parameter]) });
    expect((await send("GET", "/a?n=1")).status).toBe(200);
    const { status, body } = await send("GET", "/a?n=x");
    expect([status, body.detail[0].msg]).toEqual([422, "n must be an integer, or n must be null"]);
  });
});

describe("an operation that no request or response can satisfy", () => {
  const never = { type: "object", properties: { x: { not: {} } }, required: ["x"] };
  it.each<[string, object, string]>([
    ["types that exclude each other", ok({ allOf: [text, integer] }), "exclude each other"],
    ["a schema that requires itself", ok(ref("Self")), "requires itself"],
    ["bounds that cross", ok({ type: "integer", minimum: 5, maximum: 3 }), "minimum: 5 is above maximum: 3"],
    ["a pattern that is none", ok(object({ x: { type: "string", pattern: "(" } })), "Invalid regular expression"],
    [
      "a value that the mock cannot find",
      ok({ type: "string", pattern: "^(?=a)b$" }),
      "no valid value could be generated",
    ],
  ])("is a 501 that says why, and the others work: %s", async (_name, responses, reason) => {
    const Self = { type: "object", properties: { next: ref("Self") }, required: ["next"] };
    const send = await serve(
      { "/bad": get("bad", responses), "/good": get("good", ok(object({ id: integer }))) },
      { Self },
    );
    const { status, why } = await send("GET", "/bad");
    expect(status).toBe(501);
    expect(decodeURIComponent(why)).toContain(reason);
    expect((await send("GET", "/good")).status).toBe(200);
  });
  it("is a 501 for an impossible request, too", async () => {
    const post = { operationId: "bad", requestBody: { required: true, content: json(never) }, responses: ok(text) };
    const send = await serve({ "/bad": { post } });
    expect(await send("POST", "/bad", { x: 1 })).toMatchObject({
      status: 501,
      why: expect.stringContaining("bad can have no request"),
    });
  });
});

it("a query parameter with the name of the API key is that key", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    security: [{ key: [] }],
    paths: {
      "/a": get("get", ok(object({ id: integer })), [{ name: "client_id", in: "query", required: true, schema: text }]),
    },
    components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "client_id" } } },
  };
  const mock = await testMock({ document });
  const status = async (query: string) => (await fetch(`${mock.url}/a${query}`)).status;
  expect(await status(`?client_id=${mock.apiKey}`)).toBe(200);
  expect(await status("?client_id=other")).toBe(401);
  expect(await status("")).toBe(401);
});

describe("a list that does not show identities", () => {
  const summary = object({ name: text, url: { type: "string", format: "uri" } });
  const paths = {
    "/abilities": get("listAbilities", ok({ type: "array", items: summary })),
    "/abilities/{id}": get("getAbility", ok(object({ id: integer, name: text }), {}, 200), [inPath("id")]),
  };

  it.each(["7", "overgrow"])("leaves open which records exist: %s", async (id) => {
    const send = await serve(paths);
    const { status, body } = await send("GET", `/abilities/${id}`);
    expect([status, typeof body.id]).toEqual([200, "number"]);
    if (id === "7") expect(body.id).toBe(7);
    expect(await send("GET", `/abilities/${id}`)).toMatchObject({ body });
  });
});
