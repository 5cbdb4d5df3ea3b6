import type { WireRequest, WireResponse } from "../../src/index.js";
import { type Exchange, KEY, refused } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { get } from "../kit/list-faults.js";
import { item } from "../kit/samples.js";
import { LIST_PLACES, LISTS } from "../kit/spec.js";
import { isAt, METADATA, ORDERS, ORDERS_V3, onRefusal, PLACES, type Place, REPORTS, withHeader } from "./operations.js";
import { send } from "./shared.js";

const KEYS = "API keys";
const KEY_RULE = "Interface 5: a request with a missing or invalid key is answered with 401";

/** Accepts a key that the correct server rejects. */
const acceptsKey = (
  name: string,
  places: readonly Place[],
  isAccepted: (exchange: Exchange) => boolean,
  change: (request: WireRequest) => WireRequest,
): Mutant[] =>
  mutantsOf(KEYS, {
    name,
    rule: KEY_RULE,
    places,
    fault: (place) => (exchange) =>
      isAt(place, exchange.path) && exchange.header("apikey") !== KEY && isAccepted(exchange)
        ? { request: withHeader(exchange.request, "apiKey", KEY) }
        : undefined,
    witness: ({ request }) => [change(request)],
  });

const keyIn = (header: string, text: string) => (request: WireRequest) =>
  withHeader(withHeader(request, "apiKey", undefined), header, text);
const withKey = (key: string | undefined) => (request: WireRequest) => withHeader(request, "apiKey", key);

const hasNoKey = (exchange: Exchange): boolean => exchange.header("apikey") === undefined;

const hasWrongLimit = ({ query }: Exchange): boolean =>
  query.some(([name, text]) => name === "limit" && !/^[1-9]\d*$/.test(text));
const hasWrongType = (exchange: Exchange): boolean =>
  !/^application\/json/i.test(exchange.header("content-type") ?? "");
const hasWrongBody = ({ record }: Exchange): boolean => !record || record.items.length === 0;

export const apiKeys: readonly Mutant[] = [
  ...acceptsKey(
    "a key with more characters is accepted",
    [METADATA, REPORTS],
    (exchange) => exchange.header("apikey")?.startsWith(KEY) ?? false,
    withKey(`${KEY}x`),
  ),
  ...acceptsKey(
    "the beginning of a key is accepted",
    [ORDERS, METADATA],
    (exchange) => KEY.startsWith(exchange.header("apikey") || "-"),
    withKey(KEY.slice(0, 4)),
  ),
  ...acceptsKey(
    "the case of a key is ignored",
    [ORDERS_V3, REPORTS],
    (exchange) => exchange.header("apikey")?.toLowerCase() === KEY,
    withKey(KEY.toUpperCase()),
  ),
  ...acceptsKey(
    "a bearer token is accepted as the key",
    [METADATA, ORDERS],
    (exchange) => hasNoKey(exchange) && exchange.header("authorization") === `Bearer ${KEY}`,
    keyIn("Authorization", `Bearer ${KEY}`),
  ),
  ...acceptsKey(
    "X-API-Key is accepted",
    [ORDERS_V3, METADATA],
    (exchange) => hasNoKey(exchange) && exchange.header("x-api-key") === KEY,
    keyIn("X-API-Key", KEY),
  ),
  ...acceptsKey(
    "a cookie is accepted as the key",
    [REPORTS],
    (exchange) => hasNoKey(exchange) && exchange.header("cookie") === `apiKey=${KEY}`,
    keyIn("Cookie", `apiKey=${KEY}`),
  ),
  ...mutantsOf(KEYS, {
    name: "a key in the query is accepted",
    rule: KEY_RULE,
    places: PLACES.slice(0, 3),
    fault: (place) => (exchange) =>
      isAt(place, exchange.path) && hasNoKey(exchange) && exchange.asks("apiKey") === KEY
        ? { request: { ...withHeader(exchange.request, "apiKey", KEY), path: exchange.path } }
        : undefined,
    witness: ({ request }) => [{ ...withKey(undefined)(request), path: `${request.path}?apiKey=${KEY}` }],
  }),
  ...acceptsKey(
    "an empty key is accepted",
    [ORDERS, METADATA],
    (exchange) => exchange.header("apikey") === "",
    withKey(""),
  ),
  ...mutantsOf(KEYS, {
    name: "small pages need no key",
    rule: KEY_RULE,
    places: LIST_PLACES,
    fault:
      ({ list }) =>
      (exchange) =>
        exchange.list?.id === list.id && hasNoKey(exchange) && Number(exchange.asks("limit")) === 1
          ? { request: withHeader(exchange.request, "apiKey", KEY) }
          : undefined,
    witness: ({ list }) => [withKey(undefined)(get(list.path, "limit=1"))],
  }),
  ...mutantsOf(KEYS, {
    name: "an invalid request is a 400 even without a key",
    rule: `${KEY_RULE}; the key is checked before the query and the body`,
    places: [
      ...LISTS.map(({ id, path }) => ({
        name: `the query of ${id}`,
        request: get(path, "limit=0"),
        isWrong: hasWrongLimit,
      })),
      { name: "the body", request: send([]), isWrong: hasWrongBody },
      {
        name: "the media type",
        request: withHeader(send([item("string", "x")]), "Content-Type", "text/plain"),
        isWrong: hasWrongType,
      },
    ],
    fault:
      ({ request: { path: wrongPath, method }, isWrong }) =>
      (exchange) => {
        const isPlace = exchange.method === method && exchange.path === wrongPath.split("?")[0];
        if (!isPlace || exchange.header("apikey") === KEY || exchange.header("prefer") !== undefined) return undefined;
        return isWrong(exchange) ? { answer: refused("the request is wrong") } : undefined;
      },
    witness: ({ request }) => [withKey(undefined)(request)],
  }),
  ...mutantsOf(KEYS, {
    name: "a response is kept for callers without a key",
    rule: KEY_RULE,
    history: true,
    places: LIST_PLACES,
    fault: ({ list }) => {
      const kept = new Map<string, WireResponse>();
      return (exchange) => {
        if (exchange.list?.id !== list.id || exchange.header("prefer") !== undefined) return undefined;
        const known = kept.get(exchange.request.path);
        if (known && exchange.header("apikey") !== KEY) return { answer: known };
        return {
          after(answer) {
            if (answer.status === 200) kept.set(exchange.request.path, answer.response);
            return undefined;
          },
        };
      };
    },
    witness: ({ list }) => [get(list.path, "limit=2"), withKey("wrong")(get(list.path, "limit=2"))],
  }),
  ...mutantsOf(KEYS, {
    name: "a wrong key is a 403",
    rule: KEY_RULE,
    places: PLACES,
    fault: (place) =>
      onRefusal(place, 401, (response, exchange) => (hasNoKey(exchange) ? response : { ...response, status: 403 })),
    witness: ({ request }) => [withKey("wrong")(request)],
  }),
];
