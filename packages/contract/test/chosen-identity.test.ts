/** Records whose identity the client chooses: in a field of a POST, or in the path of a PUT that creates. */
import { describe, expect, it } from "vitest";
import { operationsOf } from "../src/document/document.js";
import { type Document, runContract, type Target, type WireRequest, type WireResponse } from "../src/index.js";
import { createRecord } from "../src/resources/create-record.js";
import { namesFor } from "../src/resources/identity.js";
import { withIdentity } from "../src/resources/uid.js";
import { freshValue, similarIdentity } from "../src/values/fresh-value.js";
import { regExpOf } from "../src/values/leaf-value.js";

interface Currency {
  code: string;
  name: string;
}

const code = { type: "string", pattern: "^[A-Z]{4}$" };
const name = { type: "string", minLength: 1, maxLength: 20 };
const currency = { type: "object", required: ["code", "name"], properties: { code, name } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const done = (schema?: object) => ({ description: "Done.", ...(schema && json(schema)) });
const wrong = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: "Wrong.", ...json({ type: "object" }) }]));
const item = {
  parameters: [{ name: "code", in: "path", required: true, schema: code }],
  get: { operationId: "getCurrency", responses: { 200: done(currency), ...wrong(400, 404) } },
  delete: { operationId: "deleteCurrency", responses: { 204: done(), ...wrong(400, 404) } },
};
const put = (input: object, responses: object) => ({
  operationId: "putCurrency",
  requestBody: { required: true, ...json(input) },
  responses,
});
const documentOf = (paths: Document["paths"]): Document => ({
  openapi: "3.1.1",
  info: { title: "Currencies", version: "1" },
  paths,
});

const posted = documentOf({
  "/currencies": {
    post: {
      operationId: "createCurrency",
      requestBody: { required: true, ...json({ ...currency, additionalProperties: false }) },
      responses: { 201: done(currency), ...wrong(400, 409) },
    },
  },
  "/currencies/{code}": { ...item, put: put(currency, { 200: done(currency), ...wrong(400, 404) }) },
});
const byPut = documentOf({
  "/currencies/{code}": {
    ...item,
    put: put(
      { type: "object", required: ["name"], additionalProperties: false, properties: { name } },
      { 200: done(currency), 201: done(currency), ...wrong(400) },
    ),
  },
});

/** Faults of the server. */
interface Faults {
  forgets?: boolean;
  keeps?: boolean;
  ignoresPut?: boolean;
  saysCreated?: boolean;
}

/** A record of another client, with the code that a generator is likely to produce first. */
const CANARY = "AAAA";

/** The identity of an example, of which there is no record. */
const CANARY_ID = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";

function server(document: Document, faults: Faults = {}) {
  const all = new Map<string, Currency>([[CANARY, { code: CANARY, name: "ours" }]]);
  const creates = document === byPut;
  const answer = (status: number, body?: unknown): WireResponse => ({
    status,
    headers: { "content-type": "application/json" },
    body: body === undefined ? "" : JSON.stringify(body),
  });
  const isName = (value: unknown) => typeof value === "string" && value.length >= 1 && [...value].length <= 20;
  const isCode = (value: unknown) => typeof value === "string" && /^[A-Z]{4}$/.test(value);

  function post(sent: Partial<Currency>): WireResponse {
    if (!isCode(sent?.code) || !isName(sent.name)) return answer(400, { message: "code or name" });
    const made = sent as Currency;
    if (all.has(made.code)) return answer(409, {});
    if (!faults.forgets) all.set(made.code, made);
    return answer(201, made);
  }

  function replace(named: string, sent: Partial<Currency>): WireResponse {
    const before = all.get(named);
    if (!isName(sent?.name)) return answer(400, { message: "name" });
    if (!before && !creates) return answer(404, {});
    const made = { code: named, name: String(sent.name) };
    if (!faults.ignoresPut && !(faults.forgets && !before)) all.set(named, made);
    return answer(before && !faults.saysCreated ? 200 : 201, made);
  }

  async function send({ method, path, body }: WireRequest): Promise<WireResponse> {
    const [plain = ""] = path.split("?");
    const sent = body === undefined ? undefined : JSON.parse(String(body));
    const named = decodeURIComponent(plain.split("/")[2] ?? "");
    if (method === "POST") return post(sent);
    if (method === "PUT") return replace(named, sent);
    const found = all.get(named);
    if (!found) return answer(404, {});
    if (method === "GET") return answer(200, found);
    if (!faults.keeps) all.delete(named);
    return answer(204);
  }
  const target: Target = { name: "currencies", apiKey: "key", speaks: "http", send };
  return { target, all };
}

