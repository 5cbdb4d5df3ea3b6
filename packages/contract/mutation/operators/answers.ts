import type { WireResponse } from "../../src/index.js";
import { create, plain } from "../kit/create-faults.js";
import type { Answer, Exchange } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { CREATE, PATHS } from "../kit/spec.js";

const FAMILY = "errors";
const BODY = "document 7: an error body has errorCode and message, and errors on 500 alone";

type Operation = (typeof PATHS)[number];
const at =
  (operation: Operation, change: (answer: Answer, exchange: Exchange) => WireResponse | undefined): Fault =>
  (exchange) =>
    exchange.place === operation.id && exchange.method === operation.method
      ? { after: (answer) => change(answer, exchange) }
      : undefined;

/** Returns a request that gets a status. */
function requestFor({ method, path }: Operation, status: number) {
  const headers: Record<string, string> =
    status === 401 ? { apiKey: "unknown" } : status >= 429 ? { Prefer: `code=${status}` } : {};
  if (method === "POST") return create(status === 400 ? { uid: "", items: [] } : plain("errors"), { headers });
  return get(path, status === 400 ? "limit=0" : "", headers);
}

type Body = { errorCode?: unknown; message?: unknown; errors?: unknown };
const BODIES: { name: string; change(body: Body): unknown; of?: number[] }[] = [
  { name: "errorCode is missing", change: ({ errorCode: _, ...rest }) => rest },
  { name: "errorCode is null", change: (b) => ({ ...b, errorCode: null }) },
  { name: "errorCode is a number", change: (b) => ({ ...b, errorCode: 400 }) },
  { name: "message is missing", change: ({ message: _, ...rest }) => rest },
  { name: "message is null", change: (b) => ({ ...b, message: null }) },
  { name: "message is an array", change: (b) => ({ ...b, message: [b.message] }) },
  { name: "errors is there", change: (b) => ({ ...b, errors: { system: ["detail"] } }), of: [400, 401, 429] },
  { name: "errors is an array", change: (b) => ({ ...b, errors: ["detail"] }), of: [500] },
  { name: "errors has texts without arrays", change: (b) => ({ ...b, errors: { system: "detail" } }), of: [500] },
  { name: "the body is in error", change: (b) => ({ error: b }) },
  { name: "the body is in an array", change: (b) => [b] },
  { name: "the body is a text", change: (b) => String(b.message) },
];
const bodies = mutantsOf(FAMILY, {
  name: "the error body is wrong",
  rule: BODY,
  places: PATHS.flatMap((operation, i) =>
    [400, 401, 429, 500].flatMap((status, j) =>
      BODIES.filter(({ of }, k) => (of ? of.includes(status) : (i + j + k) % 2 === 0)).map((each) => ({
        ...each,
        operation,
        status,
        name: `${each.name}, ${status} of ${operation.id}`,
      })),
    ),
  ),
  fault: ({ operation, status, change }) =>
    at(operation, (answer) => (answer.status === status ? answer.with(change(answer.json as Body)) : undefined)),
  witness: ({ operation, status }) => [requestFor(operation, status)],
});

const STATUSES: Record<number, number[]> = {
  400: [422, 404, 409, 415, 413, 500],
  429: [503, 420],
  500: [502, 503],
  201: [200, 202],
  200: [206, 201],
};
const statuses = mutantsOf(FAMILY, {
  name: "the status is another",
  rule: "document 4.1, 7, 0008: which status an answer has",
  places: PATHS.flatMap((operation) =>
    Object.entries(STATUSES).flatMap(([status, others]) =>
      Number(status) < 300 && (status === "201") !== (operation.id === CREATE.id)
        ? []
        : others.map((other) => ({
            operation,
            status: Number(status),
            other,
            name: `${other} for ${status} of ${operation.id}`,
          })),
    ),
  ),
  fault: ({ operation, status, other }) =>
    at(operation, ({ response }) => (response.status === status ? { ...response, status: other } : undefined)),
  witness: ({ operation, status }) => [requestFor(operation, status)],
});

