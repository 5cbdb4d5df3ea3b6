// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
/**
 * Edits of a schema. Each is tried in a request body, a response body, a parameter and a response header, and
 * is also reverted.
 */

/**
 * How the set of valid values changes. `text`: only the documentation changes. `same`: the same set, written
 * differently. `perhaps …`: no rule describes the change, so it is reported as not judged where it would break clients.
 */
export type Effect =
  | "narrowed"
  | "widened"
  | "changed"
  | "perhaps narrowed"
  | "perhaps widened"
  | "text"
  | "same"
  | "not judged";

export interface SchemaEdit {
  name: string;
  was: unknown;
  is: unknown;
  effect: Effect;
  /** The effect of reverting the edit, if it is not simply the opposite. */
  back?: Effect;
  why: string;
}

const row = (name: string, was: unknown, is: unknown, effect: Effect, why: string, back?: Effect): SchemaEdit => ({
  name,
  was,
  is,
  effect,
  why,
  ...(back && { back }),
});

const text = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };
const array = { type: "array", items: text };
const object = { type: "object", properties: { a: text, b: text } };

const TYPES = [
  row("type: one more", text, { type: ["string", "boolean"] }, "widened", "booleans are valid, too"),
  row("type: null added", text, { type: ["string", "null"] }, "widened", "null is valid, too"),
  row("type: removed", text, {}, "widened", "any value is valid"),
  row("type: integer to number", integer, number, "widened", "every integer is a number"),
  row("type: another one", text, { type: "boolean" }, "changed", "none of the old values is valid"),
  row("type: as a list of one", text, { type: ["string"] }, "same", "a list of one type is that type"),
  row(
    "type: reordered",
    { type: ["string", "null"] },
    { type: ["null", "string"] },
    "same",
    "the order has no meaning",
  ),
  row(
    "type: added beside a const",
    { const: "a" },
    { type: "string", const: "a" },
    "same",
    "the const is a string anyway",
  ),
  row(
    "type: added beside an enum",
    { enum: ["a", "b"] },
    { type: "string", enum: ["a", "b"] },
    "same",
    "all values are strings",
  ),
  row(
    "type: excludes a value of the enum",
    { enum: ["a", null] },
    { type: "string", enum: ["a", null] },
    "narrowed",
    "null is not a string",
  ),
  row("boolean schema: true to a schema", true, text, "narrowed", "true allows everything"),
  row("boolean schema: a schema to false", text, false, "narrowed", "false allows nothing"),
  row("boolean schema: true to an empty schema", true, {}, "same", "both allow everything"),
];

const VALUES = [
  row("const: added", text, { type: "string", const: "a" }, "narrowed", "one value is left"),
  row("const: another one", { const: "a" }, { const: "b" }, "changed", "one value for another"),
  row("const: to an enum of one", { const: "a" }, { enum: ["a"] }, "same", "one value either way"),
  row("const: to an enum of two", { const: "a" }, { enum: ["a", "b"] }, "widened", "b is valid, too"),
  row(
    "const: null",
    { type: ["string", "null"] },
    { type: ["string", "null"], const: null },
    "narrowed",
    "null is a value",
  ),
  row("enum: added", text, { type: "string", enum: ["a", "b"] }, "narrowed", "two values are left"),
  row("enum: one value added", { enum: ["a"] }, { enum: ["a", "b"] }, "widened", "b is valid, too"),
  row("enum: one value replaced", { enum: ["a", "b"] }, { enum: ["a", "c"] }, "changed", "b is gone, c is new"),
  row("enum: reordered", { enum: ["a", "b"] }, { enum: ["b", "a"] }, "same", "the order has no meaning"),
  row(
    "enum: an object as a value",
    { enum: [{ a: 1 }] },
    { enum: [{ a: 1 }, { a: 2 }] },
    "widened",
    "values are compared deeply",
  ),
];

