import { isDeepStrictEqual } from "node:util";
import type { WireRequest } from "../../src/index.js";
import { insideStrings, outsideStrings } from "../kit/bodies.js";
import { create, onCreate, onKnownUid, onReturn, post, refusedInstead, storedInstead } from "../kit/create-faults.js";
import { type CreatedRecord, type Item, type Json, refused, type SentRecord } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { LEVELS, mapItems, mapLists, type Spot, TOP_AND_NESTED, WHERE, type Where } from "../kit/items.js";
import { item, pair, record } from "../kit/samples.js";
import { NAMESPACE_PLACES } from "../kit/spec.js";
import { send, type TextPlace, textsIn, typesIn, withTexts } from "./shared.js";

const FAMILY = "the same items again";
const RULE = "Decision 0005: items are the same only if they are equal as JSON values and in the same order";
const RETRY = "Decision 0005: the same items get a 201 with the stored record";

/** Takes different items for the same if they are equal after a conversion. */
const confused = (convert: (items: Item[]) => unknown): Fault =>
  onKnownUid((sent, { record: stored, created }) =>
    isDeepStrictEqual(convert(sent.items), convert(stored.items)) ? storedInstead(created) : undefined,
  );

const confusedItem = (where: Where, convert: (item: Item, spot: Spot) => Item): Fault =>
  confused((items) => mapItems(items, "sent", (each, spot) => (where.holds(spot) ? convert(each, spot) : each)));

/** Converts the value of an item, or each element of its array. */
const eachValue = (sent: Item, type: string, convert: (value: Json) => Json): Item => {
  if (sent.type !== type) return sent;
  return { ...sent, value: Array.isArray(sent.value) ? sent.value.map(convert) : convert(sent.value) };
};

const twice = (where: Where, first: Item, second: Item): WireRequest[] => pair(where.wrap(first), where.wrap(second));

/** Takes different values of one type for the same. */
const confusedValues = (
  name: string,
  types: readonly string[],
  convert: (value: Json) => Json,
  [first, second]: [Json, Json],
  wheres: readonly Where[] = TOP_AND_NESTED,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule: RULE,
    places: typesIn(types, wheres),
    fault: ({ type, where }) => confusedItem(where, (sent) => eachValue(sent, type, convert)),
    witness: ({ type, where }) => {
      const value = (one: Json) => item(type, type.endsWith("-array") ? [one] : one);
      return twice(where, value(first), value(second));
    },
  });

/** Takes different texts for the same. */
const confusedTexts = (
  name: string,
  places: readonly TextPlace[],
  convert: (text: string) => string,
  [first, second]: [string, string],
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule: RULE,
    places,
    fault: ({ role, where }) => confusedItem(where, (sent) => withTexts(sent, role, convert)),
    witness: ({ role, where }) => {
      const one = (text: string) =>
        role === "key" ? item("string", "x", text) : item(role, role === "string" ? text : [text]);
      return twice(where, one(first), one(second));
    },
  });

const asNumber = (value: Json, convert: (value: number) => number): Json =>
  typeof value === "number" ? convert(value) : value;
const asText = (value: Json, convert: (value: string) => string): Json =>
  typeof value === "string" ? convert(value) : value;

const instant = (text: string): string => String(Date.parse(text));

const ARRAYS: Record<string, [Json[], Json[]]> = {
  "string-array": [
    ["blue", "navy"],
    ["navy", "blue", "blue"],
  ],
  "number-array": [
    [1.5, 2],
    [2, 1.5, 1.5],
  ],
  "boolean-array": [
    [true, false],
    [false, true, true],
  ],
  "date-array": [
    ["2026-11-21", "2026-12-01"],
    ["2026-12-01", "2026-11-21", "2026-11-21"],
  ],
  "datetime-array": [
    ["2026-11-21T06:15:00Z", "2026-11-21T13:15:00+07:00"],
    ["2026-11-21T13:15:00+07:00", "2026-11-21T06:15:00Z", "2026-11-21T06:15:00Z"],
  ],
};

/** Places where one list of items is compared. */
const LISTS_OF_ITEMS = [
  { name: "of a record", inside: "" },
  { name: "of an object", inside: "object" },
  { name: "of an object-array", inside: "object-array" },
] as const;

const inside = (type: string, items: Item[]): Item[] => (type === "" ? items : [item(type, items, "outer")]);

const [a, b, c] = [item("string", "x", "a"), item("string", "y", "b"), item("string", "z", "c")] as const;