/** Errors for which many servers use a different status. */
const KINDS: {
  name: string;
  holds(exchange: Exchange): boolean;
  status: number;
  request: () => ReturnType<typeof create>;
}[] = [
  { name: "409 for a clash", holds: () => true, status: 409, request: () => create(plain("clash", "y")) },
  {
    name: "413 for a body too large",
    holds: ({ text }) => text.length > 1_048_576,
    status: 413,
    request: () => create(plain("large", "x".repeat(1_100_000))),
  },
  {
    name: "415 for a wrong media type",
    holds: (x) => !/^application\/json/i.test(x.header("content-type") ?? ""),
    status: 415,
    request: () => create(plain("media"), { headers: { "Content-Type": "text/plain" } }),
  },
  {
    name: "422 for a broken rule",
    holds: ({ record }) => record !== undefined,
    status: 422,
    request: () => create({ uid: "rule", items: [] }),
  },
  {
    name: "404 for an unknown namespace",
    holds: ({ namespace }) => namespace === "unknown",
    status: 404,
    request: () => create(plain("namespace"), { namespace: "unknown" }),
  },
  {
    name: "500 for JSON that does not parse",
    holds: ({ record, text }) => !record && text !== "",
    status: 500,
    request: () => ({ ...create(plain("json")), body: "{" }),
  },
  {
    name: "500 for an empty body",
    holds: ({ text }) => text === "",
    status: 500,
    request: () => ({ ...create(plain("json")), body: "" }),
  },
];
const kinds = mutantsOf(FAMILY, {
  name: "one kind of refusal has another status",
  rule: "0008: everything that is wrong with a request is a 400",
  places: KINDS,
  fault:
    ({ name, holds, status }) =>
    (exchange) =>
      exchange.namespace !== undefined && holds(exchange)
        ? {
            after({ response, json }) {
              const clash = /exists already/.test(String((json as Body | undefined)?.message));
              return response.status === 400 && (!name.includes("clash") || clash)
                ? { ...response, status }
                : undefined;
            },
          }
        : undefined,
  witness: ({ request }) => [create(plain("clash", "x")), request()],
});

const RETRY: { name: string; change(value: string): string | undefined }[] = [
  { name: "a date", change: () => "Sat, 21 Nov 2026 06:15:00 GMT" },
  { name: "a fraction", change: () => "1.5" },
  { name: "negative", change: () => "-1" },
  { name: "a text", change: () => "soon" },
  { name: "with a unit", change: () => "2s" },
  { name: "empty", change: () => "" },
];
const retry = mutantsOf(FAMILY, {
  name: "Retry-After is wrong",
  rule: "0012: a 429 carries Retry-After in whole seconds",
  places: PATHS.flatMap((operation) =>
    RETRY.map((each) => ({ ...each, operation, name: `${each.name}, ${operation.id}` })),
  ),
  fault: ({ operation, change }) =>
    at(operation, ({ response }) =>
      response.status === 429
        ? { ...response, headers: { ...response.headers, "retry-after": change("") ?? "" } }
        : undefined,
    ),
  witness: ({ operation }) => [requestFor(operation, 429)],
});

