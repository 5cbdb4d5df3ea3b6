/** The features of the client that can meet in one request: each adds itself to an operation and a call. */
import { expect } from "vitest";
import { validateResponse } from "../../src/validate.js";
import type { Call, Draft, Feature, Once, Outcome, Wire } from "./feature.js";
import { PREFIX } from "./recording-proxy.js";

const text = { type: "string" };
const strings = { type: "array", items: text };
const pairOf = { type: "object", properties: { min: { type: "integer" }, max: { type: "integer" } } };
const named = { type: "object", properties: { name: text, tags: strings } };
const json = (schema: object, type = "application/json") => ({ [type]: { schema } });

/* Credentials */

/** The security schemes of the document, by the name of their feature. */
export const SCHEMES = {
  keyHeader: { type: "apiKey", in: "header", name: "X-Key" },
  keyQuery: { type: "apiKey", in: "query", name: "api_key" },
  keyCookie: { type: "apiKey", in: "cookie", name: "sid" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: {} } } },
  missing: { type: "apiKey", in: "header", name: "X-Missing" },
  oidc: { type: "openIdConnect", openIdConnectUrl: "https://example.com/openid" },
};
export const KEY = "k&y=1";
/** The credential of each scheme but the missing one. */
const { missing: _, ...given } = SCHEMES;
export const KEYS = { ...Object.fromEntries(Object.keys(given).map((name) => [name, KEY])), basic: `ann:${KEY}` };

const credential = (of: string, scheme: keyof typeof SCHEMES, wire: Wire): Feature => ({
  name: `credential ${scheme}`,
  of: `README security: ${of}`,
  ...(wire.headers?.["authorization"] && { once: ["Authorization header"] as const }),
  draft(draft) {
    draft.schemes = [...(draft.schemes ?? []), scheme];
  },
  wire,
});
const token = { headers: { authorization: "Bearer k&y=1" } };
const CREDENTIALS: Feature[] = [
  credential("API key in header, query or cookie", "keyHeader", { headers: { "x-key": "k&y=1" } }),
  credential("API key in header, query or cookie", "keyQuery", { query: ["api_key=k%26y%3D1"] }),
  credential("API key in header, query or cookie", "keyCookie", { cookies: ["sid=k%26y%3D1"] }),
  credential("HTTP basic and bearer", "basic", { headers: { authorization: `Basic ${btoa("ann:k&y=1")}` } }),
  credential("HTTP basic and bearer", "bearer", token),
  credential("OAuth 2 and OpenID Connect, as a bearer token", "oauth", token),
  credential("OAuth 2 and OpenID Connect, as a bearer token", "oidc", token),
  {
    name: "credential that is missing, with an alternative",
    of: "README security: alternatives, combinations, none",
    draft(draft) {
      draft.hasAlternative = true;
    },
  },
];

/* Parameters */

