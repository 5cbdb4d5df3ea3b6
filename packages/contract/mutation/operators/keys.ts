import { create, onRefusal, onRefusedItem, onToleratedItem, plain } from "../kit/create-faults.js";
import { type Exchange, refused } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { allItems, LEVELS, sample, TOP_AND_NESTED } from "../kit/items.js";
import { get } from "../kit/list-faults.js";
import { NAMESPACES, PATHS } from "../kit/spec.js";

const FAMILY = "keys of items";
const RULE =
  "0003: a key is a string of 1 to 100 characters, of any characters, and may repeat within a record; lengths count code points";

const TAKEN: { name: string; wrong(key: unknown): boolean; shown: unknown }[] = [
  { name: "an empty key", wrong: (key) => key === "", shown: "" },
  {
    name: "101 characters",
    wrong: (key) => typeof key === "string" && [...key].length === 101,
    shown: "k".repeat(101),
  },
  {
    name: "any number of characters",
    wrong: (key) => typeof key === "string" && [...key].length > 100,
    shown: "k".repeat(300),
  },
  { name: "a number", wrong: (key) => typeof key === "number", shown: 5 },
  { name: "a boolean", wrong: (key) => typeof key === "boolean", shown: true },
  { name: "null", wrong: (key) => key === null, shown: null },
  { name: "no key at all", wrong: (key) => key === undefined, shown: undefined },
];
const taken = mutantsOf(FAMILY, {
  name: "a wrong key is taken",
  rule: RULE,
  places: TAKEN.flatMap((each) => LEVELS.map((where) => ({ ...each, where, name: `${each.name} ${where.name}` }))),
  fault: ({ where, wrong }) =>
    onToleratedItem(where, (item) => (wrong(item.key) ? { ...item, key: "repaired" } : undefined)),
  witness: ({ where, shown }) => [
    create({ uid: "keys", items: where.wrap({ ...sample("string"), key: shown as string }) }),
  ],
});

