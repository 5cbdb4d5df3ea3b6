import type { WireRequest, WireResponse } from "../../src/index.js";
import { create, post } from "../kit/create-faults.js";
import type { Answer, Exchange, Json } from "../kit/exchange.js";
import { messageOf } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, type Step } from "../kit/fault.js";
import { WHERE } from "../kit/items.js";
import { get } from "../kit/list-faults.js";
import { item, record } from "../kit/samples.js";
import { LISTS } from "../kit/spec.js";
import { send } from "./shared.js";

const ERRORS = "errors";
const BODY_RULE = "Interface 7: an error body has errorCode and message; errors only on 500";
const STATUS_RULE = "Decision 0008: every invalid request is a 400";
const MESSAGE_RULE = "Decision 0008: message says where the error is and what is wrong";

const [x, y] = [item("string", "x"), item("string", "y")] as const;
const reports = LISTS.find(({ shape }) => shape === "linked") ?? LISTS[0];
const pathOf = (id: string): string => LISTS.find((list) => list.id === id)?.path ?? "";

/** A request that gets each status of an error. */
const REFUSED: Record<number, WireRequest> = {
  400: get(reports?.path ?? "", "limit=0"),
  401: get(reports?.path ?? "", "", { apiKey: "wrong" }),
  404: get("/api/v1/nothing"),
  405: { ...get(reports?.path ?? ""), method: "DELETE" },
  429: get(reports?.path ?? "", "", { Prefer: "code=429" }),
  500: { ...send([x]), headers: { ...send([x]).headers, Prefer: "code=500" } },
};

/** Changes the responses with a status. */
const onStatus =
  (status: number, change: (answer: Answer, exchange: Exchange) => WireResponse | undefined): Fault =>
  (exchange) => ({ after: (answer) => (answer.status === status ? change(answer, exchange) : undefined) });

const bodyFault = (
  name: string,
  statuses: readonly number[],
  change: (body: Record<string, Json>) => unknown,
): Mutant[] =>
  mutantsOf(ERRORS, {
    name,
    rule: BODY_RULE,
    places: statuses.map((status) => ({ name: String(status), status })),
    fault: ({ status }) => onStatus(status, (answer) => answer.with(change(answer.json as Record<string, Json>))),
    witness: ({ status }) => [REFUSED[status] ?? []].flat(),
  });

const without = (body: Record<string, Json>, name: string): Record<string, Json> =>
  Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));

const large = (): WireRequest => send([item("string", "a".repeat(1_048_576))]);