/** Ways to write the same record differently, as a comparison of texts sees it. */
const SPELLINGS = [
  {
    name: "white space",
    same: (text: string) => outsideStrings(text, (part) => part.replaceAll(/\s/g, "")),
    texts: [
      '{"uid":"w","items":[{"key":"k","type":"number","value":1}]}',
      '{ "uid": "w", "items": [ {"key":"k","type":"number","value":1} ] }',
    ],
  },
  {
    name: "numbers",
    same: (text: string) =>
      outsideStrings(text, (part) => part.replaceAll(/-?\d[\d.eE+-]*/g, (n) => String(Number(n)))),
    texts: [
      '{"uid":"w","items":[{"key":"k","type":"number","value":100}]}',
      '{"uid":"w","items":[{"key":"k","type":"number","value":1e2}]}',
    ],
  },
  {
    name: "escapes",
    same: (text: string) => insideStrings(text, (part) => JSON.stringify(JSON.parse(part))),
    texts: [
      '{"uid":"w","items":[{"key":"k","type":"string","value":"a/é"}]}',
      '{"uid":"w","items":[{"key":"k","type":"string","value":"a\\/\\u00e9"}]}',
    ],
  },
  {
    name: "the order of the fields of a record",
    same: (text: string) => {
      const { uid, items } = JSON.parse(text) as SentRecord;
      return JSON.stringify({ uid, items });
    },
    texts: [
      '{"uid":"w","items":[{"key":"k","type":"number","value":1}]}',
      '{"items":[{"key":"k","type":"number","value":1}],"uid":"w"}',
    ],
  },
] as const;

/** Compares the text of a body with that of the first create request. */
const comparedAsText = (same: (text: string) => string): Fault => {
  const kept = new Map<string, string>();
  return onCreate(({ uid }, { namespace, text }) => {
    const name = `${namespace}\n${uid}`;
    const first = kept.get(name);
    if (first !== undefined && first !== text && same(first) === same(text)) return refusedInstead(`uid ${uid} exists`);
    return {
      after(answer) {
        if (answer.created && first === undefined) kept.set(name, text);
        return undefined;
      },
    };
  });
};

/** Changes the record in responses to a repeated create request only. */
const onRetry = (change: (created: CreatedRecord) => CreatedRecord): Fault => {
  const seen = new Set<string>();
  return onReturn((created, { namespace }) => {
    const name = `${namespace}\n${created.uid}`;
    if (seen.has(name)) return change(created);
    seen.add(name);
    return undefined;
  });
};

const retried = (items: Item[]): WireRequest[] => pair(items, items);

/** Changes each item of a type in the response to a repeated create request. */
const retryItem = (
  name: string,
  types: readonly string[],
  change: (item: Item) => Item,
  value: (type: string) => Json,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule: RETRY,
    places: typesIn(types, TOP_AND_NESTED),
    fault: ({ type, where }) =>
      onRetry((created) => ({
        ...created,
        items: mapItems(created.items, "returned", (each, spot) =>
          where.holds(spot) && each.type === type ? change(each) : each,
        ),
      })),
    witness: ({ type, where }) => retried(where.wrap(item(type, value(type)))),
  });

/** Counts how often a uid was sent before. */
const onCount = (turn: (times: number, record: SentRecord, namespace: string) => ReturnType<Fault>): Fault => {
  const times = new Map<string, number>();
  return onCreate((sent, { namespace = "" }) => {
    const name = `${namespace}\n${sent.uid}`;
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    return turn(before, sent, namespace);
  });
};

