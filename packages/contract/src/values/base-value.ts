import { type Document, nodeAt, pointerTo, resolve, type Schema, schemaExamples } from "../document/document.js";
import { NoValue } from "../document/document-limits.js";
import { writable } from "../document/request-view.js";
import { createValidator } from "../document/validator.js";
import { isRecord } from "../lib/objects.js";
import { remembered } from "../lib/remembered.js";
import { joinedValue } from "./joined-value.js";
import { numberValue, textValue, typesOf } from "./leaf-value.js";

/**
 * Returns a valid value of a schema: its first example, otherwise a small value generated from its keywords. Every
 * generated request starts from it and differs in one place. If combining the values of the individual parts is not
 * valid, the value is generated from all parts merged into one schema.
 */
export function baseValue(document: Document, node: Schema, pointer: string): unknown {
  const values = valuesOf(document);
  if (!values.has(pointer)) values.set(pointer, made(document, node, pointer));
  return values.get(pointer);
}

/** The base values of a document, which are made once and never changed. */
const valuesOf = remembered((_: Document) => new Map<string, unknown>());

/** The maximum number of values in a value; each level could multiply them. */
const MOST_VALUES = 20_000;

function made(document: Document, node: Schema, pointer: string): unknown {
  const plain = writable(document, node, plainValue({ document, left: MOST_VALUES }, node, pointer, 0));
  // A body may have only a media type, without a schema.
  if (nodeAt(document, pointer) === undefined) return plain;
  const { accepts } = createValidator(document);
  if (accepts(pointer, plain)) return plain;
  const joined = joinedValue(document, node);
  return accepts(pointer, joined) ? joined : plain;
}

interface Making {
  readonly document: Document;
  left: number;
}

function plainValue(making: Making, node: Schema, pointer: string, depth: number): unknown {
  const { document } = making;
  const { node: schema, pointer: at } = resolve<Schema>(document, node, pointer);
  // `true` and `false` are schemas too.
  if (typeof schema === "boolean") return "x";
  if (depth > 12 || --making.left < 0)
    throw new NoValue(`No small value can be generated for the schema #${at}; add an example to it, or require less`);
  const { accepts } = createValidator(document);
  // An example that its own schema rejects is a mistake in the document.
  for (const example of [...schemaExamples(schema), schema.default])
    if (example !== undefined && accepts(at, example)) return structuredClone(example);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const first = schema[keyword]?.[0];
    if (first) return plainValue(making, first, pointerTo(at, keyword, 0), depth + 1);
  }
  return schema.allOf ? fromAll(making, schema, at, depth) : fromType(making, schema, at, depth);
}

/** Combines all parts of a schema with `allOf`, including its other keywords. */
function fromAll(making: Making, schema: Schema, at: string, depth: number): unknown {
  const parts = (schema.allOf ?? []).map((part, i) => plainValue(making, part, pointerTo(at, "allOf", i), depth + 1));
  if (schema.required) parts.push(fromType(making, schema, at, depth));
  return parts.every(isRecord) ? Object.assign({}, ...parts) : parts[0];
}

function fromType(making: Making, schema: Schema, at: string, depth: number): unknown {
  switch (typesOf(schema)[0]) {
    case "object": {
      const own = (name: string) =>
        Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [
          name,
          plainValue(making, own(name) ?? {}, pointerTo(at, "properties", name), depth + 1),
        ]),
      );
    }
    case "array":
      return arrayValue(making, schema, at, depth);
    case "integer":
    case "number":
      return numberValue(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return textValue(schema);
  }
}

/** The maximum number of elements to generate, if a schema requires even more. */
const MOST_ITEMS = 10_000;

function arrayValue(making: Making, schema: Schema, at: string, depth: number): unknown[] {
  const { prefixItems = [], items, minItems = 0 } = schema;
  const first = prefixItems.map((node, i) => plainValue(making, node, pointerTo(at, "prefixItems", i), depth + 1));
  const isClosed = items !== undefined && !isRecord(items);
  const least = isClosed || depth > 8 || first.length > 0 ? 0 : 1;
  const rest = Array.from({ length: Math.min(Math.max(minItems - first.length, least), MOST_ITEMS) }, () =>
    plainValue(making, items ?? {}, pointerTo(at, "items"), depth + 1),
  );
  return [...first, ...rest];
}
