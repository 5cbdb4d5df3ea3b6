/** Documents as other people and their generators write them, one trait each. */
import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";

type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const integer = { type: "integer" };
const boolean = { type: "boolean" };
const object = (properties: object, required = Object.keys(properties)) => ({ type: "object", properties, required });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown, more: object = {}) => ({ "application/json": { schema, ...more } });
const ok = (schema: unknown, more: object = {}, status = 200) => ({
  [status]: { description: "d", content: json(schema, more) },
});
const notFound = { 404: { description: "Not found." } };
const inPath = (name: string, schema: Schema = text, more: object = {}) => ({
  name,
  in: "path",
  required: true,
  schema,
  ...more,
});
const inQuery = (name: string, schema: Schema) => ({ name, in: "query", schema });
const get = (operationId: string, responses: object, parameters: object[] = []) => ({
  get: { operationId, parameters, responses },
});

/** Starts a mock of these paths; returns a function that sends a request to it. */
async function serve(paths: object, schemas: object = {}) {
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } };
  const mock = await testMock({ document });
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(mock.url + path, {
      method,
      headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const sent = await response.text();
    const type = response.headers.get("content-type") ?? "";
    return {
      status: response.status,
      type,
      why: response.headers.get("x-mock") ?? "",
      body: sent !== "" && type.includes("json") ? JSON.parse(sent) : sent,
    };
  };
}

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

it("a request that may be a record or an array of records creates the record", async () => {
  const rule = object({ name: text, size: integer });
  const many = { oneOf: [rule, { type: "array", items: rule }] };
  const post = {
    operationId: "createRule",
    requestBody: { required: true, content: json(many) },
    responses: ok(many),
  };
  const list = get("listRules", ok({ type: "array", items: rule }));
  const item = get("getRule", { ...ok(rule), ...notFound }, [inPath("ruleName")]);
  const send = await serve({ "/rules": { ...list, post }, "/rules/{ruleName}": item });
  const sent = { name: "r-1", size: 7 };
  expect((await send("POST", "/rules", sent)).body).toEqual(sent);
  expect((await send("GET", "/rules/r-1")).body).toEqual(sent);
  expect((await send("POST", "/rules", [sent])).status).toBe(200);
});

it("a record is created under the identity of the request if the response is a task that names it otherwise", async () => {
  const index = object({ uid: text, createdAt: { ...text, format: "date-time" } });
  const post = {
    operationId: "createIndex",
    requestBody: { required: true, content: json(object({ uid: text })) },
    responses: ok(object({ taskUid: integer, indexUid: text }), {}, 202),
  };
  const list = get("listIndexes", ok({ type: "array", items: index }));
  const item = get("getIndex", { ...ok(index), ...notFound }, [inPath("index_uid")]);
  const send = await serve({ "/indexes": { ...list, post }, "/indexes/{index_uid}": item });
  expect(await send("POST", "/indexes", { uid: "i-1" })).toMatchObject({ status: 202, body: { indexUid: "i-1" } });
  expect((await send("GET", "/indexes/i-1")).body.uid).toBe("i-1");
});

it("each record has an identity of its own if a pattern says only how one begins", async () => {
  const id = { type: "string", pattern: "^ses" };
  const list = get("listSessions", ok({ type: "array", items: object({ id }) }));
  const item = get("getSession", { ...ok(object({ id })), ...notFound }, [inPath("id", id)]);
  const send = await serve({ "/sessions": list, "/sessions/{id}": item });
  const { body } = await send("GET", "/sessions");
  expect(new Set(body.map((one: { id: string }) => one.id)).size).toBe(20);
  expect((await send("GET", `/sessions/${body[7].id}`)).body).toEqual(body[7]);
  expect((await send("GET", "/sessions/ses")).status).toBe(404);
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
      ids.push(...(body as Page).data.map(({ id }) => id));
      cursor = next(body);
    }
    expect([ids.length, new Set(ids).size]).toEqual([1000, 1000]);
  });
});