export const sameItems: readonly Mutant[] = [
  ...confusedValues(
    "numbers are compared as 32-bit floats",
    ["number", "number-array"],
    (value) => asNumber(value, Math.fround),
    [0.1, 0.10000000001],
  ),
  ...confusedValues(
    "numbers are compared with two decimals",
    ["number", "number-array"],
    (value) => asNumber(value, (number) => Math.round(number * 100) / 100),
    [12.5, 12.501],
    [WHERE.top, WHERE.array],
  ),
  ...confusedValues(
    "date-times are compared as instants",
    ["datetime", "datetime-array"],
    (value) => asText(value, instant),
    ["2026-11-21T06:15:00Z", "2026-11-21T13:15:00+07:00"],
    [WHERE.later, WHERE.deep],
  ),
  ...confusedValues(
    "date-times are compared without trailing zeros of the fraction",
    ["datetime", "datetime-array"],
    (value) =>
      asText(value, (text) => text.replace(/\.(\d*?)0+(?=Z|[+-])/, (_, digits) => (digits ? `.${digits}` : ""))),
    ["2026-11-21T06:15:00.5Z", "2026-11-21T06:15:00.500Z"],
    [WHERE.top],
  ),
  ...confusedValues(
    "IDs of files are compared as UUIDs",
    ["file"],
    (value) => asText(value, (text) => text.toLowerCase()),
    ["6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"],
  ),
  ...confusedTexts(
    "a collation ignores accents and case",
    textsIn(["string", "string-array", "key"], [WHERE.top, WHERE.object]),
    (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase(),
    ["Café", "cafe"],
  ),
  ...confusedTexts(
    "a collation ignores spaces at the end",
    textsIn(["string", "string-array", "key"], [WHERE.top, WHERE.array]),
    (text) => text.replace(/ +$/, ""),
    ["Lot 7", "Lot 7 "],
  ),
  ...confusedTexts(
    "only the first 191 characters are compared",
    textsIn(["string", "string-array"], [WHERE.top, WHERE.deep]),
    (text) => text.slice(0, 191),
    [`${"a".repeat(200)}b`, `${"a".repeat(200)}c`],
  ),
  ...mutantsOf(FAMILY, {
    name: "an array is compared as a set",
    rule: RULE,
    places: typesIn(Object.keys(ARRAYS), [WHERE.top, WHERE.object]),
    fault: ({ type, where }) =>
      confusedItem(where, (sent) =>
        sent.type === type && Array.isArray(sent.value)
          ? { ...sent, value: [...new Set(sent.value)].map(String).sort() }
          : sent,
      ),
    witness: ({ type, where }) => {
      const [first, second] = ARRAYS[type] ?? [[], []];
      return twice(where, item(type, first), item(type, second));
    },
  }),
  ...mutantsOf(FAMILY, {
    name: "items are kept by key, so the order of different keys does not count",
    rule: RULE,
    places: LISTS_OF_ITEMS,
    fault: (place) =>
      confused((items) =>
        mapLists(items, "sent", (list, parent) =>
          parent.inside === place.inside
            ? [...list].sort((x, y) => (x.key < y.key ? -1 : x.key > y.key ? 1 : 0))
            : list,
        ),
      ),
    witness: (place) => pair(inside(place.inside, [a, b]), inside(place.inside, [b, a])),
  }),
  ...mutantsOf(FAMILY, {
    name: "items are kept by key, so the last of those with one key counts",
    rule: `${RULE}; decision 0003: a key may repeat`,
    places: LISTS_OF_ITEMS,
    fault: (place) =>
      confused((items) =>
        mapLists(items, "sent", (list, parent) =>
          parent.inside === place.inside ? [...new Map(list.map((each) => [each.key, each])).values()] : list,
        ),
      ),
    witness: (place) =>
      pair(
        inside(place.inside, [item("string", "old", "a"), item("string", "new", "a")]),
        inside(place.inside, [item("string", "new", "a")]),
      ),
  }),
  ...mutantsOf(FAMILY, {
    name: "fewer items are the same if the stored ones begin with them",
    rule: RULE,
    places: LISTS_OF_ITEMS,
    fault: (place) =>
      onKnownUid((sent, { record: stored, created }) => {
        const unwrapped = (items: Item[]) =>
          place.inside === "" ? items : items[0]?.type === place.inside ? (items[0].value as unknown as Item[]) : [];
        const [less, all] = [unwrapped(sent.items), unwrapped(stored.items)];
        const begins =
          less.length > 0 && less.length < all.length && isDeepStrictEqual(less, all.slice(0, less.length));
        return begins && (place.inside === "" || sent.items.length === 1) ? storedInstead(created) : undefined;
      }),
    witness: (place) => pair(inside(place.inside, [a, b, c]), inside(place.inside, [a, b])),
  }),
  ...mutantsOf(FAMILY, {
    name: "the type of an empty array does not count",
    rule: RULE,
    places: TOP_AND_NESTED,
    fault: (where) =>
      confusedItem(where, (sent) =>
        Array.isArray(sent.value) && sent.value.length === 0 ? { ...sent, type: "array" } : sent,
      ),
    witness: (where) => twice(where, item("string-array", []), item("number-array", [])),
  }),
  ...mutantsOf(FAMILY, {
    name: "the type of a text does not count",
    rule: RULE,
    places: [
      { name: "string and date", types: ["string", "date"], value: "2026-11-21" },
      { name: "string and datetime", types: ["string", "datetime"], value: "2026-11-21T06:15:00Z" },
      { name: "string and file", types: ["string", "file"], value: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" },
      { name: "string-array and date-array", types: ["string-array", "date-array"], value: ["2026-11-21"] },
    ],
    fault: ({ types }) =>
      confusedItem(WHERE.top, (sent) => (types.includes(sent.type) ? { ...sent, type: "text" } : sent)),
    witness: ({ types: [first = "", second = ""], value }) => pair([item(first, value)], [item(second, value)]),
  }),
  ...mutantsOf(FAMILY, {
    name: "the text of the body is compared",
    rule: RETRY,
    places: SPELLINGS,
    fault: ({ same }) => comparedAsText(same),
    witness: ({ texts }) => texts.map((text) => post(text)),
  }),
  ...mutantsOf(FAMILY, {
    name: "a third create request with the same items is a conflict",
    rule: RETRY,
    places: NAMESPACE_PLACES,
    fault: (place) =>
      onCount((times, { uid }, namespace) =>
        times >= 2 && namespace === place.namespace ? refusedInstead(`uid ${uid} exists`) : undefined,
      ),
    witness: ({ namespace }) => [send([a], { namespace }), send([a], { namespace }), send([a], { namespace })],
  }),
  ...mutantsOf(FAMILY, {
    name: "a conflict is accepted when it is repeated",
    rule: RULE,
    places: NAMESPACE_PLACES,
    fault: (place) => {
      const refusedBefore = new Map<string, Item[]>();
      return onKnownUid((sent, { created }, { namespace = "" }) => {
        const name = `${namespace}\n${sent.uid}`;
        const known = refusedBefore.get(name);
        refusedBefore.set(name, sent.items);
        return namespace === place.namespace && isDeepStrictEqual(known, sent.items)
          ? storedInstead(created)
          : undefined;
      });
    },
    witness: ({ namespace }) => [send([a], { namespace }), send([b], { namespace }), send([b], { namespace })],
  }),
  ...mutantsOf(FAMILY, {
    name: "after a conflict, the stored items are rejected too",
    rule: RETRY,
    places: NAMESPACE_PLACES,
    fault: (place) => {
      const last = new Map<string, Item[]>();
      return onKnownUid((sent, { record: stored }, { namespace = "" }) => {
        const name = `${namespace}\n${sent.uid}`;
        const before = last.get(name) ?? stored.items;
        if (!isDeepStrictEqual(sent.items, stored.items)) last.set(name, sent.items);
        return namespace === place.namespace && !isDeepStrictEqual(before, stored.items)
          ? refusedInstead(`uid ${sent.uid} exists`)
          : undefined;
      });
    },
    witness: ({ namespace }) => [send([a], { namespace }), send([b], { namespace }), send([a], { namespace })],
  }),
  ...mutantsOf(FAMILY, {
    name: "a repeated create request gets another status",
    rule: RETRY,
    places: [
      { name: "200", status: 200 },
      { name: "202", status: 202 },
    ],
    fault: ({ status }) =>
      onCount((times) =>
        times > 0 ? { after: (answer) => (answer.created ? { ...answer.response, status } : undefined) } : undefined,
      ),
    witness: () => retried([a]),
  }),
  ...mutantsOf(FAMILY, {
    name: "a repeated create request after a gap of other records is a conflict",
    rule: RETRY,
    history: true,
    places: NAMESPACE_PLACES,
    fault: (place) => {
      const recent: string[] = [];
      return onCreate(({ uid }, { namespace }) => {
        if (namespace !== place.namespace) return undefined;
        if (recent.includes(uid) && !recent.slice(-5).includes(uid))
          return { after: ({ created }) => (created ? refused(`uid ${uid} exists already`) : undefined) };
        if (!recent.includes(uid)) recent.push(uid);
        return undefined;
      });
    },
    witness: ({ namespace }) => [
      ...["first", "2", "3", "4", "5", "6", "first"].map((uid) => create(record(uid, [a]), { namespace })),
    ],
  }),
  ...retryItem(
    "the stored record has an object-array without the inner arrays",
    ["object-array"],
    (each) => ({ ...each, value: (each.value as Json[]).flat() }),
    () => [{ key: "n", type: "number", value: 1 }],
  ),
  ...retryItem(
    "the stored record has the ID of a file",
    ["file"],
    (each) => ({ ...each, value: String(each.value).slice(-36) }),
    () => "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
  ),
  ...retryItem(
    "the stored record has numbers as texts",
    ["number", "number-array"],
    (each) => ({ ...each, value: Array.isArray(each.value) ? each.value.map(String) : String(each.value) }),
    (type) => (type === "number" ? 12.5 : [12.5, 2]),
  ),
  ...mutantsOf(FAMILY, {
    name: "the stored record has its items sorted by key",
    rule: `${RETRY}; Metadata.items: in the order sent`,
    places: LEVELS.slice(0, 2),
    fault: (where) =>
      onRetry((created) => ({
        ...created,
        items: mapLists(created.items, "returned", (list, { level, inside: type }) =>
          where.holds({ level, inside: type, index: 0, count: list.length })
            ? [...list].sort((x, y) => (x.key < y.key ? -1 : x.key > y.key ? 1 : 0))
            : list,
        ),
      })),
    witness: (where) => retried(where === WHERE.top ? [b, a] : inside("object", [b, a])),
  }),
];
