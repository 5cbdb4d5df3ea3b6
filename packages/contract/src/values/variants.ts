import type { Schema } from "../document/document.js";
import type { Validator } from "../document/validator.js";
import { isRecord, own } from "../lib/objects.js";
import { FORMAT_SAMPLES, PATTERN_PROBES } from "./formats.js";
import { typesOf } from "./leaf-value.js";
import type { Site } from "./sites.js";
import { ASTRAL, elements, LONGEST_ARRAY, LONGEST_TEXT } from "./sizes.js";

/** A valid value at a limit of one keyword, or in one of its branches. */
export interface Variant {
  site: Site;
  keyword: string;
  detail: string;
  value: unknown;
}

/** Returns the interesting valid values of a site; the validator removes invalid ones. */
export function variantsOf(validator: Validator, site: Site): Variant[] {
  const found = candidates(site.schema, site.base).filter(({ value }) => validator.accepts(site.pointer, value));
  return found.map((variant) => ({ ...variant, site }));
}

type Candidate = Omit<Variant, "site">;

function candidates(schema: Schema, base: unknown): Candidate[] {
  if ("const" in schema) return [{ keyword: "const", detail: String(schema.const), value: schema.const }];
  if (schema.enum) return schema.enum.map((value) => ({ keyword: "enum", detail: String(value), value }));
  return typesOf(schema).flatMap((type): Candidate[] => {
    switch (type) {
      case "string":
        return strings(schema);
      case "integer":
      case "number":
        return numbers(schema, type);
      case "boolean":
        return [true, false].map((value) => ({ keyword: "type", detail: String(value), value }));
      case "null":
        return [{ keyword: "type", detail: "null", value: null }];
      case "array":
        return arrays(schema, base);
      case "object":
        return objects(schema, base);
      default:
        return [];
    }
  });
}

function strings(schema: Schema): Candidate[] {
  const list: Candidate[] = [];
  if (schema.format)
    for (const value of own(FORMAT_SAMPLES, schema.format)?.valid ?? [])
      list.push({ keyword: "format", detail: value, value });
  if (schema.pattern)
    for (const value of PATTERN_PROBES) list.push({ keyword: "pattern", detail: JSON.stringify(value), value });
  if (schema.format || schema.pattern) return list;
  const { minLength = 0, maxLength } = schema;
  if (minLength <= LONGEST_TEXT)
    list.push({ keyword: "minLength", detail: `${minLength} characters`, value: "m".repeat(minLength) });
  if (maxLength !== undefined && maxLength <= LONGEST_TEXT) {
    list.push({ keyword: "maxLength", detail: `${maxLength} characters`, value: "M".repeat(maxLength) });
    list.push({ keyword: "maxLength", detail: `${maxLength} astral characters`, value: ASTRAL.repeat(maxLength) });
  }
  for (const [detail, value] of Object.entries(TEXTS)) list.push({ keyword: "type", detail, value });
  return list;
}

/** Strings that are changed or lost if a server normalizes, trims, escapes or truncates. */
const TEXTS = {
  "leading and trailing white space": " a \t",
  "white space inside": "a  b\t\tc \n d",
  "quotes and backslashes": "\"'\\/`$(x){{y}}%00%s",
  "line breaks": "a\r\nb\nc\rd\u2028e",
  "decomposed letters": "e\u0301 n\u0303",
  "right-to-left text": "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
  "a zero-width joiner": "👩‍🔬",
  "the name of a prototype property": "__proto__",
  "a number": "0123",
  "eighty characters": "Lorem ipsum ".repeat(7).slice(0, 80),
  "control characters": "\u0000\u0001\u001f\u007f\u0085",
};

function numbers(schema: Schema, type: string): Candidate[] {
  const list: Candidate[] = [];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const step = type === "integer" ? (schema.multipleOf ?? 1) : (schema.multipleOf ?? 0.5);
  if (minimum !== undefined) list.push({ keyword: "minimum", detail: String(minimum), value: minimum });
  if (maximum !== undefined) list.push({ keyword: "maximum", detail: String(maximum), value: maximum });
  if (exclusiveMinimum !== undefined)
    list.push({ keyword: "exclusiveMinimum", detail: `above ${exclusiveMinimum}`, value: exclusiveMinimum + step });
  if (exclusiveMaximum !== undefined)
    list.push({ keyword: "exclusiveMaximum", detail: `below ${exclusiveMaximum}`, value: exclusiveMaximum - step });
  if (list.length > 0) return list;
  const most = schema.format === "int32" ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const plain = [0, -1, most, -most];
  const fractions = [0.1, -0.000001, 1e21, 1.7976931348623157e308, 5e-324, 123456789.123];
  for (const value of type === "integer" ? plain : [...plain, ...fractions])
    list.push({ keyword: "type", detail: String(value), value });
  return list;
}

function arrays(schema: Schema, base: unknown): Candidate[] {
  const { minItems = 0, maxItems } = schema;
  const item = Array.isArray(base) && base.length > 0 ? base[0] : undefined;
  const list: Candidate[] = [];
  if (minItems === 0) list.push({ keyword: "minItems", detail: "empty", value: [] });
  if (item === undefined) return list;
  const push = (keyword: string, count: number) =>
    count <= LONGEST_ARRAY && list.push({ keyword, detail: `${count}`, value: elements(schema, item, count) });
  if (minItems > 0) push("minItems", minItems);
  if (maxItems !== undefined) push("maxItems", maxItems);
  else
    list.push({
      keyword: "items",
      detail: schema.uniqueItems ? "two elements" : "two equal elements",
      value: elements(schema, item, 2),
    });
  return list;
}

function objects(schema: Schema, whole: unknown): Candidate[] {
  // The value may be null, where that is allowed.
  if (!isRecord(whole)) return [];
  const required = new Set(schema.required ?? []);
  const optional = Object.keys(whole).filter((name) => !required.has(name));
  const list: Candidate[] = [{ keyword: "required", detail: "as the example", value: whole }];
  if (optional.length > 0) {
    const only = Object.fromEntries(Object.entries(whole).filter(([name]) => required.has(name)));
    list.push({ keyword: "required", detail: "only required fields", value: only });
  }
  list.push({
    keyword: "properties",
    detail: "fields in reverse order",
    value: Object.fromEntries(Object.entries(whole).reverse()),
  });
  return list;
}
