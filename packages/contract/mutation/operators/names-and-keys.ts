import type { WireRequest } from "../../src/index.js";
import { create, onRefusedItem, onReturnedItems } from "../kit/create-faults.js";
import { type Exchange, KEY, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { mapLists, TOP_AND_NESTED, WHERE } from "../kit/items.js";
import { get } from "../kit/list-faults.js";
import { INSIDES, item, record, within } from "../kit/samples.js";
import { CREATE, LIST_PLACES, LISTS } from "../kit/spec.js";

const ITEMS = "names of items";
const KEYS = "who may call";
const ANY_KEY = "Decision 0003: any characters are allowed in a key, and a key may repeat within a record";
const CREDENTIAL = "Interface 5: the apiKey header carries the key; a request with a missing or invalid one is a 401";

const RESERVED = [
  { name: "only spaces", key: "  ", wrong: /^\s+$/ },
  { name: "a dollar sign first", key: "$set", wrong: /^\$/ },
  { name: "a dot", key: "a.b", wrong: /\./ },
  { name: "_id", key: "_id", wrong: /^_id$/ },
  { name: "the name of a field", key: "items", wrong: /^(uid|items|createdDate|updatedDate)$/ },
  { name: "__proto__", key: "__proto__", wrong: /^__proto__$/ },
  { name: "a digit first", key: "1st", wrong: /^\d/ },
  { name: "letters of other scripts", key: "mô tả", wrong: /[^\0-\u007f]/ },
  { name: "more than 64 characters", key: "k".repeat(65), wrong: /^.{65}/su },
  { name: "a line break", key: "a\nb", wrong: /\n/ },
];

/** A request of an operation with a given credential. */
const OPERATIONS = [
  ...LISTS.map(({ id, path }) => ({
    name: id,
    send: (headers: Record<string, string>) => get(path, "limit=2", headers),
  })),
  {
    name: CREATE.id,
    send: (headers: Record<string, string>) => create(record("key", [item("string", "x")]), { headers }),
  },
];

const withHeaders = (request: WireRequest, headers: Record<string, string>, gone: string[] = []): WireRequest => ({
  ...request,
  headers: {
    ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !gone.includes(name.toLowerCase()))),
    ...headers,
  },
});

/** Accepts a key that the correct server does not. */
const onKey =
  (operation: string, accepts: (key: string) => boolean): Fault =>
  (exchange) => {
    const key = exchange.header("apiKey");
    if (exchange.place !== operation || key === undefined || key === KEY || !accepts(key)) return undefined;
    return { request: withHeaders(exchange.request, { apiKey: KEY }, ["apikey"]) };
  };

