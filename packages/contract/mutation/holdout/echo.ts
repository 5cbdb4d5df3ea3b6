import { onRefusedItem, onReturnedItem } from "../kit/create-faults.js";
import type { Item, Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { EVERYWHERE, TOP_AND_NESTED, WHERE, type Where } from "../kit/items.js";
import { item } from "../kit/samples.js";
import { onReturnedText, send, sendText, type TextPlace, textsIn, typesIn } from "./shared.js";

const TEXTS = "echo of texts";
const VALUES = "echo of values";
const RULE = "Interface 4.1, rule 2: response items keep the key, and values are echoed";

const NESTED: Where = { ...WHERE.deep, name: "nested", holds: ({ level }) => level > 1 };

/** Changes texts in responses. */
const spoiled = (
  name: string,
  places: readonly TextPlace[],
  change: (text: string) => string,
  text: string,
): Mutant[] =>
  mutantsOf(TEXTS, {
    name,
    rule: RULE,
    places,
    fault: (place) => onReturnedText(place, change),
    witness: (place) => [sendText(place, text)],
  });

/** Changes values of some types in responses. */
const converted = (
  name: string,
  types: readonly string[],
  wheres: readonly Where[],
  change: (value: Json, type: string) => Json,
  value: (type: string) => Json,
): Mutant[] =>
  mutantsOf(VALUES, {
    name,
    rule: RULE,
    places: typesIn(types, wheres),
    fault: ({ type, where }) =>
      onReturnedItem(where, (each) => (each.type === type ? { ...each, value: change(each.value, type) } : each)),
    witness: ({ type, where }) => [send(where.wrap(item(type, value(type))))],
  });

/** Changes a value, or each element of an array. */
const each =
  (change: (value: Json) => Json) =>
  (value: Json): Json =>
    Array.isArray(value) ? value.map(change) : change(value);

const ofNumber = (change: (value: number) => Json) =>
  each((value) => (typeof value === "number" ? change(value) : value));
const ofText = (change: (text: string) => Json) => each((value) => (typeof value === "string" ? change(value) : value));

/** A value of a type, alone or as the only element of an array. */
const oneOf =
  (value: Json) =>
  (type: string): Json =>
    type.endsWith("-array") ? [value] : value;

/** Cuts a text to a number of bytes, without part of a character. */
function cutToBytes(text: string, length: number): string {
  let cut = text;
  while (Buffer.byteLength(cut) > length) cut = cut.slice(0, -1);
  return cut;
}

const onArray = (change: (value: Json[]) => Json) => (value: Json) => (Array.isArray(value) ? change(value) : value);

const STRINGS = ["string", "string-array"] as const;
const ALL_TEXTS = ["uid", "key", "string", "string-array"] as const;

export const echoedTexts: readonly Mutant[] = [
  ...spoiled(
    "a text is cut to 255 characters",
    textsIn(STRINGS, [WHERE.top, NESTED]),
    (text) => text.slice(0, 255),
    "a".repeat(300),
  ),
  ...spoiled(
    "a text is cut to 4,000 bytes",
    textsIn(STRINGS, [WHERE.top]),
    (text) => cutToBytes(text, 4000),
    "é".repeat(2500),
  ),
  ...spoiled(
    "a character of four bytes becomes a question mark",
    textsIn(ALL_TEXTS, [WHERE.later, WHERE.array]),
    (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?"),
    "lot 😀",
  ),
  ...spoiled(
    "a text ends before its first character of four bytes",
    textsIn(["key", "string"], [NESTED]),
    (text) => text.replace(/[\u{10000}-\u{10ffff}].*$/su, ""),
    "lot 😀 passed",
  ),
  ...spoiled(
    "apostrophes and quotation marks are escaped for HTML",
    textsIn(["key", "string", "string-array"], [WHERE.top, NESTED]),
    (text) => text.replaceAll("'", "&#39;").replaceAll('"', "&quot;"),
    `the "new" lot's label`,
  ),
  ...spoiled(
    "tags are removed",
    textsIn(["key", "string"], [WHERE.top, WHERE.array]),
    (text) => text.replaceAll(/<[^>]*>/g, ""),
    "a <b>bold</b> text",
  ),
  ...spoiled(
    "line ends are converted",
    textsIn(STRINGS, [WHERE.top, WHERE.deep]),
    (text) => text.replaceAll("\r\n", "\n"),
    "one\r\ntwo",
  ),
  ...spoiled(
    "a line end at the end of a text is lost",
    textsIn(["uid", "key", "string"], [WHERE.object]),
    (text) => text.replace(/\n$/, ""),
    "a text\n",
  ),
  ...spoiled(
    "a no-break space becomes a space",
    textsIn(ALL_TEXTS, [WHERE.top]),
    (text) => text.replaceAll("\u00a0", " "),
    "12\u00a0kg",
  ),
  ...spoiled(
    "characters without width are removed",
    textsIn(ALL_TEXTS, [WHERE.object]),
    (text) => text.replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, ""),
    "a\u200bb\u200dc\ufeff",
  ),
  ...spoiled(
    "texts are normalized to compatible characters",
    textsIn(["uid", "key", "string-array"], [WHERE.later]),
    (text) => text.normalize("NFKC"),
    "ﬁne ² Ⅷ",
  ),
  ...spoiled(
    "a decomposed character is composed",
    textsIn(["key", "string"], [WHERE.deep]),
    (text) => text.normalize("NFC"),
    "Cafe\u0301",
  ),
  ...spoiled(
    "a percent sign starts an escape",
    textsIn(["uid", "key", "string"], [WHERE.top]),
    (text) => text.replaceAll(/%([0-7][0-9A-Fa-f])/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    "100%25 and %41",
  ),
  ...spoiled(
    "a backslash starts an escape",
    textsIn(["key", "string", "string-array"], [WHERE.top]),
    (text) => text.replaceAll("\\n", "\n").replaceAll("\\t", "\t"),
    "C:\\new\\tools",
  ),
  ...spoiled(
    "two backslashes become one",
    textsIn(["key", "string"], [NESTED]),
    (text) => text.replaceAll("\\\\", "\\"),
    "\\\\server\\share",
  ),
  ...spoiled(
    "two dollar signs become one",
    textsIn(["key", "string"], [WHERE.top]),
    (text) => text.replaceAll("$$", () => "$"),
    "cost in US$$",
  ),
  ...spoiled(
    "apostrophes are doubled",
    textsIn(["uid", "string-array"], [WHERE.later]),
    (text) => text.replaceAll("'", "''"),
    "lot's",
  ),
  ...spoiled(
    "a name with underscores becomes one in camel case",
    textsIn(["key"], [WHERE.top, WHERE.object, WHERE.array]),
    (text) => text.replaceAll(/(?<=[a-z])_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    "inspection_note",
  ),
  ...spoiled(
    "a text that is a date-time is written in another form",
    textsIn(STRINGS, [WHERE.top, WHERE.object]),
    (text) => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z$/, "$1.000Z"),
    "2026-11-21T06:15:00Z",
  ),
  ...spoiled(
    "line and paragraph separators become line ends",
    textsIn(STRINGS, [WHERE.top]),
    (text) => text.replaceAll(/[\u2028\u2029]/g, "\n"),
    "one\u2028two",
  ),
  ...spoiled(
    "spaces inside a text are reduced to one",
    textsIn(["uid", "key", "string"], [WHERE.array]),
    (text) => text.replaceAll(/ {2,}/g, " "),
    "a  b",
  ),
  ...spoiled(
    "a tab becomes spaces",
    textsIn(["key", "string-array"], [WHERE.top]),
    (text) => text.replaceAll("\t", "    "),
    "a\tb",
  ),
  ...mutantsOf(TEXTS, {
    name: "a text that looks like another type gets that type",
    rule: RULE,
    places: [
      { name: "null", text: "null", value: null, where: WHERE.top },
      { name: "true", text: "true", value: true, where: WHERE.object },
      { name: "a number", text: "123", value: 123, where: WHERE.top },
      { name: "an empty text", text: "", value: null, where: WHERE.top },
      { name: "an empty nested text", text: "", value: null, where: WHERE.array },
    ],
    fault: ({ text, value, where }) =>
      onReturnedItem(where, (one) => (one.type === "string" && one.value === text ? { ...one, value } : one)),
    witness: ({ text, where }) => [send(where.wrap(item("string", text)))],
  }),
  ...mutantsOf(TEXTS, {
    name: "a long text is rejected",
    rule: "Schema StringItemInput: any text; decision 0003 limits only the body",
    places: [
      { name: "over 32,766 bytes", type: "string", bytes: 32_766, where: WHERE.top },
      { name: "over 32,766 bytes, nested", type: "string", bytes: 32_766, where: WHERE.object },
      { name: "over 8,191 bytes in an array", type: "string-array", bytes: 8191, where: WHERE.top },
    ],
    fault: ({ type, bytes, where }) =>
      onRefusedItem(
        where,
        (one) => one.type === type && [one.value].flat().some((text) => Buffer.byteLength(String(text)) > bytes),
      ),
    witness: ({ type, where }) => [send(where.wrap(item(type, oneOf("a".repeat(40_000))(type))))],
  }),
];

const NUMBERS = ["number", "number-array"] as const;
const ARRAYS = ["string-array", "number-array", "boolean-array", "date-array", "datetime-array"] as const;

const ELEMENTS: Record<string, [Json, Json]> = {
  "string-array": ["b", "a"],
  "number-array": [10, 9],
  "boolean-array": [true, false],
  "date-array": ["2026-12-01", "2026-11-21"],
  "datetime-array": ["2026-12-01T00:00:00Z", "2026-11-21T06:15:00Z"],
};
const elements = (type: string): [Json, Json] => ELEMENTS[type] ?? ["b", "a"];

export const echoedValues: readonly Mutant[] = [
  ...converted(
    "numbers have 15 digits",
    NUMBERS,
    [WHERE.top, WHERE.deep],
    ofNumber((value) => Number(value.toPrecision(15))),
    oneOf(0.30000000000000004),
  ),
  ...converted(
    "numbers have six decimals",
    NUMBERS,
    [WHERE.object],
    ofNumber((value) => Number(value.toFixed(6))),
    oneOf(0.00000012),
  ),
  ...converted(
    "whole numbers have 32 bits",
    NUMBERS,
    [WHERE.top, WHERE.array],
    ofNumber((value) => (Number.isInteger(value) ? value | 0 : value)),
    oneOf(2147483648),
  ),
  ...converted(
    "large numbers become texts",
    NUMBERS,
    [WHERE.later],
    ofNumber((value) => (Math.abs(value) >= 1e21 ? String(value) : value)),
    oneOf(1e30),
  ),
  ...converted(
    "an empty array becomes null",
    ARRAYS,
    [WHERE.top],
    onArray((value) => (value.length === 0 ? null : value)),
    () => [],
  ),
  ...converted(
    "an empty object-array becomes null",
    ["object-array"],
    TOP_AND_NESTED,
    onArray((value) => (value.length === 0 ? null : value)),
    () => [],
  ),
  ...converted(
    "an array with one element becomes the element",
    ARRAYS,
    [WHERE.object],
    onArray((value) => (value.length === 1 ? (value[0] ?? null) : value)),
    (type) => [elements(type)[0]],
  ),
  ...converted(
    "booleans become numbers",
    ["boolean", "boolean-array"],
    [WHERE.top, WHERE.array],
    each((value) => (typeof value === "boolean" ? Number(value) : value)),
    oneOf(true),
  ),
  ...converted(
    "dates become date-times",
    ["date", "date-array"],
    [WHERE.deep],
    ofText((text) => `${text}T00:00:00Z`),
    oneOf("2026-11-21"),
  ),
  ...converted(
    "dates before 1970 are one day earlier",
    ["date", "date-array"],
    [WHERE.top],
    ofText((text) =>
      text < "1970" ? (new Date(Date.parse(text) - 86_400_000).toISOString().slice(0, 10) as Json) : text,
    ),
    oneOf("1969-07-20"),
  ),
  ...converted(
    "years before 100 are in another century",
    ["date", "datetime"],
    [WHERE.top],
    ofText((text) => text.replace(/^00/, "19")),
    (type) => (type === "date" ? "0050-01-01" : "0050-01-01T00:00:00Z"),
  ),
  ...converted(
    "the fraction of a date-time loses its trailing zeros",
    ["datetime", "datetime-array"],
    [WHERE.top, WHERE.object],
    ofText((text) => text.replace(/\.(\d*?)0+(?=Z|[+-])/, (_, digits) => (digits ? `.${digits}` : ""))),
    oneOf("2026-11-21T06:15:00.250000Z"),
  ),
  ...converted(
    "the fraction of a date-time has at most seven digits",
    ["datetime", "datetime-array"],
    [WHERE.later],
    ofText((text) => text.replace(/(\.\d{7})\d+/, "$1")),
    oneOf("2026-11-21T06:15:00.123456789Z"),
  ),
  ...converted(
    "an offset of zero becomes Z",
    ["datetime", "datetime-array"],
    [WHERE.array],
    ofText((text) => text.replace(/[+-]00:00$/, "Z")),
    oneOf("2026-11-21T06:15:00+00:00"),
  ),
  ...converted(
    "an offset with minutes loses them",
    ["datetime", "datetime-array"],
    [WHERE.deep],
    ofText((text) => text.replace(/([+-]\d\d):[1-5]\d$/, "$1:00")),
    oneOf("2026-11-21T06:15:00+05:30"),
  ),
  ...converted(
    "empty elements are removed",
    ["string-array", "number-array", "boolean-array"],
    [WHERE.top],
    onArray((value) => value.filter(Boolean)),
    (type) => ({ "string-array": ["a", ""], "number-array": [1, 0], "boolean-array": [true, false] })[type] ?? [],
  ),
  ...converted(
    "repeated elements are removed",
    ARRAYS,
    [WHERE.array],
    onArray((value) => [...new Set(value)]),
    (type) => [elements(type)[0], elements(type)[0]],
  ),
  ...converted(
    "arrays are sorted as texts",
    ["number-array", "date-array", "string-array"],
    [WHERE.top],
    onArray((value) => [...value].sort((x, y) => (String(x) < String(y) ? -1 : String(x) > String(y) ? 1 : 0))),
    (type) => (type === "number-array" ? [9, 10] : [...elements(type)]),
  ),
  ...mutantsOf(VALUES, {
    name: "an object-array contains all of its items in one array",
    rule: "Decision 0004: each item sent comes back in its own one-element array",
    places: EVERYWHERE,
    fault: (where) =>
      onReturnedItem(where, (one: Item) =>
        one.type === "object-array" && Array.isArray(one.value) && one.value.length > 1
          ? { ...one, value: [one.value.flat()] }
          : one,
      ),
    witness: (where) => [send(where.wrap(item("object-array", [item("number", 1, "a"), item("number", 2, "b")])))],
  }),
  ...mutantsOf(VALUES, {
    name: "the items of an object-array are grouped by key",
    rule: "Decision 0004: in the same order",
    places: [WHERE.top, WHERE.object],
    fault: (where) =>
      onReturnedItem(where, (one: Item) =>
        one.type === "object-array" && Array.isArray(one.value) ? { ...one, value: grouped(one.value) } : one,
      ),
    witness: (where) => [
      send(where.wrap(item("object-array", [item("number", 1, "a"), item("number", 2, "b"), item("number", 3, "a")]))),
    ],
  }),
];

/** Puts the elements of a returned object-array that have the same key next to each other. */
function grouped(elements: Json[]): Json[] {
  const groups = new Map<string, Json[]>();
  for (const element of elements) {
    const [inner] = element as unknown as Item[];
    const key = String(inner?.key);
    groups.set(key, [...(groups.get(key) ?? []), element]);
  }
  return [...groups.values()].flat();
}
