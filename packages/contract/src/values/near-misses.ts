import type { Schema } from "../document/document.js";
import type { Validator } from "../document/validator.js";
import { isRecord, own } from "../lib/objects.js";
import { FORMAT_SAMPLES, PATTERN_PROBES } from "./formats.js";
import { typesOf } from "./leaf-value.js";
import type { Site } from "./sites.js";
import { ASTRAL, elements, LONGEST_ARRAY, LONGEST_TEXT } from "./sizes.js";

/** A value that violates exactly one keyword of a schema. */
export interface NearMiss {
  site: Site;
  keyword: string;
  detail: string;
  value: unknown;
  /** The missing or unexpected field. */
  name?: string;
}

type Candidate = Omit<NearMiss, "site">;

/** The maximum number of near misses for one keyword of a site; more would be repetitive. */
const PER_KEYWORD = 3;

/**
 * Returns the near misses of a site. Each is checked: the schema reports a violation of that keyword, and nothing else.
 *
 * @returns at most three for each keyword; for `required`, one for each field
 */
export function nearMissesOf(validator: Validator, site: Site): NearMiss[] {
  const counts = new Map<string, number>();
  return candidates(site.schema, site.base).flatMap((candidate) => {
    const key = candidate.keyword === "required" ? `required ${candidate.name}` : candidate.keyword;
    const count = counts.get(key) ?? 0;
    if (count >= PER_KEYWORD || !breaksOnly(validator, site, candidate)) return [];
    counts.set(key, count + 1);
    return [{ ...candidate, site }];
  });
}

function breaksOnly(validator: Validator, site: Site, candidate: Candidate): boolean {
  const breaches = validator.breaches(site.pointer, candidate.value);
  const own = breaches.filter((breach) => breach.keyword === candidate.keyword);
  if (candidate.keyword === "propertyNames") return own.length > 0;
  return breaches.length === 1 && own.length === 1 && (candidate.name ?? "") === (own[0]?.name ?? "");
}

function candidates(schema: Schema, base: unknown): Candidate[] {
  return [
    ...types(schema, base),
    ...constants(schema),
    ...strings(schema, base),
    ...numbers(schema),
    ...arrays(schema, base),
    ...objects(schema, base),
  ];
}

/** Returns values of other types; first the one that a server with type coercion would accept. */
function types(schema: Schema, base: unknown): Candidate[] {
  if (schema.type === undefined) return [];
  const tempting: Record<string, unknown[]> = {
    string: [7, true, [base]],
    number: ["7", true, [7]],
    integer: [1.5, "7", true],
    boolean: ["true", 1, 0],
    array: [isRecord(base) ? [base] : { 0: Array.isArray(base) ? base[0] : 1 }, "", "[]"],
    object: [[base], "{}", 7],
    null: ["", 0, false],
  };
  const first = typesOf(schema).flatMap((type) => tempting[type] ?? []);
  const seen = first.slice(0, 1).concat([null], first.slice(1), ["text", 7, true, [], {}]);
  return seen.map((value) => ({ keyword: "type", detail: describe(value), value }));
}

function constants(schema: Schema): Candidate[] {
  const variations = (value: unknown) =>
    typeof value === "string"
      ? [value.toUpperCase(), `${value} `, `${value}x`, "", value[0]?.toUpperCase() + value.slice(1)]
      : ["text", 0, null];
  if ("const" in schema)
    return [...variations(schema.const), null].map((value) => ({ keyword: "const", detail: describe(value), value }));
  return (schema.enum ?? []).flatMap(variations).map((value) => ({ keyword: "enum", detail: describe(value), value }));
}

function strings(schema: Schema, base: unknown): Candidate[] {
  const list: Candidate[] = [];
  const { minLength, maxLength } = schema;
  if (minLength && minLength <= LONGEST_TEXT)
    list.push({ keyword: "minLength", detail: `${minLength - 1} characters`, value: "m".repeat(minLength - 1) });
  if (maxLength !== undefined && maxLength < LONGEST_TEXT) {
    const count = maxLength + 1;
    list.push({ keyword: "maxLength", detail: `${count} characters`, value: "M".repeat(count) });
    list.push({ keyword: "maxLength", detail: `${count} astral characters`, value: ASTRAL.repeat(count) });
  }
  for (const value of (schema.format && own(FORMAT_SAMPLES, schema.format)?.broken) || [])
    list.push({ keyword: "format", detail: JSON.stringify(value), value });
  if (schema.pattern)
    for (const value of [...excluded(schema.pattern, base), ...PATTERN_PROBES])
      list.push({ keyword: "pattern", detail: JSON.stringify(value), value });
  return list;
}