const NUMBERS = [
  row("minimum: added", number, { ...number, minimum: 0 }, "narrowed", "negative numbers are invalid"),
  row("minimum: raised", { ...number, minimum: 0 }, { ...number, minimum: 1 }, "narrowed", "0 is invalid"),
  row("maximum: added", number, { ...number, maximum: 9 }, "narrowed", "10 is invalid"),
  row("maximum: raised", { ...number, maximum: 9 }, { ...number, maximum: 10 }, "widened", "10 is valid"),
  row("exclusiveMinimum: added", number, { ...number, exclusiveMinimum: 0 }, "narrowed", "0 is invalid"),
  row(
    "exclusiveMinimum: raised",
    { ...number, exclusiveMinimum: 0 },
    { ...number, exclusiveMinimum: 1 },
    "narrowed",
    "1 is invalid",
  ),
  row("exclusiveMaximum: added", number, { ...number, exclusiveMaximum: 9 }, "narrowed", "9 is invalid"),
  row(
    "exclusiveMaximum: lowered",
    { ...number, exclusiveMaximum: 9 },
    { ...number, exclusiveMaximum: 8 },
    "narrowed",
    "8 is invalid",
  ),
  row(
    "minimum to exclusiveMinimum",
    { ...number, minimum: 0 },
    { ...number, exclusiveMinimum: 0 },
    "narrowed",
    "0 is invalid",
  ),
  row(
    "maximum to exclusiveMaximum",
    { ...number, maximum: 9 },
    { ...number, exclusiveMaximum: 9 },
    "narrowed",
    "9 is invalid",
  ),
  row(
    "minimum 0 to exclusiveMinimum -1 of an integer",
    { ...integer, minimum: 0 },
    { ...integer, exclusiveMinimum: -1 },
    "same",
    "0 is the least integer either way",
  ),
  row(
    "maximum 9 to exclusiveMaximum 10 of an integer",
    { ...integer, maximum: 9 },
    { ...integer, exclusiveMaximum: 10 },
    "same",
    "9 is the greatest integer either way",
  ),
  row(
    "minimum 0 to exclusiveMinimum -1 of a number",
    { ...number, minimum: 0 },
    { ...number, exclusiveMinimum: -1 },
    "widened",
    "-0.5 is valid",
  ),
  row(
    "minimum 0.5 to 1 of an integer",
    { ...integer, minimum: 0.5 },
    { ...integer, minimum: 1 },
    "same",
    "1 is the least integer either way",
  ),
  row(
    "minimum below exclusiveMinimum",
    { ...number, exclusiveMinimum: 0 },
    { ...number, exclusiveMinimum: 0, minimum: -5 },
    "same",
    "the higher bound decides",
  ),
  row("multipleOf: added", number, { ...number, multipleOf: 2 }, "narrowed", "3 is invalid"),
  row(
    "multipleOf: a multiple of itself",
    { ...number, multipleOf: 2 },
    { ...number, multipleOf: 4 },
    "narrowed",
    "2 is invalid",
  ),
  row(
    "multipleOf: a fraction",
    { ...number, multipleOf: 0.3 },
    { ...number, multipleOf: 0.1 },
    "widened",
    "0.1 divides 0.3",
  ),
  row(
    "multipleOf: another one",
    { ...number, multipleOf: 2 },
    { ...number, multipleOf: 3 },
    "changed",
    "2 is invalid, 3 is valid",
  ),
  row("minimum: of a string", text, { ...text, minimum: 5 }, "same", "it does not apply to strings"),
];