/** Cases that send valid bodies; how the server rejects others does not matter here. */
const ABOUT = / (resource: |accepts |property any generated|responds with 20\d: a valid request$)/;
const run = (document: Document, target: Target) =>
  runContract({ document, target, seed: 1, effort: "quick", runs: 12, only: ABOUT });

describe.each([
  ["a POST that responds with 409 to an existing code", posted],
  ["a PUT that creates a missing record", byPut],
])("%s", (_, document) => {
  it("passes on a correct server, and does not touch another client's record", async () => {
    const { target, all } = server(document);
    const { results } = await run(document, target);
    expect(results.filter(({ verdict }) => verdict === "failed")).toEqual([]);
    const passed = results.filter(({ verdict }) => verdict === "passed").map(({ id }) => id);
    expect(passed).toContain("getCurrency resource: a created record can be fetched");
    expect(passed).toContain("putCurrency resource: a replaced record has the values that were sent");
    expect(passed).toContain("deleteCurrency resource: a deleted record is a 404 and not listed");
    expect(passed).toContain("getCurrency responds with 200: a valid request");
    expect(all.get(CANARY)).toEqual({ code: CANARY, name: "ours" });
  });

  it.each([
    [{ forgets: true }, "getCurrency resource: a created record can be fetched"],
    [{ ignoresPut: true }, "putCurrency resource: a replaced record has the values that were sent"],
    [{ saysCreated: true }, "putCurrency resource: a replaced record has the values that were sent"],
    [{ keeps: true }, "deleteCurrency resource: a deleted record is a 404 and not listed"],
  ] as const)("fails on a server with the fault %j: %s", async (faults, id) => {
    const { target } = server(document, faults);
    const { results } = await run(document, target);
    expect(results.filter(({ verdict }) => verdict === "failed").map((one) => one.id)).toContain(id);
  });
});

it.each([
  ["a pattern", { type: "string", pattern: "^[A-Z]{3}[0-9]$" }, /^[A-Z]{3}[0-9]$/],
  ["the start of a text", { type: "string", pattern: "^wrk" }, /^wrk/],
  ["an address", { type: "string", format: "email" }, /^.+@example\.com$/],
  ["a UUID", { type: "string", format: "uuid" }, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/],
  ["a short string", { type: "string", minLength: 6, maxLength: 8 }, /^.{6,8}$/],
  ["a number", { type: "integer", minimum: 10, maximum: 1_000_000, multipleOf: 10 }, /^[1-9]\d*0$/],
])("freshValue generates %s that differs each time", (_, schema, like) => {
  const values = Array.from({ length: 20 }, (_, i) =>
    freshValue(schema, `run1-${i}`, (value) => like.test(String(value))),
  );
  for (const value of values) expect(String(value)).toMatch(like);
  expect(new Set(values).size).toBeGreaterThan(18);
});

it("freshValue keeps a text that a pattern allows, so that no two values are the same", () => {
  const pattern = /^[a-z0-9-]{1,60}$/;
  const values = Array.from({ length: 200 }, (_, i) =>
    freshValue({ type: "string", pattern: pattern.source }, `run1-${i}`, (value) => pattern.test(String(value))),
  );
  expect(new Set(values).size).toBe(200);
});

it("freshValue generates nothing if the schema lists all values", () => {
  expect(freshValue({ enum: ["a", "b"] }, "run1", () => true)).toBeUndefined();
});

describe("a create with a 409, of which no operation shows what has to be unique", () => {
  const document = documentOf({
    "/notes": {
      post: {
        operationId: "createNote",
        requestBody: {
          required: true,
          ...json({ type: "object", required: ["name", "text"], properties: { name, text: name } }),
        },
        responses: { 201: done(), ...wrong(400, 409) },
      },
    },
  });
  const [create] = operationsOf(document);

  it.each([
    ["every text that is required, if the case is about none of them", [], { name: "u-1", text: "u-1" }],
    ["the others, if the case is about one", ["name"], { name: "", text: "u-1" }],
    ["the others, if the case is about a part of one", ["name", 0], { name: "", text: "u-1" }],
  ])("gets another value in %s", (_, about, made) => {
    if (!create) throw new Error("The document has one operation");
    expect(withIdentity(create, { name: "", text: "" }, "u-1", about)).toEqual(made);
  });
});

