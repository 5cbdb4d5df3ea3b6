import { isNumeric, isWhole } from "@metadata-service/spec-tools/json";

/** The types that JSON Schema distinguishes; `fraction` is a number that is not an integer. */
export const TYPES = ["null", "boolean", "string", "integer", "fraction", "array", "object"] as const;
export type Type = (typeof TYPES)[number];

export function typeOf(value: unknown): Type {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumeric(value)) return isWhole(value) ? "integer" : "fraction";
  return typeof value as "boolean" | "string" | "object";
}

/** The types in the keyword `type`; undefined if one of them is unknown. */
export function namedTypes(type: unknown): Type[] | undefined {
  const named = [type].flat().map((one): readonly Type[] | undefined => {
    if (one === "number") return ["integer", "fraction"];
    return one !== "fraction" && TYPES.includes(one as Type) ? [one as Type] : undefined;
  });
  return named.includes(undefined) ? undefined : [...new Set(named.flatMap((types) => types ?? []))];
}

/** Compiles a pattern as JSON Schema defines it; undefined if it is invalid. */
export function regExp(pattern: unknown): RegExp | undefined {
  try {
    return typeof pattern === "string" ? new RegExp(pattern, "u") : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a name matches a pattern; undefined if that cannot be decided. */
export const matches = (pattern: string, name: string): boolean | undefined => regExp(pattern)?.test(name);

/** Keywords that do not affect which values are valid, such as texts. */
export const ANNOTATIONS = new Set([
  ...["title", "description", "examples", "example", "default", "deprecated", "readOnly", "writeOnly", "$comment"],
  ...[
    "x-items",
    "xml",
    "externalDocs",
    "discriminator",
    "$defs",
    "definitions",
    "$anchor",
    "$dynamicAnchor",
    "$ref",
    "allOf",
  ],
]);

/** The formats of strings. Other formats are unknown or apply to numbers, such as `int32`. */
export const STRING_FORMATS = new Set([
  ...["date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6"],
  ...[
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "regex",
    "byte",
    "binary",
  ],
  "relative-json-pointer",
]);
export const NUMBER_FORMATS = new Set(["int8", "int16", "int32", "int64", "float", "double"]);
/** Formats that only affect how a form shows a field. */
export const PRESENTATION = new Set<unknown>(["password"]);

/** For each format, the other formats that all of its values also have. */
export const WITHIN: Record<string, string[]> = {
  int32: ["int64", "double"],
  int8: ["int16", "int32", "int64"],
  int16: ["int32", "int64"],
  float: ["double"],
  hostname: ["idn-hostname"],
  email: ["idn-email"],
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
};

/**
 * The least common multiple of two integers: a number that is a multiple of both is a multiple of it. Undefined if it is
 * too large to be exact.
 */
export function leastCommonMultiple(one: number, other: number): number | undefined {
  const product = one * other;
  return Number.isSafeInteger(product) ? product / greatestDivisor(one, other) : undefined;
}

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other);