const STRINGS = [
  row("minLength: added", text, { ...text, minLength: 1 }, "narrowed", "the empty string is invalid"),
  row("minLength: 0 added", text, { ...text, minLength: 0 }, "same", "0 is the default"),
  row(
    "minLength: lowered",
    { ...text, minLength: 2 },
    { ...text, minLength: 1 },
    "widened",
    "shorter strings are valid",
  ),
  row("maxLength: added", text, { ...text, maxLength: 9 }, "narrowed", "longer strings are invalid"),
  row(
    "maxLength: raised",
    { ...text, maxLength: 9 },
    { ...text, maxLength: 10 },
    "widened",
    "longer strings are valid",
  ),
  row("maxLength: of a number", number, { ...number, maxLength: 3 }, "same", "it does not apply to numbers"),
  row("pattern: added", text, { ...text, pattern: "^a" }, "narrowed", "b is invalid"),
  row(
    "pattern: changed",
    { ...text, pattern: "^a" },
    { ...text, pattern: "^b" },
    "changed",
    "patterns are not compared",
  ),
  row("pattern: of a number", number, { ...number, pattern: "^a" }, "same", "it does not apply to numbers"),
  row("format: added", text, { ...text, format: "date" }, "narrowed", "other strings are invalid"),
  row("format: changed", { ...text, format: "date" }, { ...text, format: "time" }, "changed", "no date is a time"),
  row(
    "format: int32 to int64",
    { ...integer, format: "int32" },
    { ...integer, format: "int64" },
    "widened",
    "each int32 is an int64",
  ),
  row(
    "format: float to double",
    { ...number, format: "float" },
    { ...number, format: "double" },
    "widened",
    "each float is a double",
  ),
  row(
    "format: uri to uri-reference",
    { ...text, format: "uri" },
    { ...text, format: "uri-reference" },
    "widened",
    "each URI is a reference",
  ),
  row("format: password added", text, { ...text, format: "password" }, "text", "it only hides the field in a form"),
  row("contentEncoding: added", text, { ...text, contentEncoding: "base64" }, "narrowed", "the text is Base64 now"),
  row(
    "contentEncoding: changed",
    { ...text, contentEncoding: "base64" },
    { ...text, contentEncoding: "base16" },
    "changed",
    "written in another way",
  ),
  row(
    "contentMediaType: added",
    text,
    { ...text, contentMediaType: "application/json" },
    "narrowed",
    "the text is JSON now",
  ),
  row(
    "contentMediaType: changed",
    { ...text, contentMediaType: "image/png" },
    { ...text, contentMediaType: "image/gif" },
    "changed",
    "another type of content",
  ),
  row(
    "contentSchema: added",
    { ...text, contentMediaType: "application/json" },
    { ...text, contentMediaType: "application/json", contentSchema: number },
    "narrowed",
    "only numbers are left",
  ),
  row(
    "contentSchema: narrowed",
    { ...text, contentSchema: number },
    { ...text, contentSchema: integer },
    "narrowed",
    "1.5 is invalid",
  ),
];

const ARRAYS = [
  row("items: added", { type: "array" }, array, "narrowed", "elements must be strings"),
  row(
    "items: an element narrowed",
    array,
    { ...array, items: { ...text, maxLength: 3 } },
    "narrowed",
    "longer elements are invalid",
  ),
  row("items: true added", { type: "array" }, { type: "array", items: true }, "same", "true allows everything"),
  row("items: to false", array, { ...array, items: false }, "narrowed", "only the empty array is left"),
  row("minItems: added", array, { ...array, minItems: 1 }, "narrowed", "the empty array is invalid"),
  row("minItems: 0 added", array, { ...array, minItems: 0 }, "same", "0 is the default"),
  row("maxItems: added", array, { ...array, maxItems: 5 }, "narrowed", "longer arrays are invalid"),
  row("maxItems: raised", { ...array, maxItems: 5 }, { ...array, maxItems: 6 }, "widened", "longer arrays are valid"),
  row("minItems: of an object", object, { ...object, minItems: 5 }, "same", "it does not apply to objects"),
  row("uniqueItems: added", array, { ...array, uniqueItems: true }, "narrowed", "equal elements are invalid"),
  row("uniqueItems: false added", array, { ...array, uniqueItems: false }, "same", "false is the default"),
  row("contains: added", array, { ...array, contains: { const: "a" } }, "narrowed", "an a must be there"),
  row(
    "contains: narrowed",
    { ...array, contains: text },
    { ...array, contains: { ...text, minLength: 1 } },
    "narrowed",
    "a longer string must be there",
  ),
  row(
    "contains: changed beside maxContains",
    { ...array, contains: text, maxContains: 2 },
    { ...array, contains: { ...text, minLength: 1 }, maxContains: 2 },
    "changed",
    "fewer match, so more may be there",
  ),
  row(
    "minContains: raised",
    { ...array, contains: text, minContains: 1 },
    { ...array, contains: text, minContains: 2 },
    "narrowed",
    "two must match",
  ),
  row(
    "minContains: 1 added",
    { ...array, contains: text },
    { ...array, contains: text, minContains: 1 },
    "same",
    "1 is the default",
  ),
  row(
    "maxContains: added",
    { ...array, contains: text },
    { ...array, contains: text, maxContains: 2 },
    "narrowed",
    "three must not match",
  ),
  row(
    "minContains: without contains",
    array,
    { ...array, minContains: 2 },
    "same",
    "it has no effect without contains",
  ),
  row(
    "prefixItems: added",
    { type: "array" },
    { type: "array", prefixItems: [text] },
    "narrowed",
    "the first element must be a string",
  ),
  row(
    "prefixItems: one more",
    { type: "array", prefixItems: [text] },
    { type: "array", prefixItems: [text, number] },
    "narrowed",
    "the second element must be a number",
  ),
  row(
    "prefixItems: one narrowed",
    { type: "array", prefixItems: [number] },
    { type: "array", prefixItems: [integer] },
    "narrowed",
    "1.5 is invalid in front",
  ),
  row(
    "prefixItems: one added if nothing else is allowed",
    { type: "array", prefixItems: [text], items: false },
    { type: "array", prefixItems: [text, number], items: false },
    "widened",
    "a second element is valid",
  ),
  row(
    "unevaluatedItems: false added",
    { type: "array", prefixItems: [text] },
    { type: "array", prefixItems: [text], unevaluatedItems: false },
    "narrowed",
    "no second element",
  ),
  row(
    "unevaluatedItems: false beside items",
    array,
    { ...array, unevaluatedItems: false },
    "same",
    "items evaluates every element",
  ),
];