const REFUSED: { name: string; odd(key: string): boolean; shown: string }[] = [
  { name: "100 characters", odd: (k) => [...k].length === 100, shown: "k".repeat(100) },
  { name: "more than 64 characters", odd: (k) => [...k].length > 64, shown: "k".repeat(65) },
  { name: "more than 100 UTF-16 units", odd: (k) => k.length > 100, shown: "\u{1f600}".repeat(51) },
  { name: "more than 100 bytes", odd: (k) => Buffer.byteLength(k) > 100, shown: "é".repeat(51) },
  { name: "one character", odd: (k) => k.length === 1, shown: "k" },
  { name: "white space alone", odd: (k) => k.trim() === "", shown: " " },
  { name: "white space inside", odd: (k) => /\S\s+\S/.test(k), shown: "a b" },
  { name: "white space around", odd: (k) => k !== k.trim(), shown: " k" },
  { name: "anything but letters, digits and _", odd: (k) => /\W/.test(k), shown: "a-b" },
  { name: "a point", odd: (k) => k.includes("."), shown: "a.b" },
  { name: "a dollar sign at the beginning", odd: (k) => k.startsWith("$"), shown: "$a" },
  { name: "a digit at the beginning", odd: (k) => /^\d/.test(k), shown: "1a" },
  { name: "letters beyond ASCII", odd: (k) => /\P{ASCII}/u.test(k), shown: "Größe" },
  { name: "characters beyond U+FFFF", odd: (k) => /[\u{10000}-\u{10ffff}]/u.test(k), shown: "\u{1f600}" },
  { name: "control characters", odd: (k) => /\p{Cc}/u.test(k), shown: "a\nb" },
  { name: "NUL", odd: (k) => k.includes("\0"), shown: "a\0" },
  { name: "lone surrogates", odd: (k) => /\p{Cs}/u.test(k), shown: "\ud800" },
  { name: "__proto__", odd: (k) => k === "__proto__", shown: "__proto__" },
  { name: "constructor", odd: (k) => k === "constructor", shown: "constructor" },
  { name: "names of members: key, type, value", odd: (k) => /^(key|type|value|uid|items)$/.test(k), shown: "uid" },
  { name: "quotes", odd: (k) => /["']/.test(k), shown: "it's" },
  { name: "slashes", odd: (k) => /[\\/]/.test(k), shown: "a/b" },
  { name: "capitals", odd: (k) => /[A-Z]/.test(k), shown: "Key" },
  { name: "angle brackets", odd: (k) => /[<>]/.test(k), shown: "<b>" },
];
const refusedKeys = mutantsOf(FAMILY, {
  name: "a right key is refused",
  rule: RULE,
  places: REFUSED.flatMap((each, i) =>
    TOP_AND_NESTED.filter((_, j) => j === i % 2 || i < 6).map((where) => ({
      ...each,
      where,
      name: `${each.name} ${where.name}`,
    })),
  ),
  fault: ({ where, odd }) => onRefusedItem(where, (item) => odd(item.key)),
  witness: ({ where, shown }) => [create({ uid: "keys", items: where.wrap({ ...sample("string"), key: shown }) })],
});

const repeated = mutantsOf(FAMILY, {
  name: "a key that repeats is refused",
  rule: RULE,
  places: [
    { name: "in the record", same: (a: string, b: string) => a === b, level: 1, keys: ["k", "k"] },
    { name: "in an object", same: (a: string, b: string) => a === b, level: 2, keys: ["k", "k"] },
    {
      name: "in the record, without case",
      same: (a: string, b: string) => a !== b && a.toLowerCase() === b.toLowerCase(),
      level: 1,
      keys: ["k", "K"],
    },
    { name: "with another type", same: (a: string, b: string) => a === b, level: 1, keys: ["k", "k"], otherType: true },
  ],
  fault: ({ same, level, otherType }) =>
    onRefusal(({ items }) => {
      const own = allItems(items, "sent")
        .filter(({ spot }) => spot.level === level)
        .map(({ item }) => item);
      const clash = own.some((a, i) =>
        own.some((b, j) => j > i && same(a.key, b.key) && (!otherType || a.type !== b.type)),
      );
      return clash ? "a key repeats" : undefined;
    }),
  witness: ({ level, keys, otherType }) => {
    const items = keys.map((key, i) => ({ ...sample(otherType && i ? "number" : "string"), key }));
    return [create({ uid: "keys", items: level === 1 ? items : [{ key: "o", type: "object", value: items }] })];
  },
});

const ACCESS = "API keys";
const UNAUTHORIZED =
  "document 5: every request carries the header apiKey; a missing, invalid or expired credential is answered with 401";

/** Requests that need a key: each operation, and a create request in each namespace. */
const DOORS = PATHS.flatMap(({ id, method, path }) =>
  method === "POST"
    ? NAMESPACES.map((namespace) => ({
        id: `${id} in ${namespace}`,
        opens: (x: Exchange) => x.namespace === namespace,
        request: () => create(plain("access"), { namespace }),
      }))
    : [{ id, opens: (x: Exchange) => x.list?.id === id, request: () => get(path) }],
);
const KEY = "demo-key";

const ADMITTED: {
  name: string;
  admits(key: string | undefined, exchange: Exchange): boolean;
  headers: Record<string, string>;
  query?: string;
}[] = [
  { name: "no key", admits: (key) => key === undefined, headers: {} },
  { name: "an empty key", admits: (key) => key === "", headers: { apiKey: "" } },
  { name: "any key", admits: (key) => Boolean(key), headers: { apiKey: "any" } },
  {
    name: "a key in other case",
    admits: (key) => key !== KEY && key?.toLowerCase() === KEY,
    headers: { apiKey: "DEMO-KEY" },
  },
  {
    name: "the beginning of the key",
    admits: (key) => Boolean(key) && key !== KEY && KEY.startsWith(key as string),
    headers: { apiKey: "demo" },
  },
  {
    name: "the key without its last character",
    admits: (key) => key === KEY.slice(0, -1),
    headers: { apiKey: KEY.slice(0, -1) },
  },
  {
    name: "the key with more behind it",
    admits: (key) => key !== KEY && Boolean(key?.startsWith(KEY)),
    headers: { apiKey: `${KEY}x` },
  },
  {
    name: "the key with another last character",
    admits: (key) => key !== KEY && key?.length === KEY.length && key.startsWith(KEY.slice(0, -1)),
    headers: { apiKey: "demo-kez" },
  },
  {
    name: "a key of the same length",
    admits: (key) => key !== KEY && key?.length === KEY.length,
    headers: { apiKey: "abcdefgh" },
  },
  { name: "the key after Bearer", admits: (key) => /^Bearer /i.test(key ?? ""), headers: { apiKey: `Bearer ${KEY}` } },
  { name: "the key in quotes", admits: (key) => key === `"${KEY}"`, headers: { apiKey: `"${KEY}"` } },
  { name: "the key in a list", admits: (key) => Boolean(key?.includes(",")), headers: { apiKey: `${KEY}, other` } },
  { name: "a wildcard", admits: (key) => /[*%]/.test(key ?? ""), headers: { apiKey: "*" } },
  {
    name: "the key in Authorization",
    admits: (key, x) => !key && x.header("authorization")?.includes(KEY) === true,
    headers: { Authorization: `Bearer ${KEY}` },
  },
  {
    name: "the key in X-API-Key",
    admits: (key, x) => !key && x.header("x-api-key") === KEY,
    headers: { "X-API-Key": KEY },
  },
  {
    name: "the key in api_key",
    admits: (key, x) => !key && (x.header("api_key") ?? x.header("api-key")) === KEY,
    headers: { "api-key": KEY },
  },
  {
    name: "the key in a cookie",
    admits: (key, x) => !key && x.header("cookie")?.includes(KEY) === true,
    headers: { Cookie: `apiKey=${KEY}` },
  },
  {
    name: "the key in the query",
    admits: (key, x) => !key && x.asks("apiKey") === KEY,
    headers: {},
    query: `apiKey=${KEY}`,
  },
];
const admitted = mutantsOf(ACCESS, {
  name: "a wrong credential is taken",
  rule: UNAUTHORIZED,
  places: ADMITTED.flatMap((each, i) =>
    DOORS.filter((_, j) => i < 4 || (i + j) % 3 === 0).map((door) => ({
      ...each,
      door,
      name: `${each.name}, ${door.id}`,
    })),
  ),
  fault:
    ({ admits, door, query }) =>
    (exchange) => {
      const key = exchange.header("apiKey");
      if (key === KEY || !door.opens(exchange) || !admits(key, exchange)) return undefined;
      const { path, search, request } = exchange;
      return {
        request: {
          ...request,
          path: query && search === query ? path : request.path,
          headers: { ...withoutKey(request.headers), apiKey: KEY },
        },
      };
    },
  witness: ({ door, headers, query }) => {
    const { apiKey: _, ...rest } = door.request().headers;
    const { path, ...request } = door.request();
    return [{ ...request, path: query ? `${path}?${query}` : path, headers: { ...rest, ...headers } }];
  },
});
const withoutKey = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "apikey"));

