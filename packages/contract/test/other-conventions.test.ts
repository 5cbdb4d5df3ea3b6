/** Documents with other conventions do not lead to false failures. */
import { expect, it } from "vitest";
import { type Document, runContract, type Target, type WireRequest, type WireResponse } from "../src/index.js";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const object = (properties: object) => ({ type: "object", required: Object.keys(properties), properties });
const text = { type: "string" };
const customer = object({ email: { type: "string", format: "email" } });
const wrong = { "400": { description: "Wrong.", ...json({ type: "object" }) } };
const missing = { "404": { description: "None.", ...json({ type: "object" }) } };
const body = (schema: object) => ({ required: true, ...json(schema) });
const job = object({ id: text, state: text });

const document: Document = {
  openapi: "3.1.1",
  info: { title: "Other conventions", version: "1" },
  paths: {
    "/ping": {
      get: { operationId: "ping", responses: { default: { description: "Any.", ...json(object({ code: text })) } } },
    },
    "/health": {
      get: { operationId: "health", responses: { "2XX": { description: "Fine.", ...json(object({ ok: text })) } } },
    },
    "/customers": {
      post: {
        operationId: "createCustomer",
        requestBody: body(object({ customer })),
        responses: { "201": { description: "Made.", ...json(object({ customer: object({ id: text }) })) }, ...wrong },
      },
    },
    "/jobs": {
      post: {
        operationId: "createJob",
        requestBody: body(object({ task: text })),
        responses: { "202": { description: "Soon.", ...json(job) }, ...wrong },
      },
    },
    "/jobs/{id}": {
      get: {
        operationId: "getJob",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
        responses: { "200": { description: "It.", ...json(job) }, ...wrong, ...missing },
      },
    },
    "/levels": {
      post: {
        operationId: "setLevel",
        requestBody: body({ type: "integer" }),
        responses: { "200": { description: "Set.", ...json({ type: "integer" }) }, ...wrong },
      },
    },
    "/find": {
      get: {
        operationId: "find",
        parameters: [{ name: "größe x", in: "query", schema: { type: "integer", minimum: 0 } }],
        responses: { "200": { description: "Found.", ...json(object({ ok: text })) }, ...wrong },
      },
    },
  },
} as unknown as Document;

const of = (status: number, value: unknown): WireResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** A correct server for the document; its errors have a different body. */
function server(): Target {
  const jobs = new Set<string>();
  const routes: Record<string, (sent: Record<string, object>) => WireResponse> = {
    "GET /ping": () => of(200, { code: "pong" }),
    "GET /health": () => of(203, { ok: "yes" }),
    "POST /customers": ({ customer }) => of(201, { customer: { ...customer, id: String(Math.random()) } }),
    "POST /jobs"() {
      const id = crypto.randomUUID();
      jobs.add(id);
      return of(202, { id, state: "queued" });
    },
    "POST /levels": (sent) => of(200, sent),
    "GET /find": () => of(200, { ok: "yes" }),
  };
  const isRight = (route: string, [first, ...more]: [string, string][]) =>
    !first || (route === "GET /find" && more.length === 0 && first[0] === "größe x" && /^(0|[1-9]\d*)$/.test(first[1]));
  const send = async ({ method, path, body }: WireRequest): Promise<WireResponse> => {
    const { pathname, searchParams } = new URL(path, "http://target.example");
    const isHead = method === "HEAD";
    const route = `${isHead ? "GET" : method} ${pathname}`;
    if (!isRight(route, [...searchParams])) return of(400, {});
    const id = pathname.replace("/jobs/", "");
    const isJob = jobs.has(id) && route.startsWith("GET");
    const sent = body === undefined ? {} : JSON.parse(String(body));
    const found = isJob ? of(200, { id, state: "done" }) : (routes[route]?.(sent) ?? of(404, {}));
    return isHead ? { ...found, body: "" } : found;
  };
  return { name: "a server", apiKey: "key", send } as Target;
}

const failed = async (only: RegExp) => {
  const { results } = await runContract({ document, target: server(), seed: 1, effort: "quick", only });
  const ran = results.filter(({ verdict }) => verdict !== "skipped");
  expect(ran.length).toBeGreaterThan(0);
  return ran.filter(({ verdict }) => verdict === "failed").map(({ id, reason }) => `${id}: ${reason}`);
};

it.each([
  ["a success that only default describes", /^ping responds with default/],
  ["a success documented as a range", /^health (responds with 2|rate)/],
  [
    "a record that is returned with more fields than were sent",
    /^createCustomer (responds with 201|accepts|property any generated)/,
  ],
  ["a record that a POST with 202 creates and nothing lists", /^getJob responds with 200/],
  ["a POST that creates another record each time", /^createJob (responds with 202|repetition: a valid)/],
  ["a body that is a number", /^setLevel responds with 200/],
])("a correct server passes: %s", async (_, only) => {
  expect(await failed(only)).toEqual([]);
});

/** One operation, the first, describes its errors in another form than the others. */
const twoForms = {
  openapi: "3.1.1",
  info: { title: "Two forms of errors", version: "1" },
  "x-promises": { otherMethods: 405 },
  paths: Object.fromEntries(
    ["odd", "even", "plain"].map((name) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          responses: {
            "200": { description: "Fine.", ...json(object({ ok: text })) },
            "400": { description: "Wrong.", ...json(object(name === "odd" ? { reason: text } : { message: text })) },
          },
        },
      },
    ]),
  ),
} as unknown as Document;

it.each([
  ["the body of the others is accepted", { message: "none" }, true],
  ["the body of the first is accepted", { reason: "none" }, true],
  ["a body that no operation documents is rejected", { detail: "none" }, false],
])("if one operation has a different error body: %s", async (_, error, isAccepted) => {
  const headers = { "content-type": "application/json", allow: "GET, HEAD" };
  const send = async ({ method, path }: WireRequest): Promise<WireResponse> => {
    const isKnown = Object.hasOwn(twoForms.paths, path);
    if (isKnown && ["GET", "HEAD"].includes(method)) return of(200, { ok: "yes" });
    return { status: isKnown ? 405 : 404, headers, body: JSON.stringify(error) };
  };
  const target = { name: "a server", apiKey: "key", send } as Target;
  const only = /methods: (DELETE|PUT) \/\w+ is a 405|paths: GET \/\w+x is a 404/;
  const { results } = await runContract({ document: twoForms, target, seed: 1, effort: "quick", only });
  const verdicts = new Set(results.flatMap(({ verdict }) => (verdict === "skipped" ? [] : [verdict])));
  expect([...verdicts]).toEqual([isAccepted ? "passed" : "failed"]);
});
