import { formatTimestamp } from "@metadata-service/server-rules";
import { own } from "@metadata-service/spec-tools";
import { hash } from "../data/hash.js";
import { varyDigits } from "../data/vary-digits.js";
import { patternValues } from "./fallback-values.js";
import type { FullSchema, Propose, Row } from "./value.js";

const DAY = 86_400_000;
const WORDS = ["alpha", "bravo", "delta", "echo", "golf", "kilo", "lima", "nova", "oscar", "sierra", "tango", "zulu"];

/** Generates strings: by format, by varying the digits of an example, by pattern, or from words of the right length. */
export function stringValue(schema: FullSchema, fits: (value: unknown) => boolean): Propose {
  const byFormat = own(FORMATS, schema.format ?? "");
  const byPattern = schema.pattern === undefined ? undefined : patternValues(variantsOf(schema, schema.pattern), fits);
  const texts = (schema.examples ?? []).filter((one): one is string => typeof one === "string" && fits(one));
  const moves = MOVING.has(schema.format ?? "") || texts.length === 0;
  const made = byPattern ?? (schema.format === undefined ? (row: Row) => words(schema, row) : undefined);
  return (row) => {
    const formatted = moves ? byFormat?.(row) : undefined;
    if (formatted !== undefined && fits(formatted)) return formatted;
    return texts.length > 0 ? variedText(texts, row, fits) : made?.(row);
  };
}

/** Returns one of the examples, with different digits if the result is valid. */
function variedText(texts: readonly string[], row: Row, fits: (value: unknown) => boolean): string | undefined {
  const example = texts[hash(row.stream, row.row) % texts.length] ?? "";
  const varied = varyDigits(example, row);
  return fits(varied) ? varied : example;
}

/** Returns the pattern, and variants in which one `+` or `*` is limited to the length in the schema. */
function variantsOf({ minLength, maxLength }: FullSchema, pattern: string): string[] {
  if (minLength === undefined && maxLength === undefined) return [pattern];
  const bounds = `{${minLength ?? 0},${maxLength ?? (minLength ?? 0) + 10}}`;
  const places = [...pattern.matchAll(/(?<=[\])\w.])[+*]/g)].map(({ index }) => index);
  return [pattern, ...places.map((at) => pattern.slice(0, at) + bounds + pattern.slice(at + 1))];
}

/** Formats whose values are derived from the row even if there are examples. */
const MOVING = new Set(["date", "date-time", "uuid"]);

const FORMATS: Readonly<Record<string, (row: Row) => string>> = {
  date: (row) =>
    new Date(row.createdAt / 1000 + (14 + (hash(row.stream, row.row) % 120)) * DAY).toISOString().slice(0, 10),
  "date-time": (row) => formatTimestamp(Math.floor(row.createdAt / 1000) + (hash(row.stream, row.row) % (30 * DAY))),
  uuid,
  email: (row) => `${word(row)}${row.row + 1}@example.com`,
  uri: (row) => `https://example.com/${word(row)}/${row.row + 1}`,
  url: (row) => `https://example.com/${word(row)}/${row.row + 1}`,
  hostname: (row) => `${word(row)}${row.row + 1}.example.com`,
  binary: (row) => word(row),
  byte: (row) => btoa(word(row)),
  password: (row) => `${word(row)}-${hash(row.stream, row.row)}`,
};

/** Returns a version 4 UUID that contains the row number, so each row has a unique one. */
function uuid({ stream, row }: Row): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0").slice(-digits);
  const [a, b] = [hash(stream, row, 1), hash(stream, row, 2)];
  const variant = hex(0x8000 | (b & 0x3fff), 4);
  return `${hex(a, 8)}-${hex(b >>> 16, 4)}-4${hex(a ^ b, 3)}-${variant}-${hex(row, 12)}`;
}

function word({ stream, row }: Row, at = 0): string {
  return WORDS[hash(stream, row, at) % WORDS.length] as string;
}

/** Joins or truncates words to the length that the schema requires. */
function words({ minLength = 1, maxLength = Number.POSITIVE_INFINITY }: FullSchema, row: Row): string {
  let text = word(row);
  for (let at = 1; text.length < minLength; at++) text += ` ${word(row, at)}`;
  const cut = text.length > Math.max(minLength, 24) ? text.slice(0, Math.max(minLength, 24)) : text;
  return cut.slice(0, maxLength).trimEnd().padEnd(Math.min(minLength, maxLength), "x");
}
