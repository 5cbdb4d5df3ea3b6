import { create, onReturnedItems } from "../kit/create-faults.js";
import type { Item, Json } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { mapItems } from "../kit/items.js";
import { item, record } from "../kit/samples.js";

const FAMILY = "texts come back";
const VALUES = "Interface 4.1, rule 2: values are echoed";
const KEYS = "Interface 4.1, rule 2: response items keep the key sent";

type Change = (text: string) => string;

/** Where a text can be: how to change it there, and an item with a text there. */
const SPOTS = {
  value: {
    change: (one: Item, change: Change): Item =>
      one.type === "string" ? { ...one, value: change(String(one.value)) } : one,
    of: (text: string) => item("string", text),
  },
  element: {
    change: (one: Item, change: Change): Item =>
      one.type === "string-array" && Array.isArray(one.value)
        ? { ...one, value: one.value.map((text): Json => change(String(text))) }
        : one,
    of: (text: string) => item("string-array", ["first", text]),
  },
  key: {
    change: (one: Item, change: Change): Item => ({ ...one, key: change(one.key) }),
    of: (text: string) => item("boolean", false, text),
  },
} as const;

type SpotName = keyof typeof SPOTS;

const onText = (spot: SpotName, change: Change): Fault =>
  onReturnedItems((items) => mapItems(items, "returned", (one) => SPOTS[spot].change(one, change)));

/** A text that becomes another on its way through the server. */
const garbled = (name: string, sample: string, change: Change, spots: readonly SpotName[]): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule: spots.includes("key") ? `${VALUES}; ${KEYS}` : VALUES,
    places: spots.map((spot) => ({ name: `in a ${spot}`, spot })),
    fault: ({ spot }) => onText(spot, change),
    witness: ({ spot }) => [create(record("garbled", [SPOTS[spot].of(sample)]))],
  });

const WINDOWS_1252: Record<string, string> = { "\u0080": "€", "\u0085": "…", "\u0092": "’", "\u0096": "–" };
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#39;": "'", "&quot;": '"' };

export const garbledTexts: readonly Mutant[] = [
  ...garbled(
    "C1 controls become the characters of Windows-1252",
    "it\u0092s",
    (text) => text.replaceAll(/[\u0080\u0085\u0092\u0096]/g, (one) => WINDOWS_1252[one] ?? one),
    ["value", "element", "key"],
  ),
  ...garbled(
    "invisible joiners are removed",
    "👩\u200d🔬",
    (text) => text.replaceAll(/[\u00ad\u200b-\u200d\u2060]/g, ""),
    ["value", "element", "key"],
  ),
  ...garbled("variation selectors are removed", "❤\ufe0f", (text) => text.replaceAll(/[\ufe00-\ufe0f]/g, ""), [
    "value",
    "key",
  ]),
  ...garbled(
    "line and paragraph separators become line feeds",
    "one\u2028two",
    (text) => text.replaceAll(/[\u2028\u2029]/g, "\n"),
    ["value", "element"],
  ),
  ...garbled(
    "special spaces become spaces",
    "1\u202f000",
    (text) => text.replaceAll(/[\u00a0\u2007\u202f\u3000]/g, " "),
    ["value", "key"],
  ),
  ...garbled(
    "entities are decoded",
    "5 &lt; 7",
    (text) => text.replaceAll(/&(amp|lt|gt|#39|quot);/g, (one) => ENTITIES[one] ?? one),
    ["value", "element"],
  ),
  ...garbled("what looks like a tag is removed", "a <b>c</b>", (text) => text.replaceAll(/<\/?[a-z][^<>]*>/gi, ""), [
    "value",
    "key",
  ]),
  ...garbled("percent-encoding is decoded", "100%25", percentDecoded, ["value", "key"]),
  ...garbled(
    "escapes are read twice",
    "\\u0041",
    (text) => text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    ["value", "element"],
  ),
  ...garbled("doubled quotes become one", "O''Brien", (text) => text.replaceAll(/''/g, "'"), ["value", "key"]),
  ...garbled("placeholders are filled in", "{{name}}", (text) => text.replaceAll(/\$\{[\w.]*\}|\{\{[\w.]*\}\}/g, ""), [
    "value",
    "element",
  ]),
  ...garbled(
    "a text that is a date-time is written in another way",
    "2026-11-21T06:15:00Z",
    (text) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? new Date(text).toISOString() : text),
    ["value", "element"],
  ),
  ...garbled("digits lose their leading zeros", "007", (text) => text.replace(/^0+(?=\d+$)/, ""), [
    "value",
    "element",
    "key",
  ]),
  ...garbled(
    "e-mail addresses are masked",
    "a.b@example.com",
    (text) => text.replaceAll(/[\w.]{1,64}@[\w.]{1,64}/g, "***"),
    ["value"],
  ),
  ...garbled(
    "noncharacters are replaced",
    "\ufdd0 \uffff",
    (text) => text.replaceAll(/[\ufdd0-\ufdef\ufffe\uffff]/g, "\ufffd"),
    ["value", "key"],
  ),
  ...garbled(
    "white space between words is collapsed",
    "a  b",
    (text) => text.replaceAll(/(?<=\S)[ \t]{2,}(?=\S)/g, " "),
    ["element", "key"],
  ),
  ...garbled("backslashes are removed", "C:\\temp", (text) => text.replaceAll(/\\(?=\S)/g, ""), ["key"]),
  ...garbled(
    "characters above U+1FFFF are replaced",
    "𠮷",
    (text) => text.replaceAll(/[\u{20000}-\u{10ffff}]/gu, "?"),
    ["value", "element", "key"],
  ),
];

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
