import { create, onToleratedItem, plain, post } from "../kit/create-faults.js";
import { type Item, type Json, parsed, withBody } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { LEVELS, sample, TOP_AND_NESTED, type Where } from "../kit/items.js";
import { ITEM_TYPES } from "../kit/spec.js";

const FAMILY = "rules of a body";
const TYPES = "document 2.2: each type of item has its shape of value; 0008: a broken rule of a schema is a 400";

/** Values of another shape that a lenient server converts or stores unchanged. */
const WRONG: { name: string; of(type: string): boolean; wrong(value: unknown): boolean; shown: unknown }[] = [
  { name: "null", of: () => true, wrong: (v) => v === null, shown: null },
  { name: "a number", of: (t) => t !== "number", wrong: (v) => typeof v === "number", shown: 5 },
  { name: "a text", of: (t) => /array|object/.test(t), wrong: (v) => typeof v === "string", shown: "x" },
  {
    name: "a number as a text",
    of: (t) => t === "number",
    wrong: (v) => typeof v === "string" && /^-?\d+$/.test(v),
    shown: "5",
  },
  { name: "an empty text", of: (t) => t === "number" || t === "boolean", wrong: (v) => v === "", shown: "" },
  {
    name: "true or false as a text",
    of: (t) => t === "boolean",
    wrong: (v) => v === "true" || v === "false",
    shown: "true",
  },
  { name: "0 or 1", of: (t) => t === "boolean", wrong: (v) => v === 0 || v === 1, shown: 1 },
  { name: "a boolean", of: (t) => t !== "boolean", wrong: (v) => typeof v === "boolean", shown: true },
  { name: "an array", of: (t) => !/array|object/.test(t), wrong: (v) => Array.isArray(v), shown: [] },
  {
    name: "an object",
    of: () => true,
    wrong: (v) => typeof v === "object" && v !== null && !Array.isArray(v),
    shown: {},
  },
  { name: "no value at all", of: () => true, wrong: (v) => v === undefined, shown: undefined },
];
const values = mutantsOf(FAMILY, {
  name: "a value of another shape is taken",
  rule: TYPES,
  places: WRONG.flatMap((each, i) =>
    ITEM_TYPES.filter(each.of).map((type, j) => {
      const where = LEVELS[(i + j) % LEVELS.length] as Where;
      return { ...each, type, where, name: `${each.name} for ${type} ${where.name}` };
    }),
  ),
  fault: ({ type, where, wrong }) =>
    onToleratedItem(where, (item) => (item.type === type && wrong(item.value) ? sample(type) : undefined)),
  witness: ({ type, where, shown }) => [
    create({ uid: "rules", items: where.wrap({ key: "k", type, value: shown as Json }) }),
  ],
});

const ARRAYS = ITEM_TYPES.filter((type) => type.endsWith("-array") && type !== "object-array");
const WRONG_ELEMENTS: { name: string; of(type: string): boolean; wrong(value: unknown): boolean; shown: Json }[] = [
  { name: "null", of: () => true, wrong: (v) => v === null, shown: null },
  { name: "a number", of: (t) => t !== "number-array", wrong: (v) => typeof v === "number", shown: 5 },
  { name: "a text", of: (t) => !/string|date/.test(t), wrong: (v) => typeof v === "string", shown: "5" },
  { name: "a boolean", of: (t) => t !== "boolean-array", wrong: (v) => typeof v === "boolean", shown: true },
  { name: "an array", of: () => true, wrong: (v) => Array.isArray(v), shown: [] },
  {
    name: "an object",
    of: () => true,
    wrong: (v) => typeof v === "object" && v !== null && !Array.isArray(v),
    shown: {},
  },
];
/** The elements of an array that a lenient server does not check. */
const POSITIONS: { name: string; holds(index: number): boolean; put(good: Json, bad: Json): Json[] }[] = [
  { name: "anywhere", holds: () => true, put: (_, bad) => [bad] },
  { name: "past the first element", holds: (i) => i > 0, put: (good, bad) => [good, bad] },
  { name: "past the tenth element", holds: (i) => i >= 10, put: (good, bad) => [...Array(10).fill(good), bad] },
];
const elements = mutantsOf(FAMILY, {
  name: "an element of another shape is taken",
  rule: TYPES,
  places: WRONG_ELEMENTS.flatMap((each, i) =>
    ARRAYS.filter(each.of).map((type, j) => {
      const where = LEVELS[(i + j) % LEVELS.length] as Where;
      const position = POSITIONS[(i + j) % POSITIONS.length] as (typeof POSITIONS)[number];
      return { ...each, type, where, position, name: `${each.name} in a ${type} ${position.name}, ${where.name}` };
    }),
  ),
  fault: ({ type, where, wrong, position }) =>
    onToleratedItem(where, (item) => {
      if (item.type !== type || !Array.isArray(item.value)) return undefined;
      const bad = (value: Json, i: number) => position.holds(i) && wrong(value);
      const [good] = sample(type).value as [Json];
      return item.value.some(bad)
        ? { ...item, value: item.value.map((value, i) => (bad(value, i) ? good : value)) }
        : undefined;
    }),
  witness: ({ type, where, shown, position }) => {
    const [good] = sample(type).value as [Json];
    return [create({ uid: "rules", items: where.wrap({ key: "k", type, value: position.put(good, shown) }) })];
  },
});