const parameter = (of: string, where: string, how: object, value: unknown, wire: Wire, more = ""): Feature => {
  const key = `${where[0]}${of.replace(/ in the .*/, "").replace(/\W/g, "")}${more.replace(/\W/g, "")}`;
  const name = where === "header" ? `x-${key.toLowerCase()}` : key;
  const own = (texts: readonly string[] = []) => texts.map((one) => one.replaceAll("NAME", name));
  return {
    name: [where, of.replace(/ in the .*/, ""), more].filter(Boolean).join(" "),
    of: `README ${STYLED.test(of) ? "style and explode" : "parameters"}: ${of}`,
    draft(draft) {
      draft.parameters.push({ name, in: where, ...(where === "path" && { required: true }), ...how });
      if (where === "path") draft.path += `/{${name}}`;
    },
    call(call) {
      if (where === "path") call.path.push(value);
      else call.parameters[name] = value;
    },
    wire: {
      ...(wire.query && { query: own(wire.query) }),
      ...(wire.cookies && { cookies: own(wire.cookies) }),
      ...(wire.path && { path: own(wire.path) }),
      ...(wire.headers && { headers: { [name]: wire.headers["NAME"] ?? "" } }),
    },
  };
};
const STYLED = /^`\w+`( in the (path|query)| for .+)?$/;
const styled = (style: string, explode: boolean, schema: object) => ({ style, explode, schema });
const list = ["a b", "c,d"];
const range = { min: 1, max: 2 };
const PARAMETERS: Feature[] = [
  parameter(
    "`form`",
    "query",
    styled("form", true, strings),
    list,
    { query: ["NAME=a%20b", "NAME=c%2Cd"] },
    "exploded array",
  ),
  parameter("`form`", "query", styled("form", false, strings), list, { query: ["NAME=a%20b,c%2Cd"] }, "array"),
  parameter("`form`", "query", styled("form", true, pairOf), range, { query: ["min=1", "max=2"] }, "exploded object"),
  parameter("`form`", "query", styled("form", false, pairOf), range, { query: ["NAME=min,1,max,2"] }, "object"),
  parameter(
    "`form`",
    "query",
    { schema: text, allowReserved: true },
    "a/b?c=d",
    { query: ["NAME=a/b?c=d"] },
    "reserved",
  ),
  parameter("query", "query", { schema: text }, "ü +&=%", { query: ["NAME=%C3%BC%20%2B%26%3D%25"] }),
  parameter("`spaceDelimited`", "query", styled("spaceDelimited", false, strings), list, {
    query: ["NAME=a%20b%20c%2Cd"],
  }),
  parameter("`pipeDelimited`", "query", styled("pipeDelimited", false, strings), list, {
    query: ["NAME=a%20b%7Cc%2Cd"],
  }),
  parameter("`deepObject` in the query", "query", styled("deepObject", true, pairOf), range, {
    query: ["NAME%5Bmin%5D=1", "NAME%5Bmax%5D=2"],
  }),
  parameter(
    "`deepObject` for arrays and what is nested: `p[tags][]=a&p[boxes][0][size]=3`",
    "query",
    styled("deepObject", true, strings),
    list,
    { query: ["NAME%5B%5D=a%20b", "NAME%5B%5D=c%2Cd"] },
  ),
  parameter(
    "`deepObject` for arrays and what is nested: `p[tags][]=a&p[boxes][0][size]=3`",
    "query",
    styled("deepObject", true, { type: "object", properties: { ranges: { type: "array", items: pairOf } } }),
    { ranges: [range, range] },
    {
      query: [0, 1].flatMap((at) => [
        `NAME%5Branges%5D%5B${at}%5D%5Bmin%5D=1`,
        `NAME%5Branges%5D%5B${at}%5D%5Bmax%5D=2`,
      ]),
    },
    "nested",
  ),
  parameter(
    "with `schema` or `content: application/json`",
    "query",
    { content: json(named) },
    { name: "T&m" },
    {
      query: ["NAME=%7B%22name%22%3A%22T%26m%22%7D"],
    },
  ),
  parameter("`simple`", "path", styled("simple", false, strings), ["a b", "c"], { path: ["a%20b,c"] }),
  parameter("`label`", "path", styled("label", true, strings), ["a b", "c"], { path: [".a%20b.c"] }),
  parameter("`matrix` in the path", "path", styled("matrix", false, strings), ["a", "c"], { path: [";NAME=a,c"] }),
  parameter(
    "`matrix` in the path",
    "path",
    styled("matrix", true, pairOf),
    range,
    { path: [";min=1;max=2"] },
    "object",
  ),
  parameter("path", "path", { schema: text }, "a/b?c", { path: ["a%2Fb%3Fc"] }),
  parameter("header", "header", { schema: strings }, ["a b", "c"], { headers: { NAME: "a b,c" } }),
  parameter("header", "header", { content: json(named) }, { name: "T" }, { headers: { NAME: '{"name":"T"}' } }, "json"),
  parameter("cookie", "cookie", { schema: text }, "s 1;", { cookies: ["NAME=s%201%3B"] }),
  parameter(
    "cookie",
    "cookie",
    { ...styled("form", false, strings) },
    list,
    { cookies: ["NAME=a%20b,c%2Cd"] },
    "array",
  ),
];

/* Methods, bodies, results, pages */

const method = (name: string): Feature => ({
  name: `method ${name}`,
  of: `README methods: ${name}`,
  once: ["method"],
  ...(["GET", "HEAD"].includes(name) ? { never: ["body"] } : {}),
  ...(name === "GET" ? {} : name === "HEAD" ? { never: ["body", "list", "result format"] } : { never: ["list"] }),
  draft(draft) {
    draft.method = name;
    if (name === "HEAD") draft.response = {};
  },
  wire: { method: name },
});
const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH"].map(method);