/** Kinds of invalid requests that a framework may answer by itself. */
const KINDS: {
  name: string;
  status: number;
  isKind: (exchange: Exchange, message: string) => boolean;
  steps: () => Step[];
}[] = [
  {
    name: "422 for a wrong value",
    status: 422,
    isKind: ({ method }, message) => method === "POST" && /^items\[.*must/.test(message),
    steps: () => [send([item("string", 1)])],
  },
  {
    name: "422 for an empty uid",
    status: 422,
    isKind: ({ method }, message) => method === "POST" && /^uid must/.test(message),
    steps: () => [send([x], { uid: "" })],
  },
  {
    name: "413 for a large body",
    status: 413,
    isKind: ({ method, request: { body } }) => method === "POST" && Buffer.byteLength(body ?? "") > 1_048_576,
    steps: () => [large()],
  },
  {
    name: "415 for a wrong media type",
    status: 415,
    isKind: (_, message) => message.startsWith("Content-Type"),
    steps: () => [create(record("u", [x]), { headers: { "Content-Type": "text/plain" } })],
  },
  {
    name: "409 for a conflict",
    status: 409,
    isKind: (_, message) => message.includes("exists already"),
    steps: () => [send([x]), send([y])],
  },
  {
    name: "500 for a body that is not JSON",
    status: 500,
    isKind: ({ method }, message) => method === "POST" && message.includes("not JSON"),
    steps: () => [post("{")],
  },
  {
    name: "500 for a body without content",
    status: 500,
    isKind: ({ namespace, text }) => namespace !== undefined && text === "",
    steps: () => [post("")],
  },
  {
    name: "500 for null as an item",
    status: 500,
    isKind: ({ namespace, text }) => namespace !== undefined && /"items"\s*:\s*\[\s*null/.test(text),
    steps: () => [post('{"uid":"u","items":[null]}')],
  },
  {
    name: "500 for null as a body",
    status: 500,
    isKind: ({ namespace, text }) => namespace !== undefined && text.trim() === "null",
    steps: () => [post("null")],
  },
  {
    name: "500 for items that are no list",
    status: 500,
    isKind: ({ namespace }, message) => namespace !== undefined && /^items must be an array/.test(message),
    steps: () => [post('{"uid":"u","items":"x"}')],
  },
  {
    name: "404 for an unknown parameter",
    status: 404,
    isKind: ({ list }, message) => list !== undefined && message.includes("query parameter"),
    steps: () => [get(pathOf("listPurchaseOrders"), "foo=1")],
  },
  {
    name: "422 for a limit out of range",
    status: 422,
    isKind: ({ list }, message) => list?.id === "listPurchaseOrdersV3" && /^limit must be at/.test(message),
    steps: () => [get(pathOf("listPurchaseOrdersV3"), "limit=201")],
  },
  {
    name: "500 for a wrong time",
    status: 500,
    isKind: ({ list }, message) => list?.id === "listReports" && /^updated_/.test(message),
    steps: () => [get(pathOf("listReports"), "updated_from=yesterday")],
  },
  {
    name: "416 for a negative offset",
    status: 416,
    isKind: ({ list }, message) => list !== undefined && message.startsWith("offset must be at least"),
    steps: () => [get(pathOf("listReports"), "offset=-1")],
  },
];

const MESSAGES: { name: string; change: (message: string, exchange: Exchange) => string; steps: () => Step[] }[] = [
  {
    name: "nothing about a nested item",
    change: (message) => (/^items\[\d+\]\.value\[/.test(message) ? "Bad request" : message),
    steps: () => [send(WHERE.object.wrap(item("string", 1)))],
  },
  {
    name: "nothing about an item",
    change: (message) => (/^items\[\d+\]\.\w+ /.test(message) ? "Validation failed" : message),
    steps: () => [send([item("number", "x")])],
  },
  {
    name: "the list instead of the item",
    change: (message) => message.replace(/^items\[\d+\]\S*/, "items"),
    steps: () => [send([x, item("boolean", 1)])],
  },
  {
    name: "indexes that begin with 1",
    change: (message) => message.replaceAll(/\[(\d+)\]/g, (_, index) => `[${Number(index) + 1}]`),
    steps: () => [send([x, item("boolean", 1)])],
  },
  {
    name: "nothing about an unknown field",
    change: (message) => message.replace(/^\S+ is not a known field/, "unknown field"),
    steps: () => [post('{"uid":"u","items":[{"key":"k","type":"string","value":"x"}],"colour":1}')],
  },
  {
    name: "nothing about a repeated field",
    change: (message) => message.replace(/^\S+ is given twice/, "duplicate field"),
    steps: () => [post('{"uid":"u","uid":"u","items":[]}')],
  },
  {
    name: "nothing about a limit",
    change: (message, { list }) => (list ? message.replace(/^limit /, "the value ") : message),
    steps: () => [get(pathOf("listReports"), "limit=51")],
  },
  {
    name: "limit for an offset",
    change: (message, { list }) => (list ? message.replace(/^offset /, "limit ") : message),
    steps: () => [get(pathOf("listPurchaseOrders"), "offset=-1")],
  },
  {
    name: "nothing about a bound",
    change: (message, { list }) => (list ? message.replace(/^updated_\w+ must be/, "expected") : message),
    steps: () => [get(pathOf("listPurchaseOrdersV3"), "updated_to=x")],
  },
  {
    name: "no uid for a conflict",
    change: (message) => (message.includes("exists already") ? "the record exists already" : message),
    steps: () => [send([x]), send([y])],
  },
];

export const errors: readonly Mutant[] = [
  ...bodyFault("errorCode is missing", [400, 401, 404, 405, 429, 500], (body) => without(body, "errorCode")),
  ...bodyFault("errorCode is the status", [400, 404, 500], (body) => ({ ...body, errorCode: 400 })),
  ...bodyFault("message is a list", [400, 401], (body) => ({ ...body, message: [body["message"]] })),
  ...bodyFault("message has another name", [401, 404, 405], (body) => ({
    ...without(body, "message"),
    detail: body["message"],
  })),
  ...bodyFault("an error lists errors, too", [400, 401, 429], (body) => ({
    ...body,
    errors: { system: [body["message"]] },
  })),
  ...bodyFault("an error is inside of another object", [400, 405, 429], (body) => ({ error: body })),
  ...bodyFault("the details of an internal error are one list", [500], (body) => ({
    ...body,
    errors: ["database", "timeout"],
  })),
  ...bodyFault("the details of a category are a text", [500], (body) => ({ ...body, errors: { system: "timeout" } })),
  ...mutantsOf(ERRORS, {
    name: "an error has another media type",
    rule: "Responses BadRequest and others: application/json; decision 0008 for 404 and 405",
    places: [
      { name: "400", status: 400, type: "text/plain; charset=utf-8" },
      { name: "401", status: 401, type: "application/problem+json" },
      { name: "404", status: 404, type: "text/html" },
      { name: "429", status: 429, type: "text/plain" },
      { name: "500", status: 500, type: "text/html" },
    ],
    fault: ({ status, type }) =>
      onStatus(status, ({ response }) => ({ ...response, headers: { ...response.headers, "content-type": type } })),
    witness: ({ status }) => [REFUSED[status] ?? []].flat(),
  }),
  ...mutantsOf(ERRORS, {
    name: "Retry-After is not a number of seconds",
    rule: "Decision 0012: Retry-After in whole seconds",
    places: [
      { name: "a fraction", text: "1.5" },
      { name: "with a unit", text: "2s" },
      { name: "negative", text: "-1" },
    ],
    fault: ({ text }) =>
      onStatus(429, ({ response }) => ({ ...response, headers: { ...response.headers, "retry-after": text } })),
    witness: () => [REFUSED[429] ?? []].flat(),
  }),
  ...mutantsOf(ERRORS, {
    name: "an invalid request gets another status",
    rule: STATUS_RULE,
    places: KINDS,
    fault: ({ status, isKind }) =>
      onStatus(400, (answer, exchange) =>
        exchange.header("prefer") === undefined && isKind(exchange, messageOf(answer))
          ? { ...answer.response, status }
          : undefined,
      ),
    witness: ({ steps }) => steps(),
  }),
  ...mutantsOf(ERRORS, {
    name: "the message of a 400 says",
    rule: MESSAGE_RULE,
    places: MESSAGES,
    fault: ({ change }) =>
      onStatus(400, (answer, exchange) => {
        const message = change(messageOf(answer), exchange);
        return message === messageOf(answer) || exchange.header("prefer") !== undefined
          ? undefined
          : answer.with({ ...(answer.json as object), message });
      }),
    witness: ({ steps }) => steps(),
  }),
];