const TYPE_NAMES: { name: string; repair(type: unknown): string | undefined; shown: unknown }[] = [
  {
    name: "in upper case",
    repair: (t) =>
      typeof t === "string" && t !== t.toLowerCase() && ITEM_TYPES.includes(t.toLowerCase())
        ? t.toLowerCase()
        : undefined,
    shown: "STRING",
  },
  { name: "with a capital", repair: (t) => (t === "String" ? "string" : undefined), shown: "String" },
  {
    name: "with a space",
    repair: (t) => (typeof t === "string" && t !== t.trim() && ITEM_TYPES.includes(t.trim()) ? t.trim() : undefined),
    shown: "string ",
  },
  {
    name: "unknown",
    repair: (t) => (typeof t === "string" && /^[a-z]{5,}$/.test(t) && !ITEM_TYPES.includes(t) ? "string" : undefined),
    shown: "unknown",
  },
  { name: "text", repair: (t) => (t === "text" ? "string" : undefined), shown: "text" },
  { name: "empty", repair: (t) => (t === "" ? "string" : undefined), shown: "" },
  { name: "null", repair: (t) => (t === null ? "string" : undefined), shown: null },
  { name: "missing", repair: (t) => (t === undefined ? "string" : undefined), shown: undefined },
  { name: "a number", repair: (t) => (typeof t === "number" ? "string" : undefined), shown: 1 },
  { name: "in an array", repair: (t) => (Array.isArray(t) ? "string" : undefined), shown: ["string"] },
  {
    name: "constructor",
    repair: (t) => (t === "constructor" || t === "__proto__" ? "string" : undefined),
    shown: "constructor",
  },
];
const typeNames = mutantsOf(FAMILY, {
  name: "a wrong type is taken",
  rule: "document 2.2: type is one of the thirteen item types",
  places: TYPE_NAMES.flatMap((each) =>
    TOP_AND_NESTED.map((where) => ({ ...each, where, name: `${each.name} ${where.name}` })),
  ),
  fault: ({ where, repair }) =>
    onToleratedItem(where, (item) => {
      const type = repair(item.type);
      return type === undefined ? undefined : { ...item, type };
    }),
  witness: ({ where, shown }) => [
    create({ uid: "rules", items: where.wrap({ ...sample("string"), type: shown as string }) }),
  ],
});

const strangers = mutantsOf(FAMILY, {
  name: "an unknown field of an item is accepted",
  rule: "0002: an unknown field in a request is a 400 that names it",
  places: LEVELS.flatMap((where) =>
    [
      { what: "any", passes: () => true, member: "note" },
      { what: "that begins with an underscore", passes: (name: string) => name.startsWith("_"), member: "_id" },
      { what: "that begins with $", passes: (name: string) => name.startsWith("$"), member: "$schema" },
      {
        what: "in other case",
        passes: (name: string) => /^(KEY|Key|TYPE|Type|VALUE|Value)$/.test(name),
        member: "Value",
      },
    ].map((each) => ({ ...each, where, name: `${each.what}, ${where.name}` })),
  ),
  fault: ({ where, passes }) =>
    onToleratedItem(where, (item) => {
      const kept = Object.entries(item).filter(([name]) => ["key", "type", "value"].includes(name) || !passes(name));
      return kept.length < Object.keys(item).length ? (Object.fromEntries(kept) as unknown as Item) : undefined;
    }),
  witness: ({ where, member }) => [create({ uid: "rules", items: where.wrap({ ...sample("string"), [member]: "x" }) })],
});