const body = (
  of: string,
  content: object,
  value: unknown,
  type: RegExp,
  parsed: unknown = value,
  more = "",
): Feature => ({
  name: `body ${of} ${more}`.trim(),
  of: `README bodies: ${of}`,
  once: ["body"],
  never: ["list"],
  draft(draft) {
    draft.body = { required: true, content };
    if (draft.method === "GET") draft.method = "POST";
  },
  call(call) {
    call.body = typeof value === "function" ? value() : value;
  },
  wire: { body: { type, value: parsed } },
});
const form = { type: "object", properties: { user: text, scopes: strings, hints: named } };
const fields = { user: "a&b", scopes: ["x", "y"], hints: { name: "n" } };
const fieldPairs = [
  ["user", "a&b"],
  ["scopes", "x"],
  ["scopes", "y"],
  ["hints", '{"name":"n"}'],
];
const bytes = new Uint8Array([0, 200, 10, 255]);
const binary = { "application/octet-stream": {} };
const [isForm, isBytes] = [/^application\/x-www-form-urlencoded$/, /^application\/octet-stream$/];
const latin = Buffer.from(bytes).toString("latin1");
const BODIES: Feature[] = [
  body("JSON (including `+json`)", json(named), { name: "ü" }, /^application\/json$/),
  body(
    "JSON (including `+json`)",
    json(named, "application/merge-patch+json"),
    { name: "x" },
    /^application\/merge-patch\+json$/,
    { name: "x" },
    "merge patch",
  ),
  body("forms", json(form, "application/x-www-form-urlencoded"), fields, isForm, fieldPairs),
  body(
    "forms",
    {
      "application/x-www-form-urlencoded": {
        schema: form,
        encoding: { scopes: { style: "pipeDelimited", explode: false }, hints: { style: "deepObject" } },
      },
    },
    fields,
    isForm,
    [
      ["user", "a&b"],
      ["scopes", "x|y"],
      ["hints[name]", "n"],
    ],
    "styled",
  ),
  body(
    "`multipart/form-data`",
    json(
      { type: "object", properties: { file: { contentMediaType: "image/png" }, ...form.properties } },
      "multipart/form-data",
    ),
    { file: new File([bytes], "a.png"), ...fields },
    /^multipart\/form-data; boundary=.+$/,
    [["file", latin], ...fieldPairs],
  ),
  body("text", json(text, "text/plain"), "grüß", /^text\/plain$/),
  body("binary", binary, new Blob([bytes]), isBytes, latin),
  body("binary", binary, () => new Blob([bytes]).stream(), isBytes, latin, "stream"),
  body("binary", { "*/*": {} }, new Blob([bytes], { type: "image/png" }), /^image\/png$/, latin, "of any media type"),
];

const result = (of: string, response: object, matches: (result: unknown, seen: Buffer) => unknown): Feature => ({
  name: `result ${of}`,
  of: `descriptors ResultFormat: ${of}`,
  once: ["result format"],
  never: ["list"],
  draft(draft) {
    draft.response = response;
  },
  check: async ({ result: got, seen }) => {
    if (got !== undefined || of === "none") await matches(got, seen.at(-1)?.response ?? Buffer.alloc(0));
  },
});
const RESULTS: Feature[] = [
  result("json", json(named), (got, sent) => expect(got).toEqual(JSON.parse(`${sent}`))),
  result("none", {}, (got) => expect(got).toBeUndefined()),
  result("text", json(text, "text/plain"), (got, sent) => expect(got).toBe(`${sent}`)),
  result("binary", binary, async (got, sent) => expect(Buffer.from(await (got as Blob).arrayBuffer())).toEqual(sent)),
];

const record = { type: "object", required: ["id"], properties: { id: { type: "string", minLength: 1 }, note: text } };
const number = { type: "integer", minimum: 0 };
const page = (shape: string, properties: Readonly<Record<string, object>>): Feature => ({
  name: `page ${shape}`,
  of: "README paging: `limit` and `offset` with `x-pagination`",
  once: ["page shape", "list"],
  draft(draft) {
    const paging = {
      identity: "id",
      ...(shape !== "array" && { records: "data", total: shape === "linked" ? "count" : "total" }),
    };
    const limit = { schema: { type: "integer", minimum: 1, maximum: 2, default: 1 } };
    draft.extension = { "x-pagination": { shape, ...paging } };
    draft.parameters.push(
      { name: "limit", in: "query", ...limit },
      { name: "offset", in: "query", schema: { ...number, default: 0 } },
    );
    const records = { type: "array", items: record };
    draft.response = json(
      shape === "array"
        ? records
        : { type: "object", required: Object.keys(properties), properties: { ...properties, data: records } },
    );
  },
  // Its pages are read one after the other or in parallel, each with the other feature.
  check: ({ result: got, error }) => {
    if (error === undefined) expect(got).toHaveLength(3);
  },
});
const PAGES: Feature[] = [
  page("standard", { data: {}, limit: number, offset: number, total: number }),
  page("linked", {
    data: {},
    count: number,
    next: { type: ["string", "null"] },
    previous: { type: ["string", "null"] },
  }),
  page("array", {}),
];

