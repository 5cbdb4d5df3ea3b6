import type { WireRequest, WireResponse } from "../../src/index.js";
import { isObject } from "../kit/bodies.js";
import { create, isClash, onCreate, post } from "../kit/create-faults.js";
import { type Exchange, messageOf, parsed, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { depthOf, nestedItems } from "../kit/items.js";
import { get } from "../kit/list-faults.js";
import { queryOf } from "../kit/list-witnesses.js";
import { item, record } from "../kit/samples.js";
import { LISTS, WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "bodies of errors";
const BODY = "Interface 7: errorCode and message are always strings, errors is there on 500 only; schema ErrorBody";
const WHERE_AND_WHAT = "Decision 0008: message says where the error is and what is wrong";

const first = LISTS[0]?.path ?? "";

const ERRORS: { name: string; status: number; request: WireRequest; holds(exchange: Exchange): boolean }[] = [
  { name: "400 of a list", status: 400, request: get(first, "limit=0"), holds: ({ list }) => list !== undefined },
  {
    name: "400 of a create request",
    status: 400,
    request: post("{}"),
    holds: ({ namespace }) => namespace !== undefined,
  },
  { name: "401", status: 401, request: get(first, "", { apiKey: "wrong" }), holds: () => true },
  { name: "404", status: 404, request: get("/api/v1/unknown"), holds: () => true },
  { name: "405", status: 405, request: { ...get(first), method: "DELETE" }, holds: () => true },
  { name: "429", status: 429, request: get(first, "", { Prefer: "code=429" }), holds: () => true },
];

/** Changes the body of an error. */
const onError =
  (
    status: number,
    change: (body: Record<string, unknown>, exchange: Exchange) => unknown,
    holds: (exchange: Exchange) => boolean = () => true,
  ): Fault =>
  (exchange) =>
    holds(exchange)
      ? {
          after(answer) {
            if (answer.status !== status || !isObject(answer.json)) return undefined;
            const changed = change(answer.json, exchange);
            return changed === undefined ? undefined : answer.with(changed);
          },
        }
      : undefined;

/** Changes the message of a 400. */
const onMessage = (change: (message: string, exchange: Exchange) => string): Fault =>
  onError(400, (body, exchange) => {
    const message = change(String(body["message"]), exchange);
    return message === body["message"] ? undefined : { ...body, message };
  });

const SHAPES = [
  { name: "errors is null", change: (body: Record<string, unknown>) => ({ ...body, errors: null }) },
  { name: "message is a list", change: (body: Record<string, unknown>) => ({ ...body, message: [body["message"]] }) },
  {
    name: "errorCode is the status",
    change: (body: Record<string, unknown>, status: number) => ({ ...body, errorCode: status }),
  },
  { name: "the body is in another object", change: (body: Record<string, unknown>) => ({ error: body }) },
];

const invalid = (items: unknown[]): WireRequest => create({ uid: "invalid", items });
const wrong = item("string", 5);
const fine = item("string", "x");

/** A status that a framework uses for one sort of error. */
const STATUSES: {
  name: string;
  status: number;
  request: WireRequest;
  holds(message: string, exchange: Exchange): boolean;
}[] = [
  {
    name: "422 for a nested item",
    status: 422,
    request: invalid([item("object", [wrong])]),
    holds: (message) => message.includes("].value["),
  },
  {
    name: "422 for a date that does not exist",
    status: 422,
    request: invalid([item("date", "2026-02-30")]),
    holds: (message) => /must be a (calendar date|date-time)/.test(message),
  },
  {
    name: "422 for too many items",
    status: 422,
    request: invalid(Array(151).fill(fine)),
    holds: (message) => message.includes("must have at most 150"),
  },
  {
    name: "416 for an offset out of range",
    status: 416,
    request: get(first, "offset=9007199254740992"),
    holds: (message, { list }) => list !== undefined && message.startsWith("offset"),
  },
  {
    name: "414 for a long query",
    status: 414,
    request: get(first, `limit=${"1".repeat(3000)}`),
    holds: (_, { search }) => search.length > 2048,
  },
  {
    name: "500 for a body that is null",
    status: 500,
    request: post("null"),
    holds: (_, { text }) => text.trim() === "null",
  },
  {
    name: "500 for an item that is null",
    status: 500,
    request: invalid([null]),
    holds: (_, { text }) => hasNull(text),
  },
  {
    name: "500 for percent-encoding that is not UTF-8",
    status: 500,
    request: get(first, "limit=%ff"),
    holds: (message) => message.includes("percent-encoded"),
  },
  {
    name: "500 for nesting that is too deep",
    status: 500,
    request: invalid(nestedItems(9)),
    holds: (_, { record: sent }) => sent !== undefined && depthOf(sent.items) > 8,
  },
  {
    name: "413 for a body that is too large",
    status: 413,
    request: invalid([item("string", "x".repeat(1_048_577))]),
    holds: (_, { text }) => Buffer.byteLength(text) > 1_048_576,
  },
  {
    name: "409 for a uid that exists",
    status: 409,
    request: create(record("taken", [item("string", "y")])),
    holds: (message) => message.includes("exists already"),
  },
];

function hasNull(text: string): boolean {
  const body = parsed(text);
  return isObject(body) && Array.isArray(body["items"]) && body["items"].includes(null);
}

const NUL = [
  {
    name: "a value",
    items: [item("string", "a\0b")],
    uid: "nul",
    holds: (text: string) => /"value"\s*:\s*"[^"]*\\u0000/.test(text),
  },
  {
    name: "an element",
    items: [item("string-array", ["a\0b"])],
    uid: "nul",
    holds: (text: string) => /\[[^\]{}]*\\u0000/.test(text),
  },
  {
    name: "a key",
    items: [item("string", "x", "a\0b")],
    uid: "nul",
    holds: (text: string) => /"key"\s*:\s*"[^"]*\\u0000/.test(text),
  },
  { name: "a uid", items: [fine], uid: "nul\0", holds: (text: string) => /"uid"\s*:\s*"[^"]*\\u0000/.test(text) },
];

