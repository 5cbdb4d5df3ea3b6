import fc from "fast-check";
import { type Document, type Located, pointerTo, resolve, type Schema } from "../document/document.js";
import { createValidator } from "../document/validator.js";
import { isRecord, own } from "../lib/objects.js";
import { baseValue } from "./base-value.js";
import { FORMAT_SAMPLES } from "./formats.js";
import { matchingText, multiple, textValue, typesOf } from "./leaf-value.js";

/** The maximum depth for a recursive schema; below it, the base value is used. */
const MAX_DEPTH = 3;

/** The maximum length of a generated string. */
const MOST_CHARACTERS = 10_000;

/** The most schemas of one value, each as often as it is used; for others, the base value is used. */
const MOST_SCHEMAS = 2_000;

const isLarge = ({ minLength = 0, minItems = 0 }: Schema) => minLength > MOST_CHARACTERS || minItems > MOST_CHARACTERS;

/** Keywords that the generator ignores and the validator checks. */
const JUDGED: readonly string[] = [
  "allOf",
  "not",
  "if",
  "contains",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
  "unevaluatedItems",
  "oneOf",
  "anyOf",
  "required",
  "pattern",
  "format",
];

/**
 * Returns a fast-check arbitrary for valid values of a schema; failing values shrink to something readable. If a
 * generated value violates a keyword that the generator ignores, the base value replaces it.
 */
export function arbitraryOf(document: Document, root: Located<Schema>): fc.Arbitrary<unknown> {
  const validator = createValidator(document);
  let left = MOST_SCHEMAS;
  // Where there is no small value, there is no generated one either.
  baseValue(document, root.node, root.pointer);
  const made = (node: Schema, at: string, depth: number, within: string[]): fc.Arbitrary<unknown> => {
    const { node: schema, pointer } = resolve<Schema>(document, node, at);
    // `true` and `false` are schemas too.
    if (typeof schema === "boolean") return fc.constant(baseValue(document, schema, pointer));
    const again = within.filter((other) => other === pointer).length;
    if (again >= MAX_DEPTH || --left < 0 || isLarge(schema)) return fc.constant(baseValue(document, schema, pointer));
    if ("const" in schema) return fc.constant(schema.const);
    const values = schema.enum?.length
      ? fc.constantFrom(...schema.enum)
      : free(schema, pointer, depth, [...within, pointer]);
    if (!JUDGED.some((keyword) => keyword in schema)) return values;
    return values.map((value) => (validator.accepts(pointer, value) ? value : baseValue(document, schema, pointer)));
  };

  const free = (schema: Schema, pointer: string, depth: number, inner: string[]): fc.Arbitrary<unknown> => {
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const branches = schema[keyword];
      if (branches)
        return fc.oneof(...branches.map((branch, i) => made(branch, pointerTo(pointer, keyword, i), depth + 1, inner)));
    }
    // Generated parts of an object are merged; of other parts, one is used.
    if (schema.allOf) {
      const parts = schema.allOf.map((part, i) => made(part, pointerTo(pointer, "allOf", i), depth + 1, inner));
      const own = schema.properties ? [typed(schema, "object", pointer, depth, inner)] : [];
      return fc.tuple(...parts, ...own).map((all) => (all.every(isRecord) ? Object.assign({}, ...all) : all[0]));
    }
    const types = typesOf(schema);
    if (types.length === 0) return fc.constant(baseValue(document, schema, pointer));
    return fc.oneof(...types.map((type) => typed(schema, type, pointer, depth, inner)));
  };

  const typed = (schema: Schema, type: string, at: string, depth: number, within: string[]): fc.Arbitrary<unknown> => {
    switch (type) {
      case "object":
        return object(document, schema, (name, node) => made(node, pointerTo(at, "properties", name), depth, within));
      case "array":
        // The elements of a tuple have different schemas, so the base value is used.
        if (schema.prefixItems) return fc.constant(baseValue(document, schema, at));
        return fc.array(made(schema.items ?? {}, pointerTo(at, "items"), depth + 1, within), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 5, depth > 2 ? 2 : 5)),
        });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "integer":
        return whole(schema);
      case "number":
        return schema.multipleOf === undefined ? fc.oneof(whole(schema), fraction(schema)) : whole(schema);
      default:
        return text(schema);
    }
  };
  return made(root.node, root.pointer, 0, []);
}

function object(
  document: Document,
  { properties = {}, required = [] }: Schema,
  made: (name: string, node: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const members = Object.entries(properties)
    .filter(([, node]) => Object(resolve<Schema>(document, node, "").node).readOnly !== true)
    .map(([name, node]) => [name, made(name, node)] as const);
  const requiredKeys = required.filter((name) => Object.hasOwn(properties, name));
  return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** Integers within the limits of a schema, or multiples of its `multipleOf`. */
function whole(schema: Schema): fc.Arbitrary<number> {
  const { multipleOf = 1, minimum = -(2 ** 31), maximum = 2 ** 31, exclusiveMinimum, exclusiveMaximum } = schema;
  // Beyond these, fast-check never ends; the limits of an int64 are.
  const low = Math.max(Math.ceil(Math.max(minimum, exclusiveMinimum ?? minimum) / multipleOf), -SAFE);
  const high = Math.min(Math.floor(Math.min(maximum, exclusiveMaximum ?? maximum) / multipleOf), SAFE);
  const min = low * multipleOf === exclusiveMinimum ? low + 1 : low;
  const max = high * multipleOf === exclusiveMaximum ? high - 1 : high;
  if (!(min <= max)) return fraction(schema);
  return fc.integer({ min, max }).map((n) => (n === 0 ? 0 : multiple(n, multipleOf)));
}

function fraction({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): fc.Arbitrary<number> {
  return fc
    .double({
      noNaN: true,
      noDefaultInfinity: true,
      min: exclusiveMinimum ?? minimum ?? -Number.MAX_VALUE,
      max: exclusiveMaximum ?? maximum ?? Number.MAX_VALUE,
      minExcluded: exclusiveMinimum !== undefined,
      maxExcluded: exclusiveMaximum !== undefined,
    })
    .map((n) => (n === 0 ? 0 : n));
}

/**
 * Any code point except surrogates, including control characters. The unit `binary` of fast-check
 * does the same, but first enumerates all of Unicode, which takes a second.
 */
const CODE_POINT = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

/** Strings of a format, or of a pattern; the caller replaces those that are not valid. */
function text(schema: Schema): fc.Arbitrary<string> {
  switch (schema.format) {
    case "date":
      return fc
        .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case "date-time":
      return fc
        .tuple(
          fc.date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true }),
          fc.constantFrom("Z", "+00:00", "+07:00", "-11:30"),
        )
        .map(([date, zone]) => date.toISOString().replace("Z", zone));
    case "uuid":
      return fc.uuid();
    default: {
      if (schema.pattern !== undefined) return matchingText(schema.pattern) ?? fc.constant(textValue(schema));
      const samples = own(FORMAT_SAMPLES, schema.format ?? "")?.valid;
      if (samples) return fc.constantFrom(...samples);
      const { minLength = 0 } = schema;
      const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 40, MOST_CHARACTERS));
      return fc.oneof(fc.string({ minLength, maxLength }), fc.string({ unit: CODE_POINT, minLength, maxLength }));
    }
  }
}