/** Returns a text with one of the characters that a pattern excludes, as in `[^/]`, at its end and inside. */
function excluded(pattern: string, base: unknown): string[] {
  const [, inside = ""] = /\[\^((?:\\.|[^\]\\])+)\]/.exec(pattern) ?? [];
  const sign = inside.replace(/\\[a-z]/gi, "").replaceAll("\\", "")[0];
  return typeof base === "string" && sign !== undefined ? [`${base}${sign}`, `${base}${sign}${base}`] : [];
}

function numbers(schema: Schema): Candidate[] {
  const list: Candidate[] = [];
  const push = (keyword: string, value: number) => list.push({ keyword, detail: String(value), value });
  const step = schema.multipleOf ?? 1;
  // Beyond 2^53, adding the step may not change a 64-bit float, so the bound is doubled instead.
  const past = (bound: number, by: number) => (bound + by === bound ? bound * 2 : bound + by);
  if (schema.minimum !== undefined) push("minimum", past(schema.minimum, -step));
  if (schema.maximum !== undefined) push("maximum", past(schema.maximum, step));
  if (schema.exclusiveMinimum !== undefined) push("exclusiveMinimum", schema.exclusiveMinimum);
  if (schema.exclusiveMaximum !== undefined) push("exclusiveMaximum", schema.exclusiveMaximum);
  if (schema.multipleOf !== undefined) push("multipleOf", schema.multipleOf * 1.5);
  return list;
}

function arrays(schema: Schema, base: unknown): Candidate[] {
  const list: Candidate[] = [];
  const item = Array.isArray(base) ? base[0] : undefined;
  const push = (keyword: string, count: number, detail = String(count)) =>
    count <= LONGEST_ARRAY + 1 && list.push({ keyword, detail, value: elements(schema, item, count) });
  if (schema.minItems) push("minItems", schema.minItems - 1);
  if (schema.maxItems !== undefined && item !== undefined) push("maxItems", schema.maxItems + 1);
  if (schema.uniqueItems && item !== undefined)
    list.push({ keyword: "uniqueItems", detail: "a duplicate element", value: [item, item] });
  return list;
}

function objects(schema: Schema, base: unknown): Candidate[] {
  if (!isRecord(base)) return [];
  const list: Candidate[] = [];
  for (const name of schema.required ?? []) {
    const { [name]: _, ...rest } = base;
    list.push({ keyword: "required", detail: `without ${name}`, value: rest, name });
  }
  if (schema.additionalProperties === false) {
    const first = Object.keys(schema.properties ?? {})[0] ?? "member";
    const typo = first.length > 1 ? first.slice(0, -1) : `${first}s`;
    for (const name of ["unexpected", typo, first.toUpperCase()])
      list.push({ keyword: "additionalProperties", detail: `with ${name}`, value: { ...base, [name]: "x" }, name });
  }
  if (schema.propertyNames)
    for (const name of ["errors", "", "a b"])
      list.push({
        keyword: "propertyNames",
        detail: `with ${JSON.stringify(name)}`,
        value: { ...base, [name]: {} },
        name,
      });
  return [...list, ...counts(schema, base)];
}

function counts(
  { minProperties = 0, maxProperties = LONGEST_ARRAY }: Schema,
  base: Record<string, unknown>,
): Candidate[] {
  const list: Candidate[] = [];
  if (minProperties > 0 && minProperties <= LONGEST_ARRAY)
    list.push({ keyword: "minProperties", detail: "one fewer", value: sized(base, minProperties - 1) });
  if (maxProperties < LONGEST_ARRAY)
    list.push({ keyword: "maxProperties", detail: "one more", value: sized(base, maxProperties + 1) });
  return list;
}

function sized(base: Record<string, unknown>, count: number): Record<string, unknown> {
  const entries = Object.entries(base).slice(0, count);
  while (entries.length < count) entries.push([`member${entries.length}`, entries[0]?.[1] ?? "x"]);
  return Object.fromEntries(entries);
}

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}