const OBJECTS = [
  row("minProperties: added", object, { ...object, minProperties: 1 }, "narrowed", "{} is invalid"),
  row("minProperties: 0 added", object, { ...object, minProperties: 0 }, "same", "0 is the default"),
  row("maxProperties: added", object, { ...object, maxProperties: 1 }, "narrowed", "two properties are invalid"),
  row("maxProperties: of a string", text, { ...text, maxProperties: 1 }, "same", "it does not apply to strings"),
  row("required: added", object, { ...object, required: ["a"] }, "narrowed", "{} is invalid"),
  row(
    "required: reordered",
    { ...object, required: ["a", "b"] },
    { ...object, required: ["b", "a"] },
    "same",
    "the order has no meaning",
  ),
  row("required: an empty list added", object, { ...object, required: [] }, "same", "nothing is required either way"),
  row(
    "properties: one narrowed",
    object,
    { ...object, properties: { a: { ...text, maxLength: 2 }, b: text } },
    "narrowed",
    "longer values are invalid",
  ),
  row(
    "properties: reordered",
    object,
    { ...object, properties: { b: text, a: text } },
    "same",
    "the order has no meaning",
  ),
  row(
    "additionalProperties: to false",
    object,
    { ...object, additionalProperties: false },
    "narrowed",
    "no other properties",
  ),
  row(
    "additionalProperties: true added",
    object,
    { ...object, additionalProperties: true },
    "same",
    "true is the default",
  ),
  row(
    "additionalProperties: to a schema",
    object,
    { ...object, additionalProperties: text },
    "narrowed",
    "other properties must be strings",
  ),
  row(
    "additionalProperties: its schema narrowed",
    { ...object, additionalProperties: number },
    { ...object, additionalProperties: integer },
    "narrowed",
    "1.5 is invalid",
  ),
  row(
    "unevaluatedProperties: to false",
    object,
    { ...object, unevaluatedProperties: false },
    "narrowed",
    "no other properties",
  ),
  row(
    "unevaluatedProperties: its schema widened",
    { ...object, unevaluatedProperties: integer },
    { ...object, unevaluatedProperties: number },
    "widened",
    "1.5 is valid",
  ),
  row(
    "patternProperties: added",
    object,
    { ...object, patternProperties: { "^x": text } },
    "narrowed",
    "x1 must be a string",
  ),
  row(
    "patternProperties: added to a closed object",
    { ...object, additionalProperties: false },
    { ...object, additionalProperties: false, patternProperties: { "^x": text } },
    "widened",
    "x1 is valid",
  ),
  row(
    "patternProperties: a property of a closed object as a pattern of its name",
    { ...object, additionalProperties: false },
    { properties: { a: text }, type: "object", additionalProperties: false, patternProperties: { "^b$": text } },
    "same",
    "only b matches the pattern",
  ),
  row(
    "patternProperties: narrowed",
    { ...object, patternProperties: { "^x": number } },
    { ...object, patternProperties: { "^x": integer } },
    "narrowed",
    "x1: 1.5 is invalid",
  ),
  row(
    "propertyNames: added",
    object,
    { ...object, propertyNames: { maxLength: 3 } },
    "narrowed",
    "longer names are invalid",
  ),
  row(
    "propertyNames: narrowed",
    { ...object, propertyNames: { maxLength: 3 } },
    { ...object, propertyNames: { maxLength: 2 } },
    "narrowed",
    "longer names are invalid",
  ),
  row("dependentRequired: added", object, { ...object, dependentRequired: { a: ["b"] } }, "narrowed", "a needs b"),
  row(
    "dependentRequired: one more",
    { ...object, dependentRequired: { a: ["b"] } },
    { ...object, dependentRequired: { a: ["b", "c"] } },
    "narrowed",
    "a needs c, too",
  ),
  row(
    "dependentSchemas: added",
    object,
    { ...object, dependentSchemas: { a: { required: ["b"] } } },
    "narrowed",
    "a needs b",
  ),
  row(
    "dependentSchemas: narrowed",
    { ...object, dependentSchemas: { a: { minProperties: 1 } } },
    { ...object, dependentSchemas: { a: { minProperties: 2 } } },
    "narrowed",
    "a needs another one",
  ),
];