describe("an identity that paths name", () => {
  const inPath = (...names: string[]) =>
    names.map((each) => ({ name: each, in: "path", required: true, schema: { type: "string" } }));
  const text = { type: "string" };
  const object = (...names: string[]) => ({
    type: "object",
    required: names,
    properties: Object.fromEntries(names.map((each) => [each, text])),
  });
  const creates = (schema: object) => ({
    requestBody: { required: true, ...json(schema) },
    responses: { 201: done(schema), ...wrong(400) },
  });

  it("is another one in each request, also if nothing reads a record by it", () => {
    const remove = { parameters: inPath("key"), delete: { responses: { 204: done() } } };
    const [create] = operationsOf(
      documentOf({ "/variables": { post: creates(object("key", "value")) }, "/variables/{key}": remove }),
    );
    const made = create && withIdentity(create, { key: "a", value: "b" }, "u-1", []);
    expect(made).toEqual({ key: "u-1", value: "b" });
  });

  it("may be written in another case, and may not be that of a list", () => {
    const row = object("user_id", "service_name");
    const list = { type: "object", properties: { rows: { type: "array", items: row } } };
    const [create] = operationsOf(
      documentOf({
        "/subscriptions": { post: creates(row) },
        "/subscriptions/{userID}": { parameters: inPath("userID"), get: { responses: { 200: done(list) } } },
        "/subscriptions/{userID}/{serviceName}": {
          parameters: inPath("userID", "serviceName"),
          get: { responses: { 200: done(row) } },
        },
      }),
    );
    const sent = { user_id: "a", service_name: "b" };
    expect(create && withIdentity(create, sent, "u-1", [])).toEqual({ user_id: "a", service_name: "u-1" });
  });

  it("is a new one if a parameter of another operation names it", () => {
    const document = documentOf({
      "/scores": { post: creates(object("name", "id")) },
      "/scores/{scoreId}": { parameters: inPath("scoreId"), delete: { responses: { 204: done() } } },
    });
    const [create] = operationsOf(document);
    const sent = { id: "x", name: "x" };
    expect(create && withIdentity(create, sent, "u-1", [])).toEqual({ id: "u-1", name: "x" });
  });

  it("is that of a record in one that this run creates", async () => {
    const vault = { type: "object", required: ["id"], properties: { id: { ...text, format: "uuid" } } };
    const key = { name: "vault", in: "path", required: true, schema: { ...text, format: "uuid", example: CANARY_ID } };
    const document = documentOf({
      "/vaults": { post: { responses: { 201: done(vault) } } },
      "/vaults/{vault}": { parameters: [key], get: { responses: { 200: done(vault), ...wrong(400, 404) } } },
      "/vaults/{vault}/rotated/{path}": {
        parameters: [key, ...inPath("path")],
        post: { responses: { 201: done(object("path")), ...wrong(400, 404) } },
      },
    });
    const ids = new Set<string>();
    const send = async ({ method, path }: WireRequest): Promise<WireResponse> => {
      const [, , id = "", , last] = path.split("/").map(decodeURIComponent);
      const answer = (status: number, body: object) => ({
        status,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (method === "POST" && id === "") {
        const made = crypto.randomUUID();
        ids.add(made);
        return answer(201, { id: made });
      }
      if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return answer(400, {});
      if (!ids.has(id.toLowerCase()) || (method === "GET" && last !== undefined)) return answer(404, {});
      return last === undefined ? answer(200, { id }) : answer(201, { path: last });
    };
    const target: Target = { name: "vaults", apiKey: "key", speaks: "http", send };
    const { results } = await runContract({ document, target, seed: 1, effort: "quick", only: /rotated/ });
    expect(results.filter(({ verdict }) => verdict === "failed").map(({ id, reason }) => [id, reason])).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === "passed").length).toBeGreaterThan(5);
  });
});

it("the name of a parameter may end with the name of the field", () => {
  const names = (name: string) => namesFor({ name, document: posted });
  expect(names("household_slug").slice(0, 3)).toEqual(["household_slug", "slug", "id"]);
  expect(names("factory_key").slice(0, 2)).toEqual(["factory_key", "key"]);
  expect(names("petId")).toEqual(["petId", "id", "uid", "uuid", "guid"]);
  expect(names("sku").slice(0, 2)).toEqual(["sku", "id"]);
});

it("the field is the one that x-pagination of the list names", () => {
  const list = { operationId: "listTickets", "x-pagination": { shape: "array", identity: "nummer" }, responses: {} };
  const get = { operationId: "getTicket", responses: {} };
  const document = documentOf({ "/tickets": { get: list }, "/tickets/{id}": { get }, "/others/{uid}": { get } });
  expect(namesFor({ name: "id", document }).slice(0, 3)).toEqual(["id", "nummer", "uid"]);
  expect(namesFor({ name: "uid", document }).slice(0, 2)).toEqual(["uid", "id"]);
});

