import { create, onReturnedItem } from "../kit/create-faults.js";
import type { Item, Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { LEVELS, WHERE, type Where } from "../kit/items.js";

const FAMILY = "echo of texts";
const ECHO = "document 4.1, rule 2: response items keep the key and type sent, values are echoed";

/** A text that a server stores, and how. */
interface Carrier {
  name: string;
  where: Where;
  hold(text: string): Item;
  change(item: Item, change: (text: string) => Json): Item;
}

const key = (where: Where): Carrier => ({
  name: `key ${where.name}`,
  where,
  hold: (text) => ({ key: text, type: "number", value: 1 }),
  change: (item, change) => ({ ...item, key: String(change(item.key)).slice(0, 100) || item.key }),
});
const value = (where: Where): Carrier => ({
  name: `string ${where.name}`,
  where,
  hold: (text) => ({ key: "k", type: "string", value: text }),
  change: (item, change) => (item.type === "string" ? { ...item, value: change(String(item.value)) } : item),
});
const element = (where: Where): Carrier => ({
  name: `element of a string-array ${where.name}`,
  where,
  hold: (text) => ({ key: "k", type: "string-array", value: ["plain", text] }),
  change: (item, change) =>
    item.type === "string-array" && Array.isArray(item.value)
      ? { ...item, value: item.value.map((text) => change(String(text))) }
      : item,
});

/** Not every change at every level: three carriers for each change, another level each time. */
const CARRIERS = LEVELS.map((_, i) => [
  key(LEVELS[i] as Where),
  value(LEVELS[(i + 1) % LEVELS.length] as Where),
  element(LEVELS[(i + 2) % LEVELS.length] as Where),
  value(LEVELS[(i + 3) % LEVELS.length] as Where),
]);

interface TextChange {
  name: string;
  change(text: string): Json;
  shown: string;
  /** For texts that are too long for a key, and for what a key cannot become. */
  valuesOnly?: true;
}

const CHANGES: TextChange[] = [
  { name: "trimmed", change: (s) => s.trim(), shown: " a " },
  { name: "trimmed at the end", change: (s) => s.trimEnd(), shown: "a\t" },
  { name: "trimmed of spaces only", change: (s) => s.replace(/^ +| +$/g, ""), shown: " a" },
  { name: "two spaces become one", change: (s) => s.replace(/ {2,}/g, " "), shown: "a  b" },
  { name: "white space becomes a space", change: (s) => s.replace(/\s/g, " "), shown: "a\u00a0b" },
  { name: "tabs become spaces", change: (s) => s.replace(/\t/g, "    "), shown: "a\tb" },
  { name: "CR LF becomes LF", change: (s) => s.replace(/\r\n/g, "\n"), shown: "a\r\nb" },
  { name: "LF becomes CR LF", change: (s) => s.replace(/\r?\n/g, "\r\n"), shown: "a\nb" },
  { name: "a lone CR is dropped", change: (s) => s.replace(/\r(?!\n)/g, ""), shown: "a\rb" },
  { name: "line breaks become spaces", change: (s) => s.replace(/\n/g, " "), shown: "a\nb" },
  { name: "U+2028 becomes a line break", change: (s) => s.replace(/[\u2028\u2029]/g, "\n"), shown: "a\u2028b" },
  { name: "NFC", change: (s) => s.normalize("NFC"), shown: "e\u0301" },
  { name: "NFD", change: (s) => s.normalize("NFD"), shown: "\u00e9" },
  { name: "NFKC", change: (s) => s.normalize("NFKC"), shown: "\ufb01" },
  { name: "lower case", change: (s) => s.toLowerCase(), shown: "ABC" },
  { name: "upper case of what has one", change: (s) => s.replace(/ß/g, "SS"), shown: "Maß" },
  { name: "NUL is dropped", change: (s) => s.replaceAll("\0", ""), shown: "a\0b" },
  { name: "cut at NUL", change: (s) => s.split("\0")[0] as string, shown: "a\0b" },
  {
    name: "control characters are dropped",
    change: (s) => s.replace(/\p{Cc}/gu, (c) => (/[\s\u007f-\u009f]/.test(c) || c === "\0" ? c : "")),
    shown: "a\u0007b",
  },
  { name: "U+007F is dropped", change: (s) => s.replace(/[\u007f-\u009f]/g, ""), shown: "a\u007fb" },
  { name: "zero-width characters are dropped", change: (s) => s.replace(/[\u200b-\u200d]/g, ""), shown: "a\u200db" },
  { name: "a byte order mark is dropped", change: (s) => s.replace(/^\ufeff/, ""), shown: "\ufeffa" },
  { name: "soft hyphens are dropped", change: (s) => s.replace(/\u00ad/g, ""), shown: "a\u00adb" },
  {
    name: "marks of direction are dropped",
    change: (s) => s.replace(/[\u200e\u200f\u202a-\u202e]/g, ""),
    shown: "\u202eabc",
  },
  { name: "variation selectors are dropped", change: (s) => s.replace(/\ufe0f/g, ""), shown: "\u2764\ufe0f" },
  {
    name: "characters beyond U+FFFF become ?",
    change: (s) => s.replace(/[\u{10000}-\u{10ffff}]/gu, "?"),
    shown: "a\u{1f600}",
  },
  {
    name: "characters beyond U+FFFF become U+FFFD",
    change: (s) => s.replace(/[\u{10000}-\u{10ffff}]/gu, "\ufffd"),
    shown: "\u{20bb7}",
  },
  {
    name: "characters beyond Latin 1 become ?",
    change: (s) => s.replace(/[^\p{ASCII}\u0080-\u00ff]/gu, "?"),
    shown: "Huế",
  },
  { name: "UTF-8 is read as Latin 1", change: (s) => Buffer.from(s, "utf8").toString("latin1"), shown: "é" },
  { name: "lone surrogates become U+FFFD", change: (s) => Buffer.from(s).toString(), shown: "a\ud800" },
  {
    name: "non-characters are dropped",
    change: (s) => s.replace(/[\ufffe\uffff\ufdd0-\ufdef]/g, ""),
    shown: "a\uffff",
  },
  { name: "< and > are escaped", change: (s) => s.replaceAll("<", "&lt;").replaceAll(">", "&gt;"), shown: "a<b>c" },
  { name: "& is escaped", change: (s) => s.replaceAll("&", "&amp;"), shown: "a & b" },
  { name: "quotes are escaped", change: (s) => s.replaceAll('"', "&quot;"), shown: 'a "b"' },
  { name: "apostrophes are doubled", change: (s) => s.replaceAll("'", "''"), shown: "O'Neill" },
  { name: "tags are dropped", change: (s) => s.replace(/<[^>]*>/g, ""), shown: "a<b>c</b>" },
  {
    name: "entities are resolved",
    change: (s) => s.replaceAll("&amp;", "&").replaceAll("&lt;", "<"),
    shown: "&lt;a&amp;b",
  },
  { name: "percent escapes are resolved", change: (s) => s.replace(/%20/g, " "), shown: "a%20b" },
  { name: "+ becomes a space", change: (s) => s.replaceAll("+", " "), shown: "a+b" },
  { name: "backslashes are dropped", change: (s) => s.replaceAll("\\", ""), shown: "a\\b" },
  { name: "\\n becomes a line break", change: (s) => s.replaceAll("\\n", "\n"), shown: "a\\nb" },
  {
    name: "\\u escapes are resolved",
    change: (s) => s.replace(/\\u([0-9a-f]{4})/gi, (_, h) => String.fromCharCode(Number.parseInt(h, 16))),
    shown: "\\u0041",
  },
  {
    name: "typographic quotes become straight",
    change: (s) => s.replace(/[\u201c\u201d]/g, '"'),
    shown: "\u201ca\u201d",
  },
  { name: "an empty text becomes null", change: (s) => s || null, shown: "", valuesOnly: true },
  { name: "an empty text becomes a space", change: (s) => s || " ", shown: "", valuesOnly: true },
  { name: "the text null becomes null", change: (s) => (s === "null" ? null : s), shown: "null", valuesOnly: true },
  {
    name: "what looks like a number becomes one",
    change: (s) => (/^\d+$/.test(s) ? Number(s) : s),
    shown: "42",
    valuesOnly: true,
  },
  { name: "leading zeros are dropped", change: (s) => s.replace(/^0+(?=\d)/, ""), shown: "007" },
  {
    name: "what looks like an exponent is worked out",
    change: (s) => (/^\d+e\d+$/i.test(s) ? String(Number(s)) : s),
    shown: "1e3",
  },
  {
    name: "true and false become booleans",
    change: (s) => (s === "true" ? true : s === "false" ? false : s),
    shown: "true",
    valuesOnly: true,
  },
  {
    name: "what looks like a date is cut to its day",
    change: (s) => s.replace(/^(\d{4}-\d\d-\d\d)T.*$/, "$1"),
    shown: "2026-11-21T06:15:00Z",
  },
  { name: "__proto__ is replaced", change: (s) => (s === "__proto__" ? "_" : s), shown: "__proto__" },
  { name: "formulas are defused", change: (s) => s.replace(/^[=@]/, "'$&"), shown: "=1+1" },
  { name: "cut at 50 characters", change: (s) => [...s].slice(0, 50).join(""), shown: "x".repeat(51) },
  { name: "cut at 99 characters", change: (s) => [...s].slice(0, 99).join(""), shown: "x".repeat(100) },
  { name: "cut at 100 UTF-16 units", change: (s) => s.slice(0, 100), shown: "\u{1f600}".repeat(60) },
  { name: "cut at 100 bytes", change: (s) => Buffer.from(s).subarray(0, 100).toString("utf8"), shown: "é".repeat(60) },
  { name: "cut at 255 characters", change: (s) => s.slice(0, 255), shown: "x".repeat(256), valuesOnly: true },
  { name: "cut at 1,000 characters", change: (s) => s.slice(0, 1000), shown: "x".repeat(1001), valuesOnly: true },
  { name: "cut at 4,096 characters", change: (s) => s.slice(0, 4096), shown: "x".repeat(4097), valuesOnly: true },
  { name: "cut at 65,535 characters", change: (s) => s.slice(0, 65_535), shown: "x".repeat(65_536), valuesOnly: true },
];

const places = CHANGES.flatMap((change, i) => {
  const carriers = CARRIERS[i % CARRIERS.length] as Carrier[];
  return carriers
    .filter(({ name }) => !(change.valuesOnly && name.startsWith("key")))
    .map((carrier) => ({ ...change, carrier, name: `${change.name}, ${carrier.name}` }));
});

export const text: Mutant[] = mutantsOf(FAMILY, {
  name: "texts are changed",
  rule: ECHO,
  places,
  fault: ({ carrier, change }) => onReturnedItem(carrier.where, (item) => carrier.change(item, change)),
  witness: ({ carrier, shown }) => [create({ uid: "echo", items: carrier.where.wrap(carrier.hold(shown)) })],
});
/** A text that looks like something is made what it looks like. */
const LOOKS: { name: string; change(text: string): string; shown: string }[] = [
  {
    name: "a date without zeros gets them",
    change: (s) => s.replace(/^(\d{4})-(\d)-(\d)$/, "$1-0$2-0$3"),
    shown: "2026-1-5",
  },
  {
    name: "a UUID is put in lower case",
    change: (s) => (/^[\dA-F-]{36}$/.test(s) ? s.toLowerCase() : s),
    shown: "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D",
  },
  { name: "a host gets a slash", change: (s) => s.replace(/^(https?:\/\/[^/]+)$/, "$1/"), shown: "http://example.com" },
  {
    name: "an address of mail is put in lower case",
    change: (s) => (/^[^@\s]+@[^@\s]+$/.test(s) ? s.toLowerCase() : s),
    shown: "Lan@Example.com",
  },
  { name: "a number loses its zeros", change: (s) => s.replace(/^(\d+\.\d*?)0+$/, "$1"), shown: "1.50" },
  {
    name: "a telephone number loses its spaces",
    change: (s) => (/^\+[\d ]+$/.test(s) ? s.replaceAll(" ", "") : s),
    shown: "+84 28 1234",
  },
  { name: "JSON is written anew", change: (s) => (/^\{.*\}$/s.test(s) ? reprinted(s) : s), shown: '{ "a": 1 }' },
  { name: "a placeholder is filled in", change: (s) => s.replace(/\$\{\w+\}|\{\{\w+\}\}/g, ""), shown: "a {{c}}" },
  { name: "Markdown loses its stars", change: (s) => s.replace(/\*\*/g, ""), shown: "a **b**" },
  { name: "a path loses its dots", change: (s) => s.replace(/\.\.\//g, ""), shown: "../a" },
  { name: "a statement of SQL loses its dashes", change: (s) => s.replace(/--/g, ""), shown: "a -- b" },
  { name: "the word on becomes true", change: (s) => s.replace(/^(on|yes)$/i, "true"), shown: "yes" },
];
function reprinted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

const looks = mutantsOf(FAMILY, {
  name: "a text is made what it looks like",
  rule: ECHO,
  places: LOOKS.map((each, i) => {
    const where = LEVELS[i % LEVELS.length] as Where;
    return { ...each, where, name: `${each.name} ${where.name}` };
  }),
  fault: ({ where, change }) =>
    onReturnedItem(where, (item) => (item.type === "string" ? { ...item, value: change(String(item.value)) } : item)),
  witness: ({ where, shown }) => [
    create({ uid: "looks", items: where.wrap({ key: "k", type: "string", value: shown }) }),
  ],
});

/** A character whose bytes lie on both sides of the end of a buffer. */
const buffers = mutantsOf(FAMILY, {
  name: "a character at the end of a buffer is broken",
  rule: ECHO,
  places: [1024, 4096, 8192, 65_536].map((size) => ({ name: `of ${size} bytes`, size })),
  fault: ({ size }) =>
    onReturnedItem(WHERE.top, (item) =>
      item.type === "string" ? { ...item, value: broken(String(item.value), size) } : item,
    ),
  witness: ({ size }) => [
    create({ uid: "buffer", items: [{ key: "k", type: "string", value: "x".repeat(size - 1) + "é".repeat(4) }] }),
  ],
});
function broken(text: string, size: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= size ? text : bytes.subarray(0, size).toString() + bytes.subarray(size).toString();
}

text.push(...looks, ...buffers);

/** Only one of several texts, or only from some length on. */
const SOME: { name: string; where: Where; change(item: Item): Item; item: Item }[] = [
  {
    name: "the last element of a string-array is trimmed",
    where: WHERE.top,
    change: (item) => lastElement(item, (s) => s.trim()),
    item: { key: "k", type: "string-array", value: ["a ", "b "] },
  },
  {
    name: "the first element of a nested string-array is trimmed",
    where: WHERE.object,
    change: (item) => firstElement(item, (s) => s.trim()),
    item: { key: "k", type: "string-array", value: ["a ", "b "] },
  },
  {
    name: "an empty element of a string-array is dropped",
    where: WHERE.top,
    change: (item) => elements(item, (all) => all.filter((s) => s !== "")),
    item: { key: "k", type: "string-array", value: ["a", "", "b"] },
  },
  {
    name: "an empty element at the end of a string-array is dropped",
    where: WHERE.array,
    change: (item) => elements(item, (all) => (all.at(-1) === "" ? all.slice(0, -1) : all)),
    item: { key: "k", type: "string-array", value: ["a", ""] },
  },
  {
    name: "elements with a comma are split",
    where: WHERE.top,
    change: (item) => elements(item, (all) => all.flatMap((s) => s.split(","))),
    item: { key: "k", type: "string-array", value: ["a,b", "c"] },
  },
  {
    name: "long strings lose their last character",
    where: WHERE.top,
    change: (item) =>
      item.type === "string" && String(item.value).length > 2000
        ? { ...item, value: String(item.value).slice(0, -1) }
        : item,
    item: { key: "k", type: "string", value: "x".repeat(2001) },
  },
];

function elements(item: Item, change: (all: string[]) => string[]): Item {
  return item.type === "string-array" && Array.isArray(item.value)
    ? { ...item, value: change(item.value.map(String)) }
    : item;
}
const lastElement = (item: Item, change: (text: string) => string) =>
  elements(item, (all) => all.map((s, i) => (i === all.length - 1 ? change(s) : s)));
const firstElement = (item: Item, change: (text: string) => string) =>
  elements(item, (all) => all.map((s, i) => (i === 0 ? change(s) : s)));

text.push(
  ...mutantsOf(FAMILY, {
    name: "some texts are changed",
    rule: ECHO,
    places: SOME,
    fault: ({ where, change }) => onReturnedItem(where, change),
    witness: ({ where, item }) => [create({ uid: "echo", items: where.wrap(item) })],
  }),
);