const COMBINED = [
  row(
    "allOf: a bound in a part",
    { allOf: [text, { maxLength: 9 }] },
    { allOf: [text, { maxLength: 8 }] },
    "narrowed",
    "longer strings are invalid",
  ),
  row(
    "allOf: a bound that another part hides",
    { allOf: [{ ...text, maxLength: 5 }, { maxLength: 9 }] },
    { allOf: [{ ...text, maxLength: 5 }, { maxLength: 8 }] },
    "same",
    "5 decides either way",
  ),
  row(
    "allOf: written in place",
    { allOf: [text, { maxLength: 9 }] },
    { ...text, maxLength: 9 },
    "same",
    "all of one schema is that schema",
  ),
  row(
    "allOf: a part added",
    { allOf: [object] },
    { allOf: [object, { required: ["a"] }] },
    "narrowed",
    "a is required",
  ),
  row(
    "allOf: two patterns",
    { allOf: [{ ...text, pattern: "a" }, { pattern: "b" }] },
    { allOf: [{ ...text, pattern: "a" }, { pattern: "c" }] },
    "changed",
    "patterns are not compared",
  ),
  row("oneOf: a branch added", { oneOf: [text] }, { oneOf: [text, number] }, "widened", "numbers are valid"),
  row("oneOf: a branch narrowed", { oneOf: [text, number] }, { oneOf: [text, integer] }, "narrowed", "1.5 is invalid"),
  row("oneOf: reordered", { oneOf: [text, number] }, { oneOf: [number, text] }, "same", "the order has no meaning"),
  row("anyOf: a branch added", { anyOf: [text] }, { anyOf: [text, number] }, "widened", "numbers are valid"),
  row(
    "oneOf to anyOf",
    { oneOf: [text, { minLength: 3 }] },
    { anyOf: [text, { minLength: 3 }] },
    "widened",
    "a value may satisfy several",
  ),
  row(
    "oneOf to anyOf of branches that exclude each other",
    { oneOf: [text, number] },
    { anyOf: [text, number] },
    "same",
    "no value satisfies both",
  ),
  row("a schema to a union with it", text, { oneOf: [text, number] }, "widened", "numbers are valid"),
  row(
    "anyOf: added beside oneOf",
    { oneOf: [text, number] },
    { oneOf: [text, number], anyOf: [{ minLength: 1 }, number] },
    "narrowed",
    "one more condition to satisfy",
  ),
  row("not: added", text, { ...text, not: { const: "a" } }, "narrowed", "a is invalid"),
  row(
    "not: changed",
    { ...text, not: { const: "a" } },
    { ...text, not: { const: "b" } },
    "changed",
    "a is valid, b is not",
  ),
  row("if: added", object, { ...object, if: { required: ["a"] }, then: { required: ["b"] } }, "narrowed", "a needs b"),
  row(
    "if: changed",
    { ...object, if: { required: ["a"] }, then: { required: ["b"] } },
    { ...object, if: { required: ["b"] }, then: { required: ["a"] } },
    "changed",
    "another condition",
  ),
  row(
    "if: changed to one that its consequence repeats",
    { ...object, if: { required: ["a"] }, then: { required: ["b"] } },
    { ...object, if: { required: ["b"] }, then: { required: ["b"] } },
    "widened",
    "it requires nothing any more",
  ),
  row(
    "then: narrowed",
    { ...text, if: { minLength: 3 }, then: { maxLength: 9 } },
    { ...text, if: { minLength: 3 }, then: { maxLength: 8 } },
    "narrowed",
    "9 characters are invalid",
  ),
  row(
    "else: added",
    { ...text, if: { minLength: 3 } },
    { ...text, if: { minLength: 3 }, else: { pattern: "a" } },
    "narrowed",
    "short ones need an a",
  ),
  row("then: without if", text, { ...text, then: { minLength: 3 } }, "same", "it has no effect without if"),
];