const RETRY = [
  { name: "a date", value: "Tue, 24 Nov 2026 06:15:00 GMT" },
  { name: "a fraction", value: "1.5" },
  { name: "a unit", value: "2s" },
  { name: "a negative number", value: "-1" },
];

const withHeader = (response: WireResponse, name: string, value: string): WireResponse => ({
  ...response,
  headers: { ...response.headers, [name]: value },
});

const taken = create(record("taken", [fine]));
const LONG = "Lot-".padEnd(24, "A");

export const errorBodies: readonly Mutant[] = [
  ...SHAPES.flatMap(({ name, change }) =>
    mutantsOf(FAMILY, {
      name,
      rule: BODY,
      places: ERRORS,
      fault: ({ status, holds }) => onError(status, (body) => change(body, status), holds),
      witness: ({ request }) => [request],
    }),
  ),
  ...mutantsOf(FAMILY, {
    name: "another status",
    rule: "Decision 0008: every invalid request is a 400",
    places: STATUSES,
    fault:
      ({ status, holds }) =>
      (exchange) => ({
        after: (answer) =>
          answer.status === 400 && holds(messageOf(answer), exchange) ? { ...answer.response, status } : undefined,
      }),
    witness: ({ request }) => [taken, request],
  }),
  ...mutantsOf(FAMILY, {
    name: "Retry-After is",
    rule: "Decision 0012: a Retry-After header in whole seconds",
    places: RETRY,
    fault:
      ({ value }) =>
      () => ({
        after: ({ status, response }) => (status === 429 ? withHeader(response, "retry-after", value) : undefined),
      }),
    witness: () => [get(first, "", { Prefer: "code=429" })],
  }),
  ...mutantsOf(FAMILY, {
    name: "the place in a message is",
    rule: WHERE_AND_WHAT,
    places: [
      {
        name: "counted from one at the top",
        change: (message: string) => message.replace(/^items\[(\d+)\]/, (_, index) => `items[${Number(index) + 1}]`),
        items: [fine, wrong],
      },
      {
        name: "counted from one in nested items",
        change: (message: string) => message.replaceAll(/(?<=value)\[(\d+)\]/g, (_, index) => `[${Number(index) + 1}]`),
        items: [item("object", [fine, wrong])],
      },
      {
        name: "only that of the outermost item",
        change: (message: string) => message.replace(/^(items\[\d+\])\S*\.value\[\S*/, "$1"),
        items: [item("object", [wrong])],
      },
      {
        name: "only that of the innermost item",
        change: (message: string) => message.replace(/^items\[\d+\]\S*\.(value\[\d+\])/, "$1"),
        items: [item("object", [fine, item("object-array", [fine, wrong])])],
      },
      {
        name: "missing",
        change: (message: string) => (message.startsWith("items[") ? "validation failed" : message),
        items: [wrong],
      },
      {
        name: "that of the first item",
        change: (message: string) => message.replace(/^items\[\d+\]/, "items[0]"),
        items: [fine, wrong],
      },
    ],
    fault: ({ change }) => onMessage(change),
    witness: ({ items }) => [invalid(items)],
  }),
  ...mutantsOf(FAMILY, {
    name: "a message names another parameter",
    rule: WHERE_AND_WHAT,
    places: WINDOW_PLACES.flatMap(({ list, window }) => [
      { name: `${window.from} of ${list.id}`, list, parameter: window.from, other: window.to },
      { name: `${window.to} of ${list.id}`, list, parameter: window.to, other: window.from },
    ]),
    fault:
      ({ list, parameter, other }) =>
      (exchange) =>
        exchange.list?.id === list.id
          ? {
              after: (answer) =>
                answer.status === 400 && messageOf(answer).startsWith(parameter)
                  ? answer.with({ errorCode: "Generic", message: messageOf(answer).replace(parameter, other) })
                  : undefined,
            }
          : undefined,
    witness: ({ list, parameter }) => [get(list.path, queryOf({ [parameter]: "yesterday" }))],
  }),
  ...mutantsOf(FAMILY, {
    name: "a conflict names the uid",
    rule: "Decision 0005: different items get a 400 that names the uid",
    places: [
      { name: "in lower case", form: (uid: string) => uid.toLowerCase() },
      { name: "up to its 20th character", form: (uid: string) => uid.slice(0, 20) },
      {
        name: "with the letters of other scripts as question marks",
        form: (uid: string) => uid.replaceAll(/[^\0-\u007f]/g, "?"),
      },
    ],
    fault: ({ form }) =>
      onCreate(({ uid }) => ({
        after: (answer) => {
          const message = messageOf(answer).replace(uid, form(uid));
          return isClash(answer) && message !== messageOf(answer)
            ? answer.with({ errorCode: "Generic", message })
            : undefined;
        },
      })),
    witness: () => [create(record(`${LONG}é`, [fine])), create(record(`${LONG}é`, [item("string", "y")]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "a NUL is a 500",
    rule: "Schemas Uid, ItemKey and StringItemInput: any characters",
    places: NUL,
    fault: ({ holds }) =>
      onCreate((_, { text }) =>
        holds(text)
          ? { after: ({ status }) => (status === 201 ? refused("Internal server error", 500) : undefined) }
          : undefined,
      ),
    witness: ({ uid, items }) => [create(record(uid, items))],
  }),
];
