import {
  answer,
  body,
  type Edit,
  json,
  kebab,
  list,
  operation,
  pageOf,
  pascal,
  record,
  recordInput,
  schemaRef,
} from "../edit.js";
import { idOf, missing } from "./thing-parts.js";

/** A field to test: its name, its schema, a valid value, and the schema in requests if it differs. */
type Row = readonly [name: string, schema: object, value: unknown, sent?: object | false];

const text = { type: "string" };
const whole = { type: "integer" };
const closed = (properties: object, rest: object = {}) => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...rest,
});
const open = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const described = (schema: object, value: unknown) => ({ description: "A field.", examples: [value], ...schema });
const n = described({ type: "integer", minimum: 0 }, 1);
const t = described(text, "a");

/** Every keyword of JSON Schema 2020-12, and combinations that have caused failures. */
const ROWS: readonly Row[] = [
  ["several types", { type: ["string", "integer", "null"] }, "a"],
  ["enum", { type: "string", enum: ["red", "green"] }, "red"],
  ["const", { type: "integer", const: 7 }, 7],
  ["multipleOf", { type: "number", multipleOf: 0.25 }, 1.25],
  ["minimum and maximum", { type: "integer", minimum: 5, maximum: 9 }, 7],
  ["exclusive bounds", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  ["minLength and maxLength", { type: "string", minLength: 3, maxLength: 5 }, "abcd"],
  ["pattern", { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$" }, "ABC-1234"],
  ["format email", { type: "string", format: "email" }, "someone@example.com"],
  ["format uri", { type: "string", format: "uri" }, "https://example.com/a"],
  ["format uri-reference", { type: "string", format: "uri-reference" }, "/a?b"],
  ["format uri-template", { type: "string", format: "uri-template" }, "/a/{b}"],
  ["format uuid", { type: "string", format: "uuid" }, "3f2504e0-4f89-41d3-9a0c-0305e82c3301"],
  ["format ipv4", { type: "string", format: "ipv4" }, "192.0.2.1"],
  ["format ipv6", { type: "string", format: "ipv6" }, "2001:db8::1"],
  ["format hostname", { type: "string", format: "hostname" }, "example.com"],
  ["format date", { type: "string", format: "date" }, "2026-11-21"],
  ["format time", { type: "string", format: "time" }, "06:15:00Z"],
  ["format duration", { type: "string", format: "duration" }, "P1D"],
  ["format json-pointer", { type: "string", format: "json-pointer" }, "/a/0"],
  ["format regex", { type: "string", format: "regex" }, "^a+$"],
  ["items with pattern", { type: "array", maxItems: 3, items: { type: "string", pattern: "^[a-f]{4}$" } }, ["abcd"]],
  ["items with email", { type: "array", maxItems: 3, items: { type: "string", format: "email" } }, ["a@example.com"]],
  [
    "items with minLength",
    { type: "array", maxItems: 3, items: { type: "string", minLength: 4, maxLength: 9 } },
    ["abcd"],
  ],
  ["minItems and maxItems", { type: "array", minItems: 2, maxItems: 3, items: { ...whole, minimum: 0 } }, [1, 2]],
  [
    "uniqueItems",
    { type: "array", minItems: 2, maxItems: 4, uniqueItems: true, items: { type: "string", maxLength: 20 } },
    ["a", "b"],
  ],
  ["contains", { type: "array", maxItems: 4, items: whole, contains: { type: "integer", minimum: 100 } }, [1, 100]],
  [
    "minContains and maxContains",
    {
      type: "array",
      maxItems: 4,
      items: whole,
      contains: { type: "integer", minimum: 100 },
      minContains: 2,
      maxContains: 3,
    },
    [100, 101],
  ],
  ["prefixItems", { type: "array", minItems: 2, maxItems: 2, prefixItems: [text, whole], items: false }, ["a", 1]],
  [
    "unevaluatedItems",
    { type: "array", minItems: 1, maxItems: 1, prefixItems: [text], unevaluatedItems: false },
    ["a"],
  ],
  [
    "array of oneOf",
    { type: "array", maxItems: 3, items: { oneOf: [{ type: "string" }, { type: "boolean" }] } },
    ["a", true],
  ],
  [
    "nested array",
    { type: "array", maxItems: 2, items: { type: "array", maxItems: 2, items: { type: "number", multipleOf: 0.5 } } },
    [[1, 0.5]],
  ],
  [
    "nested object",
    open({ code: described({ type: "string", pattern: "^[A-Z]{2}$" }, "AB"), count: n }, { required: ["code"] }),
    { code: "AB", count: 1 },
    closed({ code: described({ type: "string", pattern: "^[A-Z]{2}$" }, "AB"), count: n }, { required: ["code"] }),
  ],
  [
    "minProperties and maxProperties",
    { type: "object", minProperties: 1, maxProperties: 3, additionalProperties: { type: "integer" } },
    { a: 1 },
  ],
  ["additionalProperties", { type: "object", additionalProperties: { type: "string", maxLength: 10 } }, { a: "b" }],
  [
    "patternProperties",
    { type: "object", patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false },
    { "x-a": 1 },
  ],
  [
    "propertyNames",
    { type: "object", propertyNames: { pattern: "^[a-z]+$" }, additionalProperties: { type: "integer" } },
    { a: 1 },
  ],
  [
    "dependentRequired",
    open({ a: n, b: n }, { dependentRequired: { a: ["b"] } }),
    { a: 1, b: 1 },
    closed({ a: n, b: n }, { dependentRequired: { a: ["b"] } }),
  ],
  [
    "dependentSchemas",
    open(
      { a: n, b: n },
      { dependentSchemas: { a: { required: ["b"], properties: { b: n }, additionalProperties: true } } },
    ),
    { a: 1, b: 2 },
    closed(
      { a: n, b: n },
      { dependentSchemas: { a: { required: ["b"], properties: { b: n }, additionalProperties: true } } },
    ),
  ],
  [
    "unevaluatedProperties",
    { type: "object", required: ["a"], properties: { a: n }, unevaluatedProperties: false },
    { a: 1 },
    false,
  ],
  [
    "allOf",
    { allOf: [open({ a: n }, { required: ["a"] }), open({ b: t }, { required: ["b"] })] },
    { a: 1, b: "a" },
    false,
  ],
  [
    "anyOf",
    {
      anyOf: [
        { type: "string", minLength: 2 },
        { type: "integer", minimum: 10 },
      ],
    },
    12,
  ],
  ["oneOf", { oneOf: [{ type: "string", maxLength: 5 }, { type: "integer" }] }, "abc"],
  [
    "oneOf of objects",
    { oneOf: [open({ card: t }, { required: ["card"] }), open({ iban: t }, { required: ["iban"] })] },
    { card: "a" },
    { oneOf: [closed({ card: t }, { required: ["card"] }), closed({ iban: t }, { required: ["iban"] })] },
  ],
  ["not", { type: "string", not: { type: "string", const: "none" } }, "some"],
  [
    "if then else",
    {
      type: "integer",
      if: { type: "integer", minimum: 10 },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { type: "integer", multipleOf: 10 },
      else: { type: "integer", minimum: 0 },
    },
    20,
  ],
  ["contentEncoding", { type: "string", contentEncoding: "base64", contentMediaType: "image/png" }, "AAAA"],
  ["contentSchema", { type: "string", contentMediaType: "application/json", contentSchema: { type: "object" } }, "{}"],
  ["default", { type: "integer", default: 3 }, 3],
  ["deprecated", { type: "string", deprecated: true }, "a"],
  ["title and comment", { type: "string", title: "A title", $comment: "For authors." }, "a"],
  ["any value", {}, { anything: [1] }],
  ["null", { type: "null" }, null],
  [
    "nullable object",
    open({ a: n }, { type: ["object", "null"] }),
    { a: 1 },
    closed({ a: n }, { type: ["object", "null"] }),
  ],
  [
    "$defs",
    { $defs: { Small: { type: "integer", maximum: 9 } }, $ref: "#/properties/extra/$defs/Small", minimum: 1 },
    5,
  ],
  ["format date-time", { type: "string", format: "date-time" }, "2026-11-21T06:15:00Z"],
  ["format idn-email", { type: "string", format: "idn-email" }, "someone@example.com"],
  ["format idn-hostname", { type: "string", format: "idn-hostname" }, "example.com"],
  ["format iri", { type: "string", format: "iri" }, "https://example.com/ü"],
  ["format iri-reference", { type: "string", format: "iri-reference" }, "/ü"],
  ["format relative-json-pointer", { type: "string", format: "relative-json-pointer" }, "1/a"],
  ["format int32", { type: "integer", format: "int32" }, 7],
  ["format int64", { type: "integer", format: "int64" }, 7],
  ["format double", { type: "number", format: "double" }, 1.5],
  ["format password", { type: "string", format: "password", minLength: 4 }, "secret"],
  ["nullable date", { type: ["string", "null"], format: "date" }, "2026-11-21"],
  ["anyOf with null", { anyOf: [{ type: "string", maxLength: 9 }, { type: "null" }] }, "a"],
  ["reference with keywords", { $ref: "./Timestamp.yaml", maxLength: 40 }, "2026-11-21T06:15:00.123456+00:00"],
  ["format unknown", { type: "string", format: "colour" }, "red"],
];

const field = (schema: object, value: unknown) => ({
  description: "The field that the edit is about.",
  ...schema,
  examples: [value],
});

function fieldEdit([name, schema, value, sent = schema]: Row): Edit {
  const noun = `${pascal(name)}Thing`;
  const example = {
    uid: "thing-0001",
    createdDate: "2026-11-21T06:15:00.123456+00:00",
    updatedDate: "2026-11-21T06:15:00.123456+00:00",
    extra: value,
  };
  const create = sent && {
    post: operation(`create${noun}`, {
      requestBody: body(schemaRef(`${noun}Input`), { extra: value }),
      status: "201",
      response: answer(json(schemaRef(noun), example)),
    }),
  };
  const path = `/api/v1/${kebab(noun)}s`;
  return {
    name: `field: ${name}`,
    paths: {
      [path]: { get: list(`list${noun}s`, `${noun}sPage`, example) },
      // The create operation has a separate path, because the contract's list cases only pass while no records are
      // added to the list.
      ...(create && { [path.replace(/s$/, "-inbox")]: create }),
    },
    components: {
      schemas: {
        [noun]: record({ extra: field(schema, value) }, { extra: value }),
        ...(sent && { [`${noun}Input`]: recordInput({ extra: field(sent, value) }, { extra: value }) }),
        [`${noun}sPage`]: pageOf(noun, example),
      },
    },
    calls: [
      `client.list${noun}s({ limit: 20 }).page()`,
      ...(sent ? [`client.create${noun}(${JSON.stringify({ extra: value })})`] : []),
    ],
  };
}

const recursive: Edit = {
  name: "field: recursion",
  ...(() => {
    const { name: _, ...edit } = fieldEdit([
      "recursion",
      { type: "array", maxItems: 2, items: { $ref: "./TreeNode.yaml" } },
      [{ label: "a" }],
      false,
    ]);
    const node = {
      type: "object",
      description: "A node.",
      required: ["label"],
      properties: {
        label: { ...t, maxLength: 10 },
        children: {
          type: "array",
          description: "Below it.",
          maxItems: 2,
          items: { $ref: "./TreeNode.yaml" },
          examples: [[]],
        },
      },
      examples: [{ label: "a", children: [{ label: "b" }] }],
    };
    return { ...edit, components: { schemas: { ...edit.components?.["schemas"], TreeNode: node } } };
  })(),
};

/** One schema for requests and responses, with one write-only field. */
const writeOnly: Edit = {
  name: "field: writeOnly",
  paths: {
    "/api/v1/accounts": {
      post: operation("createAccount", {
        requestBody: body(schemaRef("Account"), { name: "a", secret: "b" }),
        status: "201",
        response: answer(json(schemaRef("Account"), { name: "a" })),
      }),
    },
  },
  components: {
    schemas: {
      Account: {
        ...closed({ name: t, secret: { ...t, writeOnly: true } }, { required: ["name"] }),
        description: "An account.",
        examples: [{ name: "a", secret: "b" }],
      },
    },
  },
  calls: [
    'client.createAccount({ name: "a", secret: "b" }).then((account) => { if ("secret" in account) throw new Error("the secret is returned"); })',
  ],
};

/** One schema for requests and responses: read-only fields are required in responses, and the secret is only sent. */
const membership = {
  type: "object",
  description: "A membership.",
  required: ["uid", "createdDate", "name", "secret"],
  properties: {
    uid: { ...t, readOnly: true, minLength: 1, maxLength: 40, examples: ["thing-0001"] },
    createdDate: { $ref: "./Timestamp.yaml", readOnly: true, description: "When it was created." },
    name: { ...t, minLength: 1, maxLength: 40 },
    secret: { ...t, writeOnly: true, minLength: 1, maxLength: 40 },
  },
  additionalProperties: false,
  examples: [{ uid: "thing-0001", createdDate: "2026-11-21T06:15:00.123456+00:00", name: "a", secret: "b" }],
};
const shownMembership = { uid: "thing-0001", createdDate: "2026-11-21T06:15:00.123456+00:00", name: "a" };
const requiredAccess: Edit = {
  name: "field: required readOnly and writeOnly",
  paths: {
    "/api/v1/memberships": {
      post: operation("createMembership", {
        requestBody: body(schemaRef("Membership"), { name: "a", secret: "b" }),
        status: "201",
        response: answer(json(schemaRef("Membership"), shownMembership)),
      }),
    },
    "/api/v1/memberships/{uid}": {
      get: operation("getMembership", {
        parameters: [idOf("uid")],
        response: answer(json(schemaRef("Membership"), shownMembership)),
        others: missing,
      }),
    },
  },
  components: { schemas: { Membership: membership } },
  calls: [
    'client.createMembership({ name: "a", secret: "b" }).then(async ({ uid, createdDate }) => { const { name, ...others } = await client.getMembership(uid); if (name !== "a" || "secret" in others || !createdDate.trim()) throw new Error(JSON.stringify(others)); })',
  ],
};

/** Our lint rules require two schemas instead; other teams can disable this rule. */
const WITHOUT_RULE = [
  "redocly.yaml",
  'instead of readOnly or writeOnly"\n    severity: error',
  'instead of readOnly or writeOnly"\n    severity: off',
] as const;
/** Our lint rules require closed requests and open responses, so one schema cannot be used for both. */
const WITHOUT_CLOSED = [
  "redocly.yaml",
  "conventions/closed-requests: error",
  "conventions/closed-requests: off",
] as const;
const ACCESS: readonly Edit[] = [
  { ...fieldEdit(["readOnly", { type: "string", readOnly: true }, "a", false]), files: [WITHOUT_RULE] },
  { ...writeOnly, files: [WITHOUT_RULE, WITHOUT_CLOSED] },
  { ...requiredAccess, files: [WITHOUT_RULE, WITHOUT_CLOSED] },
  {
    ...fieldEdit(["readOnly by the rules", { type: "string", readOnly: true }, "a", false]),
    refused: "write two schemas instead of readOnly or writeOnly",
  },
];

export const schemaEdits: readonly Edit[] = [...ROWS.map(fieldEdit), recursive, ...ACCESS];
