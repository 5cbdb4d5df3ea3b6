import { sample, stringMatching } from "fast-check";
import { type Document, member, resolve, type Schema } from "../document.js";
import { FORMAT_SAMPLES } from "./formats.js";

/**
 * One valid value of a schema: its first example, else a small value made from its keywords. Every generated request
 * starts from it and differs in one place.
 */
export function baseValue(document: Document, node: Schema, pointer: string, depth = 0): unknown {
  const { node: schema, pointer: at } = resolve<Schema>(document, node, pointer);
  // `true` and `false` are schemas, too.
  if (typeof schema === "boolean") return "x";
  if (depth > 12) throw new Error(`No finite value of #${at} was found; give it an example`);
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return structuredClone(schema.examples[0]);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const first = schema[keyword]?.[0];
    if (first) return baseValue(document, first, member(at, keyword, 0), depth + 1);
  }
  return schema.allOf ? fromAll(document, schema, at, depth) : fromType(document, schema, at, depth);
}

/** All parts of a schema with `allOf` together, including the keywords beside it. */
function fromAll(document: Document, schema: Schema, at: string, depth: number): unknown {
  const parts = (schema.allOf ?? []).map((part, i) => baseValue(document, part, member(at, "allOf", i), depth + 1));
  if (schema.required) parts.push(fromType(document, schema, at, depth));
  return parts.every(isRecord) ? Object.assign({}, ...parts) : parts[0];
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The types that a schema allows; what its keywords imply where it names none. */
export function typesOf(schema: Schema): string[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.properties || schema.required || schema.additionalProperties !== undefined) return ["object"];
  if (schema.items || schema.prefixItems || schema.minItems !== undefined) return ["array"];
  if (schema.format || schema.pattern || schema.minLength !== undefined) return ["string"];
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ["number"];
  return [];
}

function fromType(document: Document, schema: Schema, at: string, depth: number): unknown {
  switch (typesOf(schema)[0]) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [
          name,
          baseValue(document, schema.properties?.[name] ?? {}, member(at, "properties", name), depth + 1),
        ]),
      );
    case "array":
      return arrayValue(document, schema, at, depth);
    case "integer":
    case "number":
      return schema.minimum ?? (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + 1 : 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default: {
      const known = schema.format && FORMAT_SAMPLES[schema.format]?.valid[0];
      const plain = known ?? "x".repeat(Math.max(schema.minLength ?? 0, 1));
      return schema.pattern === undefined ? plain : matching(schema, plain);
    }
  }
}

/** A text that a pattern matches; the plain one where it does, or where none is found. */
function matching(
  { pattern = "", minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema,
  plain: string,
): string {
  const expression = new RegExp(pattern, "u");
  const fits = (text: string) => expression.test(text) && text.length >= minLength && text.length <= maxLength;
  if (fits(plain)) return plain;
  try {
    // The same seed gives the same text in each run.
    return sample(stringMatching(expression), { numRuns: 200, seed: 1 }).find(fits) ?? plain;
  } catch {
    // Some assertions are none that a text can be made from.
    return plain;
  }
}

function arrayValue(document: Document, schema: Schema, at: string, depth: number): unknown[] {
  const { prefixItems = [], items, minItems = 0 } = schema;
  const first = prefixItems.map((node, i) => baseValue(document, node, member(at, "prefixItems", i), depth + 1));
  const isClosed = items !== undefined && !isRecord(items);
  const least = isClosed || depth > 8 || first.length > 0 ? 0 : 1;
  const rest = Array.from({ length: Math.max(minItems - first.length, least) }, () =>
    baseValue(document, items ?? {}, member(at, "items"), depth + 1),
  );
  return [...first, ...rest];
}