const MESSAGES: { name: string; change(message: string): string }[] = [
  { name: "it is empty", change: () => "" },
  { name: "it is always the same", change: () => "Bad request" },
  { name: "an index is one too high", change: (m) => m.replace(/\[(\d+)\]/, (_, n) => `[${Number(n) + 1}]`) },
  { name: "indexes are always 0", change: (m) => m.replace(/\[\d+\]/g, "[0]") },
  { name: "indexes are lost", change: (m) => m.replace(/\[\d+\]/g, "[]") },
  {
    name: "the last index is one too high",
    change: (m) => m.replace(/\[(\d+)\](?!.*\[\d)/, (_, n) => `[${Number(n) + 1}]`),
  },
  { name: "only the outer place is named", change: (m) => m.replace(/(items\[\d+\])(\.value\[\d+\][\w.[\]]*)/, "$1") },
  { name: "only the last name of the place is given", change: (m) => m.replace(/items\[\d+\][\w.[\]]*\.(\w+)/, "$1") },
  {
    name: "key and value are exchanged",
    change: (m) => m.replace(/\.(key|value)(?= )/, (_, n) => (n === "key" ? ".value" : ".key")),
  },
  { name: "the place is not named", change: (m) => m.replace(/^\S*(items|uid)\S*/, "something") },
];
const MESSAGE_REQUESTS = [
  create({ uid: "m", items: [...plain("m").items, { key: "k", type: "string", value: 5 }] }),
  create({ uid: "m", items: [{ key: "", type: "string", value: "x" }] }),
  create({
    uid: "m",
    items: [
      ...plain("m").items,
      { key: "o", type: "object", value: [...plain("m").items, { key: "k", type: "number", value: "x" }] },
    ],
  }),
  create({ uid: "", items: plain("m").items }),
  create({ ...plain("m"), note: 1 }),
  create({ uid: "m", items: [{ key: "k", type: "string", value: "x", note: 1 }] }),
];
const messages = mutantsOf(FAMILY, {
  name: "the message names the wrong place",
  rule: "0008: message says where and what, as in items[2].value must be a string",
  places: MESSAGES,
  fault:
    ({ change }) =>
    (exchange) =>
      exchange.namespace === undefined
        ? undefined
        : {
            after(answer) {
              const body = answer.json as Body | undefined;
              return answer.status === 400 && body
                ? answer.with({ ...body, message: change(String(body.message)) })
                : undefined;
            },
          },
  witness: () => MESSAGE_REQUESTS,
});

const names = mutantsOf(FAMILY, {
  name: "the message does not name the parameter",
  rule: "0008: message says where and what",
  places: PATHS.filter(({ id }) => id !== CREATE.id).flatMap((operation) =>
    [
      { what: "for limit", pattern: /limit/g, to: "parameter", query: "limit=0" },
      { what: "for offset", pattern: /offset/g, to: "parameter", query: "offset=-1" },
      { what: "limit for offset", pattern: /offset/g, to: "limit", query: "offset=-1" },
      { what: "for an unknown one", pattern: /"[^"]*"/g, to: "it", query: "foo=1" },
    ].map((each) => ({ ...each, operation, name: `${each.what}, ${operation.id}` })),
  ),
  fault: ({ operation, pattern, to }) =>
    at(operation, (answer) => {
      const body = answer.json as Body | undefined;
      return answer.status === 400 && body
        ? answer.with({ ...body, message: String(body.message).replace(pattern, to) })
        : undefined;
    }),
  witness: ({ operation, query }) => [get(operation.path, query)],
});

const WIRE: { name: string; change(response: WireResponse): WireResponse }[] = [
  { name: "cut by a character", change: (r) => ({ ...r, body: r.body.slice(0, -1) }) },
  { name: "empty", change: (r) => ({ ...r, body: "" }) },
  { name: "a page of HTML", change: (r) => ({ ...r, body: "<html></html>" }) },
  { name: "a call of a function", change: (r) => ({ ...r, body: `callback(${r.body})` }) },
  { name: "with text behind it", change: (r) => ({ ...r, body: `${r.body}<!-- 3 ms -->` }) },
  { name: "twice", change: (r) => ({ ...r, body: r.body + r.body }) },
];
const wire = mutantsOf(FAMILY, {
  name: "the body of an answer is not JSON",
  rule: "document 4.1, 4.2: answers are JSON",
  places: PATHS.flatMap((operation, i) =>
    [operation.id === CREATE.id ? 201 : 200, 400, 401].flatMap((status, j) =>
      WIRE.filter((_, k) => (i + j + k) % 2 === 0).map((each) => ({
        ...each,
        operation,
        status,
        name: `${each.name}, ${status} of ${operation.id}`,
      })),
    ),
  ),
  fault: ({ operation, status, change }) =>
    at(operation, ({ response }) => (response.status === status ? change(response) : undefined)),
  witness: ({ operation, status }) => [requestFor(operation, status)],
});

const ENVELOPES: { name: string; change(body: { data: Record<string, unknown> }): unknown }[] = [
  { name: "the record without data", change: ({ data }) => data },
  { name: "the record in an array", change: ({ data }) => ({ data: [data] }) },
  { name: "the record in result", change: ({ data }) => ({ result: data }) },
  { name: "no uid", change: ({ data: { uid: _, ...rest } }) => ({ data: rest }) },
  { name: "no items", change: ({ data: { items: _, ...rest } }) => ({ data: rest }) },
  { name: "items that are null", change: ({ data }) => ({ data: { ...data, items: null } }) },
  {
    name: "items by their keys",
    change: ({ data }) => ({
      data: {
        ...data,
        items: Object.fromEntries(
          (data["items"] as { key: string; value: unknown }[]).map(({ key, value }) => [key, value]),
        ),
      },
    }),
  },
];
const envelopes = mutantsOf(FAMILY, {
  name: "a create returns another shape",
  rule: "document 4.1: an object with a single field data, which is a record",
  places: ENVELOPES,
  fault:
    ({ change }) =>
    ({ namespace }) =>
      namespace === undefined
        ? undefined
        : { after: (answer) => (answer.created ? answer.with(change(answer.json as never)) : undefined) },
  witness: () => [create(plain("envelope"))],
});

export const answers: Mutant[] = [
  ...bodies,
  ...statuses,
  ...kinds,
  ...retry,
  ...messages,
  ...names,
  ...wire,
  ...envelopes,
];