it.each([
  ["any text", { type: "string", minLength: 1, maxLength: 60 }, "a", /^u-1$/],
  [
    "a UUID",
    { type: "string", format: "uuid" },
    "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  ],
  ["a number", { type: "integer", minimum: 1, maximum: 2_000_000 }, 7, /^\d+$/],
  ["a text of few characters", { type: "string", pattern: "^[a-z]{4,12}$" }, "abcd", /^[a-z]{4,12}$/],
])("a uid that is %s gets another value of its schema", (_, uid, sent, like) => {
  const record = { type: "object", required: ["uid"], properties: { uid } };
  const [create] = operationsOf(
    documentOf({
      "/notes": {
        post: {
          operationId: "createNote",
          requestBody: { required: true, ...json(record) },
          responses: { 201: done(record) },
        },
      },
      "/notes/{uid}": {
        parameters: [{ name: "uid", in: "path", required: true, schema: uid }],
        get: { operationId: "getNote", responses: { 200: done(record), ...wrong(404) } },
      },
    }),
  );
  if (!create) throw new Error("The document has two operations");
  const { uid: made } = withIdentity(create, { uid: sent }, "u-1") as { uid: unknown };
  expect(String(made)).toMatch(like);
  expect(made).not.toBe(sent);
});

it.each([
  ["7", /^[1-9]\d{9}$/],
  ["0b9f7bde-6f55-4a0e-9b3c-0123456789ab", /^0b9f7bde-6f55-4a0e-9b3c-[\da-f]{12}$/],
  ["65f1c0ffee00aabbccddeeff", /^65f1c0ffee00[\da-f]{12}$/],
  ["01ARZ3NDEKTSV4RRFFQ69G5FAV", /^01ARZ3NDEKTSV4[\dA-Z]{12}$/],
  ["usr_a1B2c3D4", /^usr_[a-z]\d[A-Z]\d[a-z]\d[A-Z]\d$/],
])("an identity similar to %s has its notation, and differs each time", (identity, like) => {
  const values = Array.from({ length: 20 }, (_, i) => similarIdentity(identity, `run1-${i}`) ?? "");
  expect(values.filter((value) => !like.test(value))).toEqual([]);
  expect(new Set([...values, identity]).size).toBe(21);
});

it.each(["", "a", "a b c d e f g h", "größe-1234"])("nothing is similar to %s", (identity) => {
  expect(similarIdentity(identity, "run1-1")).toBeUndefined();
});

it("a record that is created with a uid is found by another field if that has the name of the parameter", async () => {
  const text = { type: "string" };
  const key = { type: "object", properties: { uid: text, key: text } };
  const parameters = [{ name: "key", in: "path", required: true, schema: text }];
  const document = documentOf({
    "/keys": { post: { operationId: "createKey", requestBody: json(key), responses: { 201: done(key) } } },
    "/keys/{key}": { parameters, get: { operationId: "getKey", responses: { 200: done(key) } } },
  });
  const [create, get] = operationsOf(document);
  if (!create || !get) throw new Error("there are two operations");
  const response: WireResponse = { status: 201, headers: {}, body: "" };
  const { path } = await createRecord({
    create,
    parameters: get.parameters,
    inputs: { body: { uid: "u-1" } },
    uid: "u-1",
    send: async () => ({ body: { uid: "u-1", key: "k-9" }, response }),
  });
  expect(path).toEqual({ key: "k-9" });
});

it.each([
  [String.raw`^[-\w]+\Z`, "a-1", "a 1"],
  [String.raw`\A\d+\z`, "12", "12z"],
  [String.raw`^(?P<year>\d{4})\-\d$`, "2026-1", "2026"],
])("the pattern %s of another language matches %s, not %s", (pattern, one, other) => {
  expect([one, other].map((text) => regExpOf(pattern).test(text))).toEqual([true, false]);
});

it("the id of a listed record is new in each request, although no operation reads one", () => {
  const owner = { type: "object", properties: { id: { type: "integer", format: "int32" }, name } };
  const about = (paths: Document["paths"]) => {
    const [create] = operationsOf(documentOf(paths)).filter(({ method }) => method === "POST");
    return ["a", "b"].map((uid) => create && Object(withIdentity(create, { id: 1, name: "x" }, uid)).id);
  };
  const post = { requestBody: { required: true, ...json(owner) }, responses: { 200: done(owner) } };
  const get = { responses: { 200: done({ type: "array", items: owner }) } };
  expect(new Set([1, ...about({ "/owners": { get, post } })]).size).toBe(3);
  // A payment may be about a record that exists.
  expect(about({ "/payments": { post: { ...post, responses: { 200: done({ type: "object" }) } } } })).toEqual([1, 1]);
});