/* Options */

const TOO_MANY = { status: 429, headers: { "retry-after": "0" } };
const UNAVAILABLE = { status: 503, headers: { "retry-after": "0" } };
const option = (
  of: string,
  name: string,
  value: (call: Call, calls: unknown[][]) => unknown,
  rest: Omit<Feature, "name" | "of"> & { sees?: (calls: unknown[][], outcome: Outcome) => void } = {},
): Feature => {
  const [group, key = ""] = of.split(".");
  const { sees, ...more } = rest;
  return {
    name,
    of,
    ...(group === "ListOptions" && { needs: "list" as const }),
    ...more,
    once: [...(more.once ?? []), ...(key === "" ? [] : [of as Once])],
    call(call) {
      const calls: unknown[][] = [];
      call.noted.set(name, calls);
      const given = value(call, calls);
      if (key !== "") (group === "ClientOptions" ? call.client : call.options)[key] = given;
      more.call?.(call);
    },
    check(outcome) {
      const calls = outcome.call.noted.get(name) ?? [];
      sees?.(calls, outcome);
      return more.check?.(outcome);
    },
  };
};
const early = (before: Call["before"]) => (call: Call) => {
  call.before.push(...before);
};
const isJson = ({ draft }: Outcome) => draft.response === undefined || "application/json" in draft.response;