it("a record gets what the server sets in the branch of a union that its type names", async () => {
  const branch = (type: string, value: Schema, more: object = {}) =>
    object({ ...more, type: { type: "string", enum: [type] }, value });
  const union = (more: object) => ({ oneOf: [branch("number", integer, more), branch("text", text, more)] });
  const survey = (more: object) => object({ ...more, variables: { type: "array", items: union(more) } });
  const post = {
    operationId: "createSurvey",
    requestBody: { required: true, content: json(survey({})) },
    responses: ok(survey({ id: text }), {}, 201),
  };
  const item = get("getSurvey", ok(survey({ id: text })), [inPath("id")]);
  const send = await serve({ "/surveys": { post }, "/surveys/{id}": item });
  const sent = [{ type: "text", value: "" }];
  const { status, body } = await send("POST", "/surveys", { variables: sent });
  expect([status, body.variables]).toEqual([201, [{ id: expect.any(String), ...sent[0] }]]);
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

describe("an operation on a whole collection", () => {
  const topics = { "application/json": { schema: object({ topics: { type: "array", items: text } }) } };
  const done = ok(object({ changed: integer }));
  const all = { get: get("listT", ok({ type: "array", items: object({ id: integer }) })).get };

  it.each(["PUT", "PATCH", "DELETE"])(
    "of a record that was just created returns what its schema says: %s",
    async (method) => {
      const contact = object({ id: integer, name: text });
      const change = { responses: done, ...(method !== "DELETE" && { requestBody: { content: topics } }) };
      const inContact = [inPath("id", integer)];
      const send = await serve({
        "/contacts": {
          post: { requestBody: { content: json(object({ name: text })) }, responses: ok(contact, {}, 201) },
        },
        "/contacts/{id}": get("getContact", { ...ok(contact), ...notFound }, inContact),
        "/contacts/{id}/topics": { ...all, [method.toLowerCase()]: change, parameters: inContact },
      });
      const { body } = await send("POST", "/contacts", { name: "a" });
      const before = await send("GET", `/contacts/${body.id}/topics`);
      const changed = await send(
        method,
        `/contacts/${body.id}/topics`,
        method === "DELETE" ? undefined : { topics: ["a"] },
      );
      expect([changed.status, typeof changed.body.changed]).toEqual([200, "number"]);
      expect((await send("GET", `/contacts/${body.id}/topics`)).body).toEqual(before.body);
    },
  );
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

describe("an identity", () => {
  it("satisfies the record and the path", async () => {
    const uuid = { type: "string", format: "uuid" };
    const auto = ref("Auto");
    const send = await serve(
      {
        "/autos": get("list", ok({ type: "array", items: auto })),
        "/autos/{auto_id}": get("get", { ...ok(auto), ...notFound }, [inPath("auto_id", uuid)]),
      },
      { Auto: object({ id: text, name: text }) },
    );
    const { body } = await send("GET", "/autos");
    for (const { id } of body) expect(await send("GET", `/autos/${id}`)).toMatchObject({ status: 200, body: { id } });
  });
  it("may be in any of the fields that the parameter lists", async () => {
    const team = object({ id: { type: "string", format: "uuid" }, slug: text });
    const post = {
      operationId: "create",
      requestBody: { required: true, content: json(object({ slug: text })) },
      responses: ok(team, {}, 201),
    };
    const parameter = inPath("team_id_or_slug");
    const send = await serve({
      "/teams": { ...get("list", ok({ type: "array", items: team })), post },
      "/teams/{team_id_or_slug}": {
        ...get("get", { ...ok(team), ...notFound }, [parameter]),
        delete: { operationId: "delete", parameters: [parameter], responses: { 204: { description: "d" } } },
      },
      "/teams/{team_id_or_slug}/members": get("members", { ...ok({ type: "array", items: text }), ...notFound }, [
        parameter,
      ]),
    });
    const { body } = await send("POST", "/teams", { slug: "red" });
    for (const value of ["red", body.id]) {
      expect((await send("GET", `/teams/${value}`)).body).toEqual(body);
      expect((await send("GET", `/teams/${value}/members`)).status).toBe(200);
    }
    for (const at of ["/teams/blue", "/teams/blue/members"]) expect((await send("GET", at)).status).toBe(404);
    expect((await send("DELETE", "/teams/red")).status).toBe(204);
    expect((await send("GET", `/teams/${body.id}`)).status).toBe(404);
  });
  it("that is a choice is that of a record, whatever identifies the records of a list", async () => {
    const budget = object({ id: { type: "string", format: "uuid" }, limit: integer });
    const send = await serve({
      "/budgets": get("list", ok({ type: "array", items: budget })),
      "/budgets/{interval}": get("get", { ...ok(budget), ...notFound }, [
        inPath("interval", { enum: ["day", "week"] }),
      ]),
    });
    for (const one of ["day", "week"]) expect((await send("GET", `/budgets/${one}`)).status).toBe(200);
  });
  it("of a new record is the server's if the request has none", async () => {
    const record = ref("P");
    const post = {
      operationId: "create",
      requestBody: { required: true, content: json(object({ name: text })) },
      responses: ok(record, {}, 201),
    };
    const send = await serve(
      {
        "/p": { ...get("list", ok({ type: "array", items: record })), post },
        "/p/{id}": get("get", { ...ok(record), ...notFound }, [inPath("id", integer)]),
      },
      { P: object({ id: integer, name: text }) },
    );
    const { status, body } = await send("POST", "/p", { id: 0, name: "New" });
    expect([status, body.name]).toEqual([201, "New"]);
    expect(body.id).not.toBe(0);
    expect((await send("GET", `/p/${body.id}`)).body).toEqual(body);
    expect((await send("GET", "/p/0")).status).toBe(404);
  });
});

describe("a create request", () => {
  const optional = { type: "object", properties: { name: text } };
  it.each<[string, object, sent?: object]>([
    ["that has no body", {}],
    ["whose envelope is optional", { requestBody: { content: json(object({ data: optional }, [])) } }, {}],
    ["whose body is optional", { requestBody: { content: json(optional) } }],
    [
      "whose form is optional",
      { requestBody: { content: { "application/x-www-form-urlencoded": { schema: optional } } } },
    ],
  ])("%s creates a record each time", async (_name, body, sent) => {
    const record = ref("P");
    const send = await serve(
      {
        "/p": { ...get("list", ok({ type: "array", items: record })), post: { ...body, responses: ok(record) } },
        "/p/{id}": get("get", { ...ok(record), ...notFound }, [inPath("id")]),
      },
      { P: object({ id: { ...text, examples: ["p_3"] }, name: text }) },
    );
    const [one, other] = [await send("POST", "/p", sent), await send("POST", "/p", sent)];
    expect(one.body.id).not.toBe(other.body.id);
    for (const { body: created } of [one, other]) expect((await send("GET", `/p/${created.id}`)).body).toEqual(created);
  });
});

describe("a value that no response can have", () => {
  it("is stored as responses show it, so that filters see the same", async () => {
    const record = object({ id: integer, name: text });
    const put = {
      operationId: "put",
      parameters: [inPath("id", integer)],
      requestBody: { required: true, content: json(object({ name: { type: ["string", "null"] } }, [])) },
      responses: ok(record),
    };
    const named = { name: "name", in: "query", schema: text };
    const send = await serve({
      "/p": get("list", ok({ type: "array", items: record }), [named]),
      "/p/{id}": { ...get("get", { ...ok(record), ...notFound }, [inPath("id", integer)]), put },
    });
    const { body } = await send("PUT", "/p/3", { name: null });
    expect(typeof body.name).toBe("string");
    expect((await send("GET", `/p?name=${body.name}`)).body).toContainEqual(body);
  });
});

describe("an action below a record", () => {
  const below = (operationId: string, responses: object) => ({
    post: { operationId, parameters: [inPath("id")], responses: { ...responses, ...notFound } },
  });
  it("is about that record, and a 404 for unknown ones", async () => {
    const shipment = ref("S");
    const send = await serve(
      {
        "/s": get("list", ok({ type: "array", items: shipment })),
        "/s/{id}": get("get", { ...ok(shipment), ...notFound }, [inPath("id")]),
        "/s/{id}/dispatch": below("dispatch", ok(shipment)),
        "/s/{id}/cancel": below("cancel", ok(object({ id: text, cancelled: boolean }))),
        "/s/{id}/archive": below("archive", { 204: { description: "Done." } }),
      },
      { S: object({ id: text, name: text }) },
    );
    const third = (await send("GET", "/s")).body[2];
    expect((await send("POST", `/s/${third.id}/dispatch`)).body).toEqual(third);
    expect((await send("POST", `/s/${third.id}/cancel`)).body).toMatchObject({ id: third.id });
    expect((await send("POST", `/s/${third.id}/archive`)).status).toBe(204);
    for (const action of ["dispatch", "cancel", "archive"])
      expect((await send("POST", `/s/none/${action}`)).status).toBe(404);
  });
});

it("an action returns the record as it is, without the optional fields that it does not have", async () => {
  const note = ref("N");
  const send = await serve(
    {
      "/n": {
        ...get("list", ok({ type: "array", items: note })),
        post: {
          operationId: "create",
          requestBody: { content: { "application/json": { schema: object({ name: text }) } } },
          responses: { 201: { description: "It.", content: { "application/json": { schema: note } } } },
        },
      },
      "/n/{id}": get("get", { ...ok(note), ...notFound }, [inPath("id")]),
      "/n/{id}/close": {
        post: { operationId: "close", parameters: [inPath("id")], responses: { ...ok(note), ...notFound } },
      },
    },
    {
      N: {
        type: "object",
        required: ["id", "name"],
        properties: { id: text, name: text, count: { type: "integer" } },
        examples: [{ id: "n-1", name: "a", count: 7 }],
      },
    },
  );
  const created = (await send("POST", "/n", { name: "b" })).body;
  expect(created).not.toHaveProperty("count");
  expect((await send("POST", `/n/${created.id}/close`)).body).toEqual(created);
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

describe("records below a record", () => {
  const Pet = object({ id: integer, name: text });
  const below = (path: string, name: string) => ({
    [`${path}/pets`]: {
      ...get("listPets", { ...ok({ type: "array", items: Pet }), ...notFound }, [inPath(name)]),
      post: {
        operationId: "addPet",
        parameters: [inPath(name)],
        requestBody: { content: json(object({ name: text })) },
        responses: { ...ok(Pet, {}, 201), ...notFound },
      },
    },
    [`${path}/pets/{petId}`]: get("getPet", { ...ok(Pet), ...notFound }, [inPath("petId", integer), inPath(name)]),
  });

  it("that does not exist are a 404, if it is one itself", async () => {
    const Owner = object({ id: text });
    const send = await serve({
      "/owners": get("listOwners", ok({ type: "array", items: Owner })),
      "/owners/{id}": {
        ...get("getOwner", { ...ok(Owner), ...notFound }, [inPath("id")]),
        delete: { operationId: "deleteOwner", parameters: [inPath("id")], responses: { 204: { description: "d" } } },
      },
      ...below("/owners/{id}", "id"),
    });
    const { body: owners } = await send("GET", "/owners");
    const path = `/owners/${owners[0].id}`;
    const [first, second] = [
      await send("POST", `${path}/pets`, { name: "a" }),
      await send("POST", `${path}/pets`, { name: "b" }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    // The id of a pet is not that of its owner.
    expect(second.body.id).not.toBe(first.body.id);
    expect((await send("GET", `${path}/pets/${second.body.id}`)).body).toEqual(second.body);
    for (const below of ["pets", "pets/1"])
      expect(await send("GET", `/owners/nobody/${below}`)).toMatchObject({
        status: 404,
        why: expect.stringContaining("owners has no record with id %22nobody%22"),
      });
    await send("DELETE", path);
    expect((await send("GET", `${path}/pets`)).status).toBe(404);
    expect((await send("POST", `${path}/pets`, { name: "c" })).status).toBe(404);
  });

  it.each([
    ["/v{version}", "version"],
    ["/{tenant}", "tenant"],
  ])("%s, which is no record, can be any, and the ids are the server's", async (path, name) => {
    const send = await serve(below(path, name));
    const at = path.replace(`{${name}}`, "7");
    const ids = [await send("POST", `${at}/pets`, { name: "a" }), await send("POST", `${at}/pets`, { name: "b" })].map(
      ({ body }) => body.id,
    );
    expect(new Set(ids).size).toBe(2);
    expect((await send("GET", `${at}/pets/${ids[1]}`)).body).toEqual({ id: ids[1], name: "b" });
  });
});

describe("a PATCH", () => {
  it("is judged by its own schema; what the record cannot have is left out", async () => {
    const issue = object({ id: integer, title: text, assignees: { type: "array", items: object({ login: text }) } });
    const patch = object({ title: text, assignees: { type: "array", items: text } }, []);
    const send = await serve(
      {
        "/i": get("list", ok({ type: "array", items: ref("I") })),
        "/i/{id}": {
          ...get("get", ok(ref("I")), [inPath("id", integer)]),
          patch: {
            operationId: "patch",
            parameters: [inPath("id", integer)],
            requestBody: { content: json(patch) },
            responses: ok(ref("I")),
          },
        },
      },
      { I: issue },
    );
    const before = (await send("GET", "/i/1")).body;
    const { status, body, why } = await send("PATCH", "/i/1", { title: "New", assignees: ["octocat"] });
    expect({ status, body }).toEqual({ status: 200, body: { ...before, title: "New" } });
    expect(why).toContain("not merged: assignees");
    expect((await send("PATCH", "/i/1", { title: 7 })).status).toBe(400);
  });

  it("of null changes nothing, if its schema allows that", async () => {
    const gist = object({ id: integer, title: text });
    const send = await serve(
      {
        "/g": get("list", ok({ type: "array", items: ref("G") })),
        "/g/{id}": {
          ...get("get", ok(ref("G")), [inPath("id", integer)]),
          patch: {
            operationId: "patch",
            parameters: [inPath("id", integer)],
            requestBody: { content: json({ ...gist, type: ["object", "null"] }) },
            responses: ok(ref("G")),
          },
        },
      },
      { G: gist },
    );
    const before = (await send("GET", "/g/1")).body;
    expect(await send("PATCH", "/g/1", null)).toMatchObject({ status: 200, body: before });
    expect((await send("GET", "/g/1")).body).toEqual(before);
  });
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