const FOUND_OUTSIDE = [
  row(
    "a union added beside rules",
    { ...object, required: ["a"] },
    { ...object, required: ["a"], oneOf: [{ required: ["b"] }] },
    "narrowed",
    "one more condition to satisfy",
  ),
  row(
    "a rule removed where a union is added",
    { ...text, pattern: "^a" },
    { ...text, oneOf: [{ minLength: 3 }] },
    "changed",
    "b is valid, ab is not",
  ),
  row(
    "oneOf: a branch added that overlaps",
    { oneOf: [{ ...text, maxLength: 5 }] },
    {
      oneOf: [
        { ...text, maxLength: 5 },
        { ...text, minLength: 3 },
      ],
    },
    "changed",
    "four characters satisfy both",
  ),
  row(
    "patternProperties: beside other properties with a schema",
    { ...object, additionalProperties: integer },
    { ...object, additionalProperties: integer, patternProperties: { "^x": number } },
    "widened",
    "x1 need not be an integer",
  ),
  row(
    "dependentRequired: an empty list",
    object,
    { ...object, dependentRequired: { a: [] } },
    "same",
    "it requires nothing",
  ),
  row(
    "boolean: as an enum of both",
    { type: "boolean" },
    { type: "boolean", enum: [true, false] },
    "same",
    "the same two values",
  ),
];

const cat = { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } };
const dog = { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } };

const PROVED_TOGETHER = [
  row("null: as a union", { type: ["string", "null"] }, { oneOf: [text, { type: "null" }] }, "same", "the same values"),
  row("null: as anyOf", { type: ["string", "null"] }, { anyOf: [text, { type: "null" }] }, "same", "the same values"),
  row(
    "enum: as a union of constants",
    { enum: ["a", "b"] },
    { oneOf: [{ const: "b" }, { const: "a" }] },
    "same",
    "the same values",
  ),
  row(
    "anyOf: branches without names reordered",
    { anyOf: [{ minLength: 3 }, { pattern: "a" }] },
    { anyOf: [{ pattern: "a" }, { minLength: 3 }] },
    "same",
    "the order has no meaning",
  ),
  row("integer: as multipleOf 1", integer, { ...number, multipleOf: 1 }, "same", "the multiples of 1 are the integers"),
  row(
    "contains: with minContains 0",
    array,
    { ...array, contains: { const: "a" }, minContains: 0 },
    "same",
    "nothing has to match",
  ),
  row(
    "unevaluatedProperties: instead of additionalProperties",
    { ...object, additionalProperties: false },
    { ...object, unevaluatedProperties: false },
    "same",
    "no keyword beside it evaluates more",
  ),
  row(
    "allOf: multipleOf in two parts",
    { allOf: [{ ...integer, multipleOf: 2 }, { multipleOf: 3 }] },
    { ...integer, multipleOf: 6 },
    "same",
    "the multiples of 2 and of 3",
  ),
  row(
    "allOf: multipleOf in two parts, one removed",
    { allOf: [{ ...integer, multipleOf: 2 }, { multipleOf: 3 }] },
    { allOf: [integer, { multipleOf: 3 }] },
    "widened",
    "3 is valid",
  ),
  row(
    "allOf: a second union narrowed",
    { allOf: [{ oneOf: [cat, dog] }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }] },
    { allOf: [{ oneOf: [cat] }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }] },
    "perhaps narrowed",
    "no rule compares two unions at once",
  ),
  row(
    "allOf: a closed part keeps out what another one adds",
    { allOf: [{ ...object, additionalProperties: false }, { properties: { a: text } }] },
    { allOf: [{ ...object, additionalProperties: false }, { properties: { a: { ...text, maxLength: 3 } } }] },
    "narrowed",
    "longer values are invalid",
  ),
  row(
    "allOf: the same schema in two ways",
    { allOf: [{ allOf: [object, { required: ["a"] }] }, { allOf: [object, { required: ["b"] }] }] },
    { ...object, required: ["a", "b"] },
    "same",
    "requiring it twice requires no more",
  ),
  row("not: twice", text, { not: { not: text } }, "same", "what is not not a string is a string"),
  row(
    "oneOf: a branch that others exclude widened",
    { oneOf: [cat, dog] },
    { oneOf: [cat, { ...dog, properties: { kind: { enum: ["dog", "puppy"] } } }] },
    "widened",
    "a puppy is no cat",
  ),
  row(
    "oneOf: as a condition",
    { ...text, oneOf: [{ maxLength: 3 }, { minLength: 5 }] },
    { ...text, anyOf: [{ maxLength: 3 }, { minLength: 5 }] },
    "same",
    "nothing is as long as both",
  ),
  row(
    "dependentRequired: as dependentSchemas",
    { ...object, dependentRequired: { a: ["b"] } },
    { ...object, dependentSchemas: { a: { required: ["b"] } } },
    "same",
    "the same rule",
  ),
  row(
    "propertyNames: of a closed object",
    { ...object, additionalProperties: false },
    { ...object, additionalProperties: false, propertyNames: { maxLength: 1 } },
    "same",
    "all names are that short",
  ),
  row(
    "minProperties: less than what is required",
    { ...object, required: ["a", "b"] },
    { ...object, required: ["a", "b"], minProperties: 2 },
    "same",
    "both must be there",
  ),
  row(
    "items: in prefixItems of the whole array",
    { type: "array", prefixItems: [text], items: text },
    array,
    "same",
    "every element is a string",
  ),
];