const OPTIONS: Feature[] = [
  option("ClientOptions.baseUrl", "baseUrl with a path", ({ client }) => `${client["baseUrl"]}${PREFIX}/`, {
    wire: { prefix: PREFIX },
  }),
  option(
    "ClientOptions.apiKey",
    "apiKey as functions",
    (_, calls) =>
      Object.fromEntries(
        Object.entries(KEYS).map(([name, key]) => [
          name,
          async () => {
            calls.push([name]);
            return ` ${key}\n`;
          },
        ]),
      ),
    { sees: (calls, { seen, draft }) => expect(calls).toHaveLength(seen.length * (draft.schemes?.length ?? 0)) },
  ),
  option(
    "ClientOptions.fetch",
    "fetch",
    (_, calls) => (url: string, init: RequestInit) => {
      calls.push([url, init]);
      return fetch(url, init);
    },
    {
      sees: (calls, { seen }) =>
        expect(calls.map(([url]) => new URL(`${url}`).search).sort()).toEqual(
          seen.map(({ url }) => url.replace(/^[^?]*/, "")).sort(),
        ),
    },
  ),
  option("ClientOptions.headers", "headers of the client", () => ({ "X-Client": "c" }), {
    wire: { headers: { "x-client": "c" } },
  }),
  option("ClientOptions.headers", "content-type of the client", () => ({ "Content-Type": "application/json" }), {}),
  option("ClientOptions.timeout", "timeout of the client", () => 500_000),
  option("ClientOptions.retry", "retry of the client", () => ({ attempts: 2, baseDelay: 1, maxDelay: 1 }), {
    once: ["retry"],
  }),
  option("ClientOptions.retry", "no retry", () => false, {
    once: ["retry", "first response"],
    fails: true,
    call: early([TOO_MANY]),
    check: ({ error, seen }) => expect([error, seen[0]?.status]).toMatchObject([{ name: "RateLimitError" }, 429]),
  }),
  option("ClientOptions.concurrency", "concurrency of the client", () => 1),
  option("ClientOptions.maxResponseBytes", "maxResponseBytes", () => 100_000),
  option("ClientOptions.maxResponseBytes", "maxResponseBytes that is too small", () => 1, {
    fails: true,
    once: ["result format"],
    never: ["list"],
    draft(draft) {
      if (draft.method !== "HEAD") draft.response = json(named);
    },
    check: ({ error, seen }) => {
      if (seen.at(-1)?.response.length)
        expect(error).toMatchObject({ name: "InvalidResponseError", reason: "too-large" });
    },
  }),
  option(
    "ClientOptions.validate",
    "validate",
    (_, calls) =>
      (...args: unknown[]) =>
        void calls.push(args),
    {
      sees: (calls, outcome) =>
        expect(calls).toHaveLength(
          isJson(outcome) && !outcome.error ? outcome.seen.filter(({ status }) => status === 200).length : 0,
        ),
    },
  ),
  option("ClientOptions.validate", "validateResponse", () => validateResponse),
  option("ClientOptions.onEvent", "onEvent", (_, calls) => (event: unknown) => void calls.push([event]), {
    sees(calls, { seen, draft }) {
      const types = calls.map(([event]) => (event as { type: string }).type);
      const of = (type: string) => types.filter((one) => one === type).length;
      // A list may cancel a page that it asked for in advance before it is sent.
      if (draft.extension) expect(of("request")).toBeGreaterThanOrEqual(seen.length);
      else expect([of("request"), of("response")]).toEqual([seen.length, seen.length]);
      expect(JSON.stringify(calls)).not.toMatch(/k&y|k%26y/);
    },
  }),
  option("CallOptions.signal", "signal", () => new AbortController().signal),
  option("CallOptions.signal", "signal that was aborted", () => AbortSignal.abort("stop"), {
    once: ["first response"],
    attempts: 0,
    fails: true,
    check: ({ error, seen }) => expect([error, seen]).toEqual(["stop", []]),
  }),
  option("CallOptions.timeout", "timeout of the call", () => 400_000),
  option("CallOptions.retry", "retry of the call", () => ({ attempts: 3, baseDelay: 1 }), { once: ["retry"] }),
  option("CallOptions.headers", "headers of the call", () => ({ "X-Call": "c" }), {
    wire: { headers: { "x-call": "c" } },
  }),
  option("ListOptions.concurrency", "concurrency of the list", () => 2),
  option("ListOptions.drift", "drift of the list", () => "throw"),
  option(
    "Client.raw",
    "middleware",
    ({ middleware }, calls) => {
      middleware.push({
        onRequest({ request }: { request: Request }) {
          calls.push([]);
          request.headers.set("x-middleware", "m");
          return request;
        },
        onResponse: ({ response }: { response: Response }) => new Response(response.body, response),
      });
    },
    { wire: { headers: { "x-middleware": "m" } } },
  ),
  option("server 429", "a 429 first", () => undefined, {
    once: ["first response"],
    call: early([{ status: 429, headers: { "retry-after": "1" } }]),
    attempts: 2,
    // The client pauses, with and without hooks. A timer may be a little early.
    check({ seen: [first, second] }) {
      if (first && second) expect(second.at - first.at).toBeGreaterThan(990);
    },
  }),
  option("server 503", "a 503 first", () => undefined, {
    once: ["first response"],
    call(call) {
      call.before.push(UNAVAILABLE);
      call.options["retry"] ??= { repeatCreates: true, baseDelay: 1 };
    },
    attempts: 2,
  }),
];

export const FEATURES: readonly Feature[] = [
  ...CREDENTIALS,
  ...PARAMETERS,
  ...METHODS,
  ...BODIES,
  ...RESULTS,
  ...PAGES,
  ...OPTIONS,
];

/** Why two features cannot meet in one request; undefined if they can. */
export function impossible(one: Feature, other: Feature): string | undefined {
  const shared = one.once?.find((each) => other.once?.includes(each));
  if (shared) return shared.includes(".") ? "an option has one value" : `a request has one ${shared}`;
  const barred = (a: Feature, b: Feature) => a.never?.find((each) => b.once?.includes(each) || b.needs === each);
  const without = barred(one, other) ?? barred(other, one);
  return without && REASONS[without];
}

const REASONS: Partial<Record<Once, string>> = {
  list: "a list is a GET without a body that returns JSON",
  body: "fetch sends no body with GET or HEAD",
  "result format": "a response to HEAD has no body",
};

/** Builds the operation of two features, a list if one of them needs it. */
export function draftOf(features: readonly Feature[]): Draft {
  const draft: Draft = { method: "GET", path: "", parameters: [] };
  for (const feature of features) feature.draft?.(draft);
  if (features.some(({ needs }) => needs === "list") && !draft.extension) PAGES[0]?.draft?.(draft);
  return draft;
}