const rightKey = mutantsOf(ACCESS, {
  name: "the right key is refused",
  rule: "RFC 9110, section 5.1: names of headers are case-insensitive",
  places: ["apikey", "APIKEY", "ApiKey"].map((name) => ({ name: `as ${name}`, header: name })),
  fault:
    ({ header }) =>
    ({ request }) =>
      header in request.headers ? { answer: refused("the token is invalid", 401) } : undefined,
  witness: ({ header }) => {
    const { apiKey, ...headers } = get("").headers;
    return DOORS.map((door) => ({
      ...door.request(),
      headers: { ...headers, "Content-Type": "application/json", [header]: apiKey ?? "" },
    }));
  },
});

const UNAUTHORIZED_AS: { name: string; answer: ReturnType<typeof refused> }[] = [
  { name: "403", answer: refused("the token is invalid", 403) },
  { name: "400", answer: refused("apiKey is missing", 400) },
  { name: "404", answer: refused("not found", 404) },
  { name: "302", answer: refused("log in", 302, { location: "/login" }) },
];
const statuses = mutantsOf(ACCESS, {
  name: "a wrong credential has another answer",
  rule: UNAUTHORIZED,
  places: DOORS.flatMap((door) =>
    UNAUTHORIZED_AS.flatMap((each) =>
      ["missing", "unknown"].map((what) => ({
        ...each,
        door,
        what,
        name: `${each.name} where it is ${what}, ${door.id}`,
      })),
    ),
  ),
  fault:
    ({ door, answer, what }) =>
    (exchange) =>
      door.opens(exchange) && (what === "missing") === !exchange.header("apiKey")
        ? { after: ({ status }) => (status === 401 ? answer : undefined) }
        : undefined,
  witness: ({ door, what }) => {
    const { apiKey: _, ...headers } = door.request().headers;
    return [{ ...door.request(), headers: what === "missing" ? headers : { ...headers, apiKey: "unknown" } }];
  },
});

const stored = mutantsOf(ACCESS, {
  name: "a create without a key is refused and stored",
  rule: UNAUTHORIZED,
  places: NAMESPACES.map((namespace) => ({ name: namespace, namespace })),
  fault: ({ namespace }) => storedWithoutKey(namespace),
  witness: ({ namespace }) => [
    { ...create(plain("secret", "x"), { namespace }), headers: { "Content-Type": "application/json" } },
    create(plain("secret", "y"), { namespace }),
  ],
});

function storedWithoutKey(namespace: string): Fault {
  return (exchange) =>
    exchange.namespace === namespace && exchange.header("apiKey") !== KEY
      ? {
          request: { ...exchange.request, headers: { ...withoutKey(exchange.request.headers), apiKey: KEY } },
          after: ({ status }) => (status === 201 ? refused("the token is invalid", 401) : undefined),
        }
      : undefined;
}

export const itemKeys: Mutant[] = [...taken, ...refusedKeys, ...repeated];
export const apiKeys: Mutant[] = [...admitted, ...rightKey, ...statuses, ...stored];