/** Matches like LIKE of SQL. */
const like = (pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("%", ".*")
      .replaceAll("_", ".")}$`,
    "s",
  ).test(KEY);

const WEAK = [
  { name: "is a pattern of SQL", key: `${KEY.slice(0, 3)}%`, accepts: like },
  { name: "is one of several", key: `wrong, ${KEY}`, accepts: (key: string) => key.split(/\s*,\s*/).includes(KEY) },
  { name: "is in quotes", key: `"${KEY}"`, accepts: (key: string) => key === `"${KEY}"` },
  { name: "follows the word Bearer", key: `Bearer ${KEY}`, accepts: (key: string) => key === `Bearer ${KEY}` },
  { name: "begins with the right one", key: `${KEY}-and-more`, accepts: (key: string) => key.startsWith(KEY) },
  {
    name: "is the beginning of the right one",
    key: KEY.slice(0, -1),
    accepts: (key: string) => key !== "" && KEY.startsWith(key),
  },
  {
    name: "is percent-encoded",
    key: KEY.replace("-", "%2D"),
    accepts: (key: string) => key === KEY.replace("-", "%2D"),
  },
  {
    name: "has the right characters",
    key: [...KEY].reverse().join(""),
    accepts: (key: string) => [...key].sort().join("") === [...KEY].sort().join(""),
  },
].flatMap((each, i) =>
  [0, 1].flatMap((step) => {
    const operation = OPERATIONS[(i + step) % OPERATIONS.length];
    return operation
      ? [{ ...each, ...operation, name: `${each.name}, ${operation.name}`, operation: operation.name }]
      : [];
  }),
);

const ELSEWHERE = [
  { name: "X-API-Key", value: KEY },
  { name: "Authorization", value: `Bearer ${KEY}` },
  { name: "api-key", value: KEY },
  { name: "api_key", value: KEY },
  { name: "Cookie", value: `apiKey=${KEY}` },
].flatMap((header) =>
  OPERATIONS.map((operation) => ({
    ...header,
    ...operation,
    header: header.name,
    operation: operation.name,
    name: `${header.name}, ${operation.name}`,
  })),
);

const keyless = (request: WireRequest): WireRequest => withHeaders(request, {}, ["apikey"]);

const unauthorized = () => refused("Session cannot be retrieved: the token is expired or invalid", 401);

const urlOf = ({ request }: Exchange): string => `${request.method} ${request.path}`;

export const namesOfItems: readonly Mutant[] = [
  ...mutantsOf(ITEMS, {
    name: "rejects some keys",
    rule: ANY_KEY,
    places: RESERVED.flatMap((each) =>
      TOP_AND_NESTED.map((where) => ({ ...each, name: `${each.name} ${where.name}`, where })),
    ),
    fault: ({ where, wrong }) => onRefusedItem(where, (one) => wrong.test(one.key)),
    witness: ({ where, key }) => [create(record("reserved", where.wrap(item("string", "x", key))))],
  }),
  ...mutantsOf(ITEMS, {
    name: "an item is lost if its key is __proto__",
    rule: `${ANY_KEY}; interface 4.1, rule 2`,
    places: INSIDES,
    fault: ({ inside }) =>
      onReturnedItems((items) =>
        mapLists(items, "returned", (list, parent) => {
          const kept = list.filter((one) => one.key !== "__proto__");
          return parent.inside === inside && kept.length > 0 && kept.length < list.length ? kept : list;
        }),
      ),
    witness: ({ inside }) => [
      create(record("prototype", within(inside, [item("string", "x"), item("string", "y", "__proto__")]))),
    ],
  }),
  ...mutantsOf(ITEMS, {
    name: "keys that differ only in case get the name of the first",
    rule: "Interface 4.1, rule 2: response items keep the key sent",
    places: INSIDES,
    fault: ({ inside }) =>
      onReturnedItems((items) =>
        mapLists(items, "returned", (list, parent) => {
          if (parent.inside !== inside) return list;
          const first = new Map<string, string>();
          for (const { key } of list) if (!first.has(key.toLowerCase())) first.set(key.toLowerCase(), key);
          const changed = list.map((one) => ({ ...one, key: first.get(one.key.toLowerCase()) ?? one.key }));
          return changed.every(({ key }, i) => key === list[i]?.key) ? list : changed;
        }),
      ),
    witness: ({ inside }) => [
      create(record("case", within(inside, [item("string", "x", "Lot"), item("string", "y", "lot")]))),
    ],
  }),
  ...mutantsOf(ITEMS, {
    name: "the third item with one key is rejected",
    rule: ANY_KEY,
    places: INSIDES,
    fault: ({ inside }) => {
      const where = { name: "", holds: () => true, wrap: WHERE.top.wrap };
      const isWrong = (list: { key: string }[]) => {
        const counts = new Map<string, number>();
        for (const { key } of list) counts.set(key, (counts.get(key) ?? 0) + 1);
        return Math.max(0, ...counts.values()) > 2;
      };
      const nested = onRefusedItem(
        where,
        (one) => one.type === inside && Array.isArray(one.value) && isWrong(one.value as never),
      );
      return (exchange) => {
        if (inside !== "") return nested(exchange);
        const items = exchange.record?.items;
        return items && isWrong(items)
          ? { after: ({ status }) => (status === 201 ? refused("items: a key is repeated") : undefined) }
          : undefined;
      };
    },
    witness: ({ inside }) => [
      create(
        record(
          "thrice",
          within(
            inside,
            [1, 2, 3].map((number) => item("number", number)),
          ),
        ),
      ),
    ],
  }),
];

export const callerKeys: readonly Mutant[] = [
  ...mutantsOf(KEYS, {
    name: "accepts a key that",
    rule: CREDENTIAL,
    places: WEAK,
    fault: ({ operation, accepts }) => onKey(operation, accepts),
    witness: ({ send, key }) => [send({ apiKey: key })],
  }),
  ...mutantsOf(KEYS, {
    name: "accepts the key in another header",
    rule: CREDENTIAL,
    places: ELSEWHERE,
    fault:
      ({ operation, header, value }) =>
      (exchange) =>
        exchange.place === operation && exchange.header("apiKey") === undefined && exchange.header(header) === value
          ? { request: withHeaders(exchange.request, { apiKey: KEY }) }
          : undefined,
    witness: ({ send, header, value }) => [keyless(send({ [header]: value }))],
  }),
  ...mutantsOf(KEYS, {
    name: "accepts the key in the query",
    rule: `${CREDENTIAL}; decision 0008: an unknown query parameter is a 400`,
    places: LIST_PLACES,
    fault:
      ({ list }) =>
      (exchange) => {
        if (exchange.list?.id !== list.id || exchange.asks("apiKey") !== KEY) return undefined;
        const rest = exchange.search.split("&").filter((part) => !part.startsWith("apiKey="));
        const path = rest.length > 0 ? `${exchange.path}?${rest.join("&")}` : exchange.path;
        return { request: withHeaders({ ...exchange.request, path }, { apiKey: KEY }, ["apikey"]) };
      },
    witness: ({ list }) => [keyless(get(list.path, `limit=2&apiKey=${KEY}`))],
  }),
  ...mutantsOf(KEYS, {
    name: "a page that somebody else requested before needs no key",
    rule: CREDENTIAL,
    places: LIST_PLACES.flatMap(({ name, list }) => [
      { name: `a wrong one, ${name}`, list, wrong: { apiKey: "wrong-key" } },
      { name: `none, ${name}`, list, wrong: undefined },
    ]),
    fault: ({ list, wrong }) => {
      const seen = new Set<string>();
      return (exchange) => {
        if (exchange.list?.id !== list.id) return undefined;
        const key = exchange.header("apiKey");
        if (key !== KEY && (key === undefined) === (wrong === undefined) && seen.has(urlOf(exchange)))
          return { request: withHeaders(exchange.request, { apiKey: KEY }, ["apikey"]) };
        return {
          after({ status }) {
            if (status === 200 && key === KEY) seen.add(urlOf(exchange));
            return undefined;
          },
        };
      };
    },
    witness: ({ list, wrong }) => {
      const request = get(list.path, "limit=2");
      return [request, wrong ? withHeaders(request, wrong, ["apikey"]) : keyless(request)];
    },
  }),
  ...mutantsOf(KEYS, {
    name: "a 401 is kept for the next request",
    rule: "Interface 5: only a request with a missing, invalid or expired credential is a 401",
    places: LIST_PLACES,
    fault: ({ list }) => {
      const failed = new Set<string>();
      return (exchange) => {
        if (exchange.list?.id !== list.id) return undefined;
        if (exchange.header("apiKey") === KEY && failed.delete(urlOf(exchange))) return { answer: unauthorized() };
        return {
          after({ status }) {
            if (status === 401) failed.add(urlOf(exchange));
            return undefined;
          },
        };
      };
    },
    witness: ({ list }) => {
      const request = get(list.path, "limit=2");
      return [withHeaders(request, { apiKey: "wrong-key" }, ["apikey"]), request];
    },
  }),
  ...mutantsOf(KEYS, {
    name: "after ten wrong keys in a row, the right one is wrong once",
    rule: "Interface 5: only a request with a missing, invalid or expired credential is a 401",
    history: true,
    places: ONE_PLACE,
    fault: () => {
      let wrong = 0;
      return () => {
        if (wrong >= 10) {
          wrong = 0;
          return { answer: unauthorized() };
        }
        return {
          after({ status }) {
            wrong = status === 401 ? wrong + 1 : 0;
            return undefined;
          },
        };
      };
    },
    witness: () => {
      const request = get(LISTS[0]?.path ?? "", "limit=2");
      const wrong = withHeaders(request, { apiKey: "wrong-key" }, ["apikey"]);
      return [...Array.from({ length: 10 }, () => wrong), request];
    },
  }),
];
