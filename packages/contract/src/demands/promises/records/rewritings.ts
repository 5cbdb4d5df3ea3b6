import { isRecord } from "../../../lib/objects.js";

/**
 * Other ways to write the same value as JSON (RFC 8259; decision 0005: the order of fields, and the form of numbers).
 */
export const REWRITINGS: Record<string, (value: unknown) => string> = {
  unchanged: (value) => JSON.stringify(value),
  "fields in reverse order": (value) => JSON.stringify(sorted(value, (names) => names.reverse())),
  "fields in alphabetical order": (value) => JSON.stringify(sorted(value, (names) => names.sort())),
  "fields in a different order in each item": (value) => {
    let turn = 0;
    return JSON.stringify(sorted(value, (names) => rotated(names, turn++)));
  },
  ...Object.fromEntries(
    [
      ["key", "value", "type"],
      ["type", "key", "value"],
      ["type", "value", "key"],
      ["value", "key", "type"],
      ["value", "type", "key"],
    ].map((order) => [
      `fields in the order ${order.join(", ")}`,
      (value: unknown) => JSON.stringify(sorted(value, (names) => ordered(names, order))),
    ]),
  ),
  "items before the uid": (value) => JSON.stringify(topReversed(value)),
  "indented by two spaces": (value) => JSON.stringify(value, null, 2),
  "indented by tabs": (value) => JSON.stringify(value, null, "\t"),
  "all types of white space between all tokens": (value) => write(value, { space: " \t\r\n" }),
  "a space around each token": (value) => write(value, { space: " " }),
  "a tab around each token": (value) => write(value, { space: "\t" }),
  "a line feed around each token": (value) => write(value, { space: "\n" }),
  "a carriage return around each token": (value) => write(value, { space: "\r" }),
  "white space before and after": (value) => `\r\n\t ${JSON.stringify(value)} \t\r\n`,
  "every character as an escape": (value) => write(value, { escaped: /[\s\S]/ }),
  "letters as upper-case escapes": (value) => write(value, { escaped: /[a-z]/i, upper: true }),
  "some characters as escapes": (value) => write(value, { escaped: /[aeiou \d]/ }),
  "field names as escapes": (value) =>
    JSON.stringify(value)
      .replaceAll('"key":', '"\\u006bey":')
      .replaceAll('"value":', '"v\\u0061lue":')
      .replaceAll('"type":', '"typ\\u0065":'),
  "slashes as escapes": (value) => JSON.stringify(value).replaceAll("/", "\\/"),
  "a byte order mark": (value) => `\ufeff${JSON.stringify(value)}`,
  "numbers with trailing zeros": (value) =>
    write(value, { number: (n) => (Number.isInteger(n) ? `${n}.0` : `${n}00`) }),
  "numbers with an exponent of 0": (value) => write(value, { number: (n) => `${n}e0` }),
  "numbers with E+00": (value) => write(value, { number: (n) => `${n}E+00` }),
  "numbers with a shifted decimal point": (value) => write(value, { number: shifted }),
};

interface Writing {
  space?: string;
  escaped?: RegExp;
  upper?: boolean;
  number?(value: number): string;
}

/** Writes a value as JSON, with each token in the given style. */
function write(value: unknown, how: Writing): string {
  const { space = "" } = how;
  const list = (open: string, parts: string[], close: string) =>
    parts.length === 0
      ? `${open}${space}${close}`
      : `${open}${space}${parts.join(`${space},${space}`)}${space}${close}`;
  if (Array.isArray(value))
    return list(
      "[",
      value.map((child) => write(child, how)),
      "]",
    );
  if (isRecord(value))
    return list(
      "{",
      Object.entries(value).map(([name, child]) => `${string(name, how)}${space}:${space}${write(child, how)}`),
      "}",
    );
  if (typeof value === "string") return string(value, how);
  return typeof value === "number" && how.number ? how.number(value) : JSON.stringify(value);
}

function string(value: string, { escaped, upper }: Writing): string {
  if (!escaped) return JSON.stringify(value);
  const written = value.split("").map((unit) => {
    if (!escaped.test(unit)) return JSON.stringify(unit).slice(1, -1);
    const hex = unit.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${upper ? hex.toUpperCase() : hex}`;
  });
  return `"${written.join("")}"`;
}

/** Writes the same number with a shifted decimal point: 12.5 as 125e-1. */
function shifted(value: number): string {
  const [whole = "", fraction = ""] = String(value).split(".");
  if (fraction) return `${whole === "0" ? "" : whole}${fraction}e-${fraction.length}`;
  return `${whole}0e-1`;
}

/** Puts names in a given order; names that are not in it come first. */
const ordered = (names: string[], order: string[]) => names.sort((a, b) => order.indexOf(a) - order.indexOf(b));
const rotated = (names: string[], by: number) => names.map((_, i) => names[(i + by) % names.length] as string);

function sorted(value: unknown, order: (names: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((child) => sorted(child, order));
  if (!isRecord(value)) return value;
  return Object.fromEntries(order(Object.keys(value)).map((name) => [name, sorted(value[name], order)]));
}

const topReversed = (value: unknown) => (isRecord(value) ? Object.fromEntries(Object.entries(value).reverse()) : value);