const ofRecord: {
  name: string;
  repair(body: Record<string, unknown>): Record<string, unknown> | undefined;
  shown: unknown;
}[] = [
  {
    name: "an unknown field",
    repair: (b) => without(b, (name) => !["uid", "items"].includes(name)),
    shown: { ...plain("a"), note: 1 },
  },
  {
    name: "createdDate",
    repair: (b) => without(b, (name) => name === "createdDate"),
    shown: { ...plain("a"), createdDate: "2026-11-21T06:15:00.123456+00:00" },
  },
  {
    name: "namespace",
    repair: (b) => without(b, (name) => name === "namespace"),
    shown: { ...plain("a"), namespace: "inspection" },
  },
  {
    name: "an unknown field that is null",
    repair: (b) => without(b, (name) => b[name] === null && name !== "uid" && name !== "items"),
    shown: { ...plain("a"), note: null },
  },
  {
    name: "Uid in other case",
    repair: (b) => ("Uid" in b ? { uid: b["Uid"], items: b["items"] } : undefined),
    shown: { Uid: "a", items: plain("a").items },
  },
  { name: "an empty uid", repair: (b) => (b["uid"] === "" ? { ...b, uid: "empty" } : undefined), shown: plain("") },
  {
    name: "a uid that is a number",
    repair: (b) => (typeof b["uid"] === "number" ? { ...b, uid: String(b["uid"]) } : undefined),
    shown: { ...plain("a"), uid: 5 },
  },
  {
    name: "a uid that is null",
    repair: (b) => (b["uid"] === null ? { ...b, uid: "null" } : undefined),
    shown: { ...plain("a"), uid: null },
  },
  {
    name: "no uid",
    repair: (b) => (b["uid"] === undefined && b["items"] ? { ...b, uid: "made" } : undefined),
    shown: { items: plain("a").items },
  },
  {
    name: "a uid of 101 characters",
    repair: (b) => (length(b["uid"]) === 101 ? { ...b, uid: String(b["uid"]).slice(0, 100) } : undefined),
    shown: plain("u".repeat(101)),
  },
  {
    name: "a uid of any length",
    repair: (b) => (length(b["uid"]) > 100 ? { ...b, uid: [...String(b["uid"])].slice(0, 100).join("") } : undefined),
    shown: plain("u".repeat(400)),
  },
  {
    name: "no items",
    repair: (b) => (b["items"] === undefined && b["uid"] ? { ...b, items: plain("a").items } : undefined),
    shown: { uid: "a" },
  },
  {
    name: "an empty list of items",
    repair: (b) =>
      Array.isArray(b["items"]) && b["items"].length === 0 ? { ...b, items: plain("a").items } : undefined,
    shown: { uid: "a", items: [] },
  },
  {
    name: "items that are null",
    repair: (b) => (b["items"] === null ? { ...b, items: plain("a").items } : undefined),
    shown: { uid: "a", items: null },
  },
  {
    name: "one item without its array",
    repair: (b) => (isObject(b["items"]) ? { ...b, items: [b["items"]] } : undefined),
    shown: { uid: "a", items: plain("a").items[0] },
  },
  {
    name: "a null among the items",
    repair: (b) => filtered(b, (item) => item !== null),
    shown: { uid: "a", items: [...plain("a").items, null] },
  },
  {
    name: "a text among the items",
    repair: (b) => filtered(b, (item) => typeof item !== "string"),
    shown: { uid: "a", items: [...plain("a").items, "x"] },
  },
  { name: "151 items", repair: (b) => cut(b, (n) => n === 151), shown: { uid: "a", items: many(151) } },
  { name: "any number of items", repair: (b) => cut(b, (n) => n > 150), shown: { uid: "a", items: many(300) } },
];
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const length = (value: unknown) => (typeof value === "string" ? [...value].length : 0);
function many(count: number): Item[] {
  return Array.from({ length: count }, (_, i) => ({ ...sample("boolean"), key: `k${i}` }));
}
function without(body: Record<string, unknown>, drop: (name: string) => boolean) {
  const kept = Object.entries(body).filter(([name]) => !drop(name));
  return kept.length < Object.keys(body).length ? Object.fromEntries(kept) : undefined;
}
function filtered(body: Record<string, unknown>, keep: (item: unknown) => boolean) {
  const { items } = body;
  return Array.isArray(items) && !items.every(keep) ? { ...body, items: items.filter(keep) } : undefined;
}
function cut(body: Record<string, unknown>, applies: (count: number) => boolean) {
  const { items } = body;
  return Array.isArray(items) && applies(items.length) ? { ...body, items: items.slice(0, 150) } : undefined;
}
const records = mutantsOf(FAMILY, {
  name: "a wrong record is taken",
  rule: "document 2.1 and 8, 0002, 0003: uid of 1 to 100 characters, 1 to 150 items, nothing else",
  places: ofRecord,
  fault:
    ({ repair }) =>
    ({ namespace, text, request }) => {
      const body = namespace === undefined ? undefined : parsed(text);
      const repaired = isObject(body) ? repair(body as Record<string, unknown>) : undefined;
      return repaired && { request: withBody(request, repaired) };
    },
  witness: ({ shown }) => [create(shown)],
});

const documents: { name: string; repair(body: unknown): unknown; shown: string }[] = [
  {
    name: "a record in an array",
    repair: (b) => (Array.isArray(b) && b.length === 1 ? b[0] : undefined),
    shown: JSON.stringify([plain("a")]),
  },
  {
    name: "a record in data",
    repair: (b) => (isObject(b) && "data" in (b as object) ? (b as { data: unknown }).data : undefined),
    shown: JSON.stringify({ data: plain("a") }),
  },
  {
    name: "a record as a text",
    repair: (b) => (typeof b === "string" ? parsed(b) : undefined),
    shown: JSON.stringify(JSON.stringify(plain("a"))),
  },
];
const wrapped = mutantsOf(FAMILY, {
  name: "a body of another shape is taken",
  rule: "document 4.1: the body is an object with uid and items",
  places: documents,
  fault:
    ({ repair }) =>
    ({ namespace, text, request }) => {
      const repaired = namespace === undefined ? undefined : repair(parsed(text));
      return repaired === undefined ? undefined : { request: withBody(request, repaired) };
    },
  witness: ({ shown }) => [post(shown)],
});

export const bodyRules: Mutant[] = [...values, ...elements, ...typeNames, ...strangers, ...records, ...wrapped];
