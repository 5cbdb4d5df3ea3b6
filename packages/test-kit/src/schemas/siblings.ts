// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
import type { Schema } from "./random-schema.js";

/** A keyword beside a `$ref`, or several that belong together, and the target of the `$ref`. */
export interface Siblings {
  readonly name: string;
  readonly target: Schema;
  readonly beside: Readonly<Record<string, unknown>>;
}

const TEXT = { type: "string", minLength: 1 };
const COUNT = { type: "integer", minimum: 1 };
const THING = { type: "object", required: ["a"], properties: { a: COUNT, b: TEXT } };
const LIST = { type: "array", items: COUNT, maxItems: 3 };

/** Targets that have something to say about the values of a keyword, one of them the same keyword where that is possible. */
const TARGETS: readonly (readonly [Schema, ...Readonly<Record<string, unknown>>[]])[] = [
  [true, { type: "string" }, { minimum: 2 }, { required: ["a"] }, { items: COUNT }, { not: TEXT }],
  [false, { type: "string" }, { description: "None." }],
  [
    { type: ["string", "integer", "null"], minLength: 2 },
    ...[{ type: ["string", "number"] }, { type: "integer" }, { enum: ["ab", "a", 3] }, { const: "abc" }],
    ...[{ not: { type: "null" } }, { allOf: [{ type: "string" }] }, { anyOf: [TEXT, COUNT] }, { oneOf: [TEXT, COUNT] }],
  ],
  [
    { type: "number", minimum: 0, maximum: 3, multipleOf: 0.5 },
    ...[{ minimum: 1 }, { maximum: 4 }, { exclusiveMinimum: 0 }, { exclusiveMaximum: 3 }, { multipleOf: 2 }],
    ...[{ format: "double" }, { type: "integer" }, { default: 2 }, { enum: [0.5, 1, 9] }, { const: 1 }],
  ],
  [
    { exclusiveMinimum: 0, exclusiveMaximum: 4 },
    ...[
      { minimum: 1, exclusiveMinimum: -1 },
      { exclusiveMaximum: 3, maximum: 9 },
    ],
  ],
  [
    { type: "string", minLength: 1, maxLength: 3, pattern: "a" },
    ...[
      { minLength: 2 },
      { maxLength: 2 },
      { pattern: "^[ab]+$" },
      { format: "uuid" },
      { contentMediaType: "text/plain" },
    ],
    ...[{ contentEncoding: "base64", contentMediaType: "text/plain", contentSchema: TEXT }, { enum: ["a", "b"] }],
  ],
  [
    LIST,
    ...[{ items: { maximum: 2 } }, { items: false }, { prefixItems: [{ const: 1 }] }, { uniqueItems: true }],
    ...[{ contains: { const: 2 } }, { contains: { const: 2 }, minContains: 2 }, { contains: COUNT, maxContains: 1 }],
    ...[{ minItems: 2 }, { maxItems: 2 }, { unevaluatedItems: false }, { prefixItems: [TEXT], items: false }],
  ],
  [
    { type: "array", prefixItems: [COUNT, TEXT], unevaluatedItems: false },
    ...[{ items: COUNT }, { prefixItems: [COUNT] }, { minItems: 2 }, { contains: TEXT }, { unevaluatedItems: TEXT }],
  ],
  [
    { type: "array", contains: { const: 1 }, maxContains: 2 },
    ...[{ contains: { const: 2 } }, { minContains: 2 }, { minContains: 0 }, { maxContains: 1 }, { items: COUNT }],
  ],
  [
    THING,
    ...[
      { properties: { a: { maximum: 2 } } },
      { properties: { x1: TEXT } },
      { required: ["b"] },
      { required: ["a", "x1"] },
    ],
    ...[{ patternProperties: { "^x": COUNT } }, { patternProperties: { a: { maximum: 2 } } }],
    ...[{ additionalProperties: false }, { additionalProperties: TEXT }, { unevaluatedProperties: false }],
    ...[{ propertyNames: { maxLength: 1 } }, { minProperties: 2 }, { maxProperties: 1 }],
    ...[{ dependentRequired: { a: ["b"] } }, { dependentSchemas: { b: { required: ["x1"] } } }],
    ...[{ if: { required: ["b"] }, then: { properties: { a: { minimum: 2 } } }, else: { maxProperties: 1 } }],
    ...[{ if: { required: ["b"] } }, { then: false }, { else: false }, { properties: { a: false } }],
    ...[
      { allOf: [{ required: ["b"] }], unevaluatedProperties: false },
      { anyOf: [{ required: ["b"] }, { maxProperties: 1 }] },
    ],
    ...[
      { oneOf: [{ required: ["b"] }, { required: ["x1"] }] },
      { not: { required: ["b"] } },
      { enum: [{ a: 1 }, { a: 0 }] },
    ],
    ...[
      { $defs: { Own: TEXT }, properties: { b: { maxLength: 2 } } },
      { deprecated: true, required: ["b"] },
    ],
    ...[{ title: "T", "x-own": { required: ["b"] } }, { type: ["object", "null"] }, { const: { a: 1 } }],
    ...[
      { example: { $ref: "x" }, minProperties: 2 },
      { xml: { name: "t" }, maxProperties: 2 },
    ],
  ],
  [
    { type: "object", properties: { a: COUNT }, additionalProperties: false },
    ...[{ properties: { b: TEXT } }, { properties: { a: { maximum: 2 } } }, { patternProperties: { "^x": COUNT } }],
    ...[{ additionalProperties: TEXT }, { unevaluatedProperties: TEXT }, { required: ["b"] }],
  ],
  [
    { type: "object", properties: { a: COUNT }, unevaluatedProperties: false },
    ...[{ properties: { b: TEXT } }, { additionalProperties: TEXT }, { unevaluatedProperties: TEXT }],
    ...[{ allOf: [{ properties: { b: TEXT } }] }, { if: { properties: { b: TEXT } } }, { required: ["a"] }],
    ...[{ dependentSchemas: { a: { properties: { b: TEXT } } } }, { anyOf: [{ properties: { b: TEXT } }] }],
  ],
  [
    { if: { type: "object" }, then: { required: ["a"] }, else: { type: "integer" } },
    ...[{ if: { type: "integer" }, then: { minimum: 2 } }, { then: { required: ["b"] } }, { else: { minimum: 2 } }],
  ],
  [
    { dependentRequired: { a: ["b"] }, dependentSchemas: { b: { required: ["x1"] } }, propertyNames: { maxLength: 2 } },
    ...[
      { dependentRequired: { b: ["x1"] } },
      { dependentRequired: { a: ["x1"] } },
      { dependentSchemas: { b: { required: ["a"] } } },
    ],
    ...[{ propertyNames: { pattern: "^[ab]" } }, { dependentSchemas: { a: false } }],
  ],
  [
    {
      type: "object",
      required: ["kind"],
      oneOf: [
        { type: "object", required: ["kind"], properties: { kind: { const: "a" }, a: COUNT } },
        { type: "object", required: ["kind"], properties: { kind: { const: "b" }, b: TEXT } },
      ],
      discriminator: { propertyName: "kind" },
    },
    ...[
      { required: ["b"] },
      { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      { properties: { kind: { const: "b" } } },
    ],
    ...[{ unevaluatedProperties: false }, { not: { required: ["a"] } }],
  ],
];

export const SIBLINGS: readonly Siblings[] = TARGETS.flatMap(([target, ...all]) =>
  all.map((beside) => ({ name: `${JSON.stringify(beside)} beside ${JSON.stringify(target)}`, target, beside })),
);

/** Where a schema is inside of another one at a pointer, and how a value of it gets into a value of that one. */
export interface Position {
  readonly name: string;
  readonly around: (schema: Schema, pointer: string) => Schema;
  readonly value: (value: unknown) => unknown;
}

const same = (value: unknown): unknown => value;
const inField = (value: unknown): unknown => ({ in: value });

/** Every position of a Schema Object in JSON Schema 2020-12. */
export const POSITIONS: readonly Position[] = [
  { name: "itself", around: (schema) => schema, value: same },
  { name: "items", around: (items) => ({ type: "array", items }), value: (value) => [value, value] },
  { name: "prefixItems", around: (schema) => ({ prefixItems: [true, schema] }), value: (value) => [0, value] },
  { name: "contains", around: (contains) => ({ type: "array", contains }), value: (value) => ["no", value] },
  {
    name: "unevaluatedItems",
    around: (schema) => ({ prefixItems: [true], unevaluatedItems: schema }),
    value: (value) => [0, value],
  },
  { name: "properties", around: (schema) => ({ type: "object", properties: { in: schema } }), value: inField },
  {
    name: "properties of a required field",
    around: (schema) => ({ type: "object", required: ["in"], properties: { in: schema } }),
    value: inField,
  },
  { name: "patternProperties", around: (schema) => ({ patternProperties: { "^in$": schema } }), value: inField },
  {
    name: "additionalProperties",
    around: (schema) => ({ type: "object", additionalProperties: schema }),
    value: inField,
  },
  {
    name: "unevaluatedProperties",
    around: (schema) => ({ properties: { out: true }, unevaluatedProperties: schema }),
    value: inField,
  },
  {
    name: "propertyNames",
    around: (propertyNames) => ({ type: "object", propertyNames }),
    value: (value) => ({ [String(value)]: 1 }),
  },
  { name: "dependentSchemas", around: (schema) => ({ dependentSchemas: { a: schema } }), value: same },
  { name: "allOf", around: (schema) => ({ allOf: [{ minProperties: 1 }, schema] }), value: same },
  { name: "anyOf", around: (schema) => ({ anyOf: [{ const: "no" }, schema] }), value: same },
  { name: "oneOf", around: (schema) => ({ oneOf: [{ const: "no" }, schema] }), value: same },
  { name: "not", around: (not) => ({ not }), value: same },
  {
    name: "if",
    around: (schema) => ({ if: schema, then: { minProperties: 2 }, else: { maxProperties: 2 } }),
    value: same,
  },
  { name: "then", around: (schema) => ({ if: { type: ["object", "string"] }, then: schema }), value: same },
  { name: "else", around: (schema) => ({ if: { type: ["object", "string"] }, else: schema }), value: same },
  {
    name: "$defs",
    around: (In, pointer) => ({ $defs: { In }, properties: { in: { $ref: `${pointer}/$defs/In` } } }),
    value: inField,
  },
  {
    name: "beside unevaluatedProperties",
    around: (schema) => ({ allOf: [schema], unevaluatedProperties: false }),
    value: same,
  },
  { name: "beside unevaluatedItems", around: (schema) => ({ allOf: [schema], unevaluatedItems: false }), value: same },
  { name: "a list of lists", around: (items) => ({ items: { items } }), value: (value) => [[value]] },
  {
    name: "a field of a list",
    around: (schema) => ({ items: { properties: { in: schema } } }),
    value: (value) => [inField(value)],
  },
];