const ANNOTATIONS = [
  row("title", text, { ...text, title: "A title" }, "text", "for readers"),
  row("description", text, { ...text, description: "A text." }, "text", "for readers"),
  row("examples", text, { ...text, examples: ["a"] }, "text", "for readers"),
  row("example", text, { ...text, example: "a" }, "text", "for readers"),
  row("$comment", text, { ...text, $comment: "Why." }, "text", "for readers"),
  row("deprecated", text, { ...text, deprecated: true }, "text", "a warning; it still works"),
  row("externalDocs", text, { ...text, externalDocs: { url: "https://example.com" } }, "text", "for readers"),
  row("$defs: one that nothing uses", text, { ...text, $defs: { Unused: number } }, "text", "nothing refers to it"),
  row("xml: of JSON", text, { ...text, xml: { name: "a" } }, "text", "no body here is XML"),
  row("an unknown keyword", text, { ...text, minimumLength: 3 }, "not judged", "a misspelt keyword or a later one"),
  row("an extension", text, { ...text, "x-unit": "kg" }, "not judged", "only its author knows what it means"),
  row(
    "$schema",
    text,
    { ...text, $schema: "https://json-schema.org/draft/2019-09/schema" },
    "not judged",
    "every keyword may mean something else",
  ),
  row("$id", text, { ...text, $id: "https://example.com/a" }, "not judged", "references resolve elsewhere"),
  row("$anchor", text, { ...text, $anchor: "a" }, "not judged", "references by name are not followed"),
  row("$dynamicRef", text, { ...text, $dynamicRef: "#a" }, "not judged", "its target depends on the path to it"),
  row("$dynamicAnchor", text, { ...text, $dynamicAnchor: "a" }, "not judged", "dynamic references are not followed"),
  row(
    "$vocabulary",
    text,
    { ...text, $vocabulary: { "https://example.com/v": true } },
    "not judged",
    "it changes what keywords mean",
  ),
  row("nullable of OpenAPI 3.0", text, { ...text, nullable: true }, "not judged", "no keyword of OpenAPI 3.1"),
];

export const SCHEMA_EDITS: readonly SchemaEdit[] = [
  ...TYPES,
  ...VALUES,
  ...NUMBERS,
  ...STRINGS,
  ...ARRAYS,
  ...OBJECTS,
  ...COMBINED,
  ...FOUND_OUTSIDE,
  ...PROVED_TOGETHER,
  ...ANNOTATIONS,
];
