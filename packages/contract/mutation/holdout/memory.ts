import { isDeepStrictEqual } from "node:util";
import type { WireResponse } from "../../src/index.js";
import { create, onCreate, onKnownUid, onReturn, plain, storedInstead } from "../kit/create-faults.js";
import { type Exchange, type Item, refused, withBody } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { sample } from "../kit/items.js";
import { get, onLinks } from "../kit/list-faults.js";
import { LIST_PLACES, LISTS, NAMESPACE_PLACES, WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "kept apart: memory";

/** Answers kept for the next request that looks the same: its key leaves a parameter out. */
const cached = (key: (exchange: Exchange) => string | undefined): Fault => {
  const kept = new Map<string, WireResponse>();
  return (exchange) => {
    const name = key(exchange);
    if (name === undefined) return undefined;
    return {
      after({ response }) {
        const before = kept.get(name);
        if (response.status < 300) kept.set(name, response);
        return response.status < 300 ? before : undefined;
      },
    };
  };
};

const withoutParameter = (id: string, left: string) => (exchange: Exchange) =>
  exchange.list?.id === id
    ? exchange.query
        .filter(([name]) => name !== left)
        .map((pair) => pair.join("="))
        .sort()
        .join("&")
    : undefined;

const pages = mutantsOf(FAMILY, {
  name: "a cache of pages leaves a parameter out",
  rule: "document 4.2: each parameter has its effect",
  places: LIST_PLACES.flatMap(({ list }) =>
    list.parameters.map((parameter) => ({ name: `${parameter} of ${list.id}`, list, parameter })),
  ),
  fault: ({ list, parameter }) => cached(withoutParameter(list.id, parameter)),
  witness: ({ list, parameter }) => {
    const values = parameter.startsWith("updated") ? ["2020-03-01T00:00:00Z", "2026-09-01T00:00:00Z"] : ["3", "4"];
    return values.map((value) => get(list.path, `${parameter}=${value}`));
  },
});

const versions = mutantsOf(FAMILY, {
  name: "a cache of pages leaves the path out",
  rule: "document 9: the version is part of the path",
  places: LIST_PLACES,
  fault: ({ list }) =>
    cached((exchange) => (exchange.list ? `${exchange.list.shape === list.shape} ${exchange.search}` : undefined)),
  witness: () => LISTS.map(({ path }) => get(path, "limit=2")),
});

const creates = mutantsOf(FAMILY, {
  name: "a cache of creates knows only a part of the request",
  rule: "0005: the record is told by its uid and its namespace",
  places: [
    {
      name: "the items",
      part: (x: Exchange) => JSON.stringify(x.record?.items),
      second: create(plain("b", "x")),
    },
    {
      name: "the uid",
      part: (x: Exchange) => x.record?.uid,
      second: create(plain("a", "y"), { namespace: "analytics" }),
    },
    {
      name: "the length of the body",
      part: (x: Exchange) => (x.record ? String(x.text.length) : undefined),
      second: create(plain("b", "x")),
    },
    {
      name: "the last 40 characters of the body",
      part: (x: Exchange) => (x.record ? x.text.slice(-40) : undefined),
      second: create(plain("b", "x")),
    },
  ],
  fault: ({ part }) => cached(part),
  witness: ({ second }) => [create(plain("a", "x")), second],
});

/** Comparisons that mistake one list of items for another in a way that no single value explains. */
const DIGESTS: { name: string; digest(items: Item[]): unknown; pair: [Item[], Item[]] }[] = [
  {
    name: "their length as JSON",
    digest: (items) => JSON.stringify(items).length,
    pair: [[sample("string")], [{ ...sample("string"), value: "Lot 7 PASSED" }]],
  },
  {
    name: "a checksum of one byte",
    digest: (items) => [...JSON.stringify(items)].reduce((sum, c) => (sum + c.charCodeAt(0)) % 256, 0),
    pair: [[{ key: "ab", type: "string", value: "x" }], [{ key: "ba", type: "string", value: "x" }]],
  },
  {
    name: "their letters in any order",
    digest: (items) => [...JSON.stringify(items)].sort().join(""),
    pair: [[{ key: "a", type: "string", value: "b" }], [{ key: "b", type: "string", value: "a" }]],
  },
  {
    name: "their values as one text",
    digest: (items) => items.map(({ key, type, value }) => `${key}${type}${value}`).join(""),
    pair: [
      [
        { key: "ab", type: "string", value: "x" },
        { key: "c", type: "string", value: "y" },
      ],
      [{ key: "ab", type: "string", value: "xcstringy" }],
    ],
  },
  {
    name: "keys and values by themselves",
    digest: (items) => [items.map(({ key }) => key).sort(), items.map(({ value }) => JSON.stringify(value)).sort()],
    pair: [
      [
        { key: "a", type: "number", value: 1 },
        { key: "b", type: "number", value: 2 },
      ],
      [
        { key: "a", type: "number", value: 2 },
        { key: "b", type: "number", value: 1 },
      ],
    ],
  },
  {
    name: "values as texts",
    digest: (items) => items.map(({ key, value }) => [key, String(value)]),
    pair: [[{ key: "k", type: "number", value: 1 }], [{ key: "k", type: "string", value: "1" }]],
  },
  {
    name: "the set of types",
    digest: (items) => [items.length, [...new Set(items.map(({ type }) => type))].sort()],
    pair: [[sample("string")], [sample("string", 1)]],
  },
  {
    name: "the last value of each key",
    digest: (items) => [...new Map(items.map((item) => [item.key, item.value]))],
    pair: [
      [
        { key: "k", type: "number", value: 1 },
        { key: "k", type: "number", value: 2 },
      ],
      [
        { key: "k", type: "number", value: 3 },
        { key: "k", type: "number", value: 2 },
      ],
    ],
  },
];
const digests = mutantsOf(FAMILY, {
  name: "items are compared by a digest",
  rule: "0005: two lists of items are the same when they are equal as JSON values",
  places: DIGESTS,
  fault: ({ digest }) =>
    onKnownUid((sent, { record, created }) =>
      isDeepStrictEqual(digest(sent.items), digest(record.items)) && !isDeepStrictEqual(sent.items, record.items)
        ? storedInstead(created)
        : undefined,
    ),
  witness: ({ pair }) => pair.map((items) => create({ uid: "known", items })),
});

const PATTERNS: { name: string; finds(uid: string, known: string): boolean; pair: [string, string] }[] = [
  { name: "as its beginning", finds: (uid, known) => known.startsWith(uid), pair: ["lot-42", "lot-4"] },
  { name: "as the beginning of another", finds: (uid, known) => uid.startsWith(known), pair: ["lot-4", "lot-42"] },
  {
    name: "with _ for any character",
    finds: (uid, known) => new RegExp(`^${escaped(uid).replaceAll("_", ".")}$`).test(known),
    pair: ["a1b", "a_b"],
  },
  {
    name: "with % for any text",
    finds: (uid, known) => new RegExp(`^${escaped(uid).replaceAll("%", ".*")}$`).test(known),
    pair: ["a123", "a%"],
  },
  {
    name: "with * for any text",
    finds: (uid, known) => uid.includes("*") && new RegExp(`^${escaped(uid).replaceAll("\\*", ".*")}$`).test(known),
    pair: ["b123", "b*"],
  },
  {
    name: "with a point for any character",
    finds: (uid, known) => new RegExp(`^${escaped(uid).replaceAll("\\.", ".")}$`).test(known),
    pair: ["a1c", "a.c"],
  },
];
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
const patterns = mutantsOf(FAMILY, {
  name: "a uid finds another one",
  rule: "0005: the same uid is the same record, and no other",
  places: PATTERNS,
  fault: ({ finds }) => finding(finds),
  witness: ({ pair: [one, other] }) => [create(plain(one, "x")), create(plain(other, "y"))],
});
function finding(finds: (uid: string, known: string) => boolean): Fault {
  const known = new Map<string, string[]>();
  return onCreate(({ uid, items }, { request, namespace = "" }) => {
    const own = known.get(namespace) ?? [];
    known.set(namespace, own);
    const found = own.includes(uid) ? undefined : own.find((other) => finds(uid, other));
    if (found === undefined)
      return {
        after({ created }) {
          if (created && !own.includes(uid)) own.push(uid);
          return undefined;
        },
      };
    return { request: withBody(request, { uid: found, items }) };
  });
}

const poisoned = mutantsOf(FAMILY, {
  name: "a refusal is remembered",
  rule: "0008: a request is judged by itself",
  places: [
    {
      name: "a uid whose first create was refused",
      of: (x: Exchange) => x.record?.uid,
      first: create({ uid: "p", items: [] }),
      second: create(plain("p")),
    },
    {
      name: "a create after a wrong key",
      of: (x: Exchange) => (x.namespace === undefined ? undefined : "create"),
      first: create(plain("p"), { headers: { apiKey: "wrong" } }),
      second: create(plain("p")),
    },
    {
      name: "a page after a wrong page",
      of: (x: Exchange) => x.list?.id,
      first: get(LISTS[0]?.path ?? "", "limit=0"),
      second: get(LISTS[0]?.path ?? "", "limit=1"),
    },
  ],
  fault: ({ of }) => {
    const refusals = new Map<string, number>();
    return (exchange) => {
      const name = of(exchange);
      if (name === undefined) return undefined;
      return {
        after({ response }) {
          const before = refusals.get(name);
          if (response.status >= 400) refusals.set(name, response.status);
          else refusals.delete(name);
          return response.status < 300 && before ? refused("refused before", before) : undefined;
        },
      };
    };
  },
  witness: ({ first, second }) => [first, second],
});

const admitted = mutantsOf(FAMILY, {
  name: "a wrong key is let in once a right one was there",
  rule: "document 5: a request with an invalid credential is answered with 401",
  history: true,
  places: [
    ...LIST_PLACES.map(({ name, list }) => ({ name, path: list.path })),
    ...NAMESPACE_PLACES.map(({ name, namespace }) => ({ name, path: `/api/v2/metadata/${namespace}` })),
  ],
  fault: ({ path }) => {
    let seen = false;
    return (exchange) => {
      if (exchange.path !== path) return undefined;
      const key = exchange.header("apiKey");
      if (key === "demo-key") seen = true;
      return seen && key && key !== "demo-key"
        ? { request: { ...exchange.request, headers: { ...exchange.request.headers, apiKey: "demo-key" } } }
        : undefined;
    };
  },
  witness: ({ path }) => {
    const request = path.includes("metadata") ? { ...create(plain("k")), path } : get(path, "limit=1");
    return [request, { ...request, headers: { ...request.headers, apiKey: "wrong" } }];
  },
});

const clocks = mutantsOf(FAMILY, {
  name: "the clock of creates is wrong in a way of its own",
  rule: "document 2.1: createdDate is the moment of the creation",
  places: [
    { name: "it stands still after the first", stamp: (first: string) => first },
    {
      name: "it runs backwards",
      stamp: (first: string, now: string) =>
        new Date(2 * Date.parse(first) - Date.parse(now)).toISOString().replace("Z", "000+00:00"),
    },
    { name: "it is that of the create before", stamp: (_: string, __: string, before: string) => before },
  ],
  fault: ({ stamp }) => {
    let first = "";
    let before = "";
    return onReturn((record) => {
      first ||= record.createdDate;
      const at = stamp(first, record.createdDate, before || record.createdDate);
      before = record.createdDate;
      return { ...record, createdDate: at, updatedDate: at };
    });
  },
  witness: () => ({
    steps: [
      create(plain("c1")),
      ...Array.from({ length: 40 }, (_, i) => get(LISTS[0]?.path ?? "", `offset=${i}`)),
      create(plain("c2")),
    ],
    view: (responses) => {
      const [one, other] = [responses[0], responses.at(-1)].map((r) => JSON.parse(r?.body ?? "").data.createdDate);
      return other > one;
    },
  }),
});

const staleLinks = mutantsOf(FAMILY, {
  name: "a link keeps a part of the request before",
  rule: "0009: next and previous are those of this page",
  places: WINDOW_PLACES.filter(({ list }) => list.shape === "linked").flatMap(({ list }) =>
    ["limit", "updated_from", "updated_to"].map((parameter) => ({
      name: `${parameter} of ${list.id}`,
      list,
      parameter,
    })),
  ),
  fault: ({ list, parameter }) => {
    let before: string | undefined;
    return onLinks(list, ["next", "previous"], (link, exchange) => {
      const now = exchange.asks(parameter);
      if (before !== undefined && now !== undefined) link.searchParams.set(parameter, before);
      before = now ?? before;
      return link;
    });
  },
  witness: ({ list, parameter }) =>
    (parameter === "limit"
      ? ["3", "4"]
      : parameter === "updated_from"
        ? ["2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"]
        : ["2026-10-01T00:00:00Z", "2026-11-01T00:00:00Z"]
    ).map((value) => get(list.path, `${parameter}=${value}`)),
});

export const memoryFaults: Mutant[] = [
  ...pages,
  ...versions,
  ...creates,
  ...digests,
  ...patterns,
  ...poisoned,
  ...admitted,
  ...clocks,
  ...staleLinks,
];
