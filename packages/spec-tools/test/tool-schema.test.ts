/** Tests the schemas of tools: every value that the document accepts is accepted, and strict validators take them. */
import { instances } from "@metadata-service/test-kit/schemas/instances";
import { Random } from "@metadata-service/test-kit/schemas/random";
import { COMPONENTS, randomSchema } from "@metadata-service/test-kit/schemas/random-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { inputSchema, outputSchema } from "../src/generate/mcp/tool-schema.js";
import { schemaAt } from "../src/model/schema-at.js";

const documentOf = (schema: unknown, schemas: object) => ({ components: { schemas: { ...schemas, Root: schema } } });
const root = "#/components/schemas/Root";

/** Both schemas for `Root` of a document. */
const written = (document: object) => {
  const located = schemaAt(document, { $ref: root }, "");
  return [inputSchema(document, located, ""), outputSchema(document, located)];
};

/** Adds the type that authors mean by `properties` or `items`, as the reader of the spec does. */
function typed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(typed);
  if (typeof schema !== "object" || schema === null) return schema;
  const { type, properties, items } = schema as Record<string, unknown>;
  const meant = properties ? { type: "object" } : items ? { type: "array" } : {};
  const inner = Object.entries(schema).map(([name, value]) => [name, typed(value)] as const);
  return { ...(type === undefined && meant), ...Object.fromEntries(inner) };
}

test("accept every value that a random schema accepts, in strict mode", () => {
  let accepted = 0;
  const lenient = new Ajv2020({ strict: false, logger: false });
  const strict = new Ajv2020({ strict: true, addUsedSchema: false });
  for (let seed = 1; seed <= 600; seed++) {
    const random = new Random(seed);
    const schemas = Object.fromEntries(COMPONENTS.map((name) => [name, typed(randomSchema(random, 2))]));
    const document = documentOf(typed(randomSchema(random, 3)), schemas);
    const $id = `http://localhost/${seed}`;
    let isValid: (value: unknown) => unknown;
    let tools: object[];
    try {
      lenient.addSchema({ $id, ...document });
      isValid = lenient.compile({ $ref: $id + root });
      tools = written(document);
    } catch {
      // Its references lead in circles, which the spec's reader refuses.
      continue;
    }
    const checks = tools.map((schema) => strict.compile(schema));
    for (const value of instances(random, 60, [document])) {
      if (!isValid(value)) continue;
      accepted++;
      for (const [i, check] of checks.entries())
        expect(check(value), `seed ${seed}: ${JSON.stringify([value, document, tools[i]])}`).toBe(true);
    }
  }
  expect(accepted).toBeGreaterThan(5000);
});

/** Schemas that strict validators, or clients of the protocol, do not take as they are. */
const ODD: Record<string, object> = {
  "a reference to itself": {
    type: "object",
    properties: { next: { $ref: root }, all: { type: "array", items: { $ref: root } } },
  },
  "references that would grow exponentially": {
    type: "object",
    properties: Object.fromEntries([..."abcdefgh"].map((name) => [name, { $ref: "#/components/schemas/Wide" }])),
  },
  "many properties": {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`p${i}`, { type: "string" }])),
  },
  "several types": { type: ["string", "integer", "null"], maxLength: 3, minimum: 2, enum: ["a", 5, null] },
  "keywords without a type": { minLength: 3, maximum: 5 },
  "values without a type": { enum: [1, "1", 1, null] },
  "a required property that is not documented": { type: "object", required: ["a", "a", "b"], properties: { a: {} } },
  "a property named __proto__": JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}',
  ),
  "a closed part of an allOf": {
    allOf: [
      { type: "object", properties: { a: {} }, additionalProperties: false },
      { type: "object", required: ["a"], properties: { b: {} } },
    ],
  },
  "unknown keywords": {
    type: "string",
    "x-more": 1,
    example: "a",
    xml: {},
    format: "ean-13",
    discriminator: { propertyName: "a" },
  },
  false: { type: "object", properties: { a: false, b: true } },
};

test.each(Object.entries(ODD))("a strict validator takes %s", (_, schema) => {
  const wide = (name: string) => ({
    type: "object",
    properties: Object.fromEntries([..."abcdefgh"].map((each) => [each, { $ref: `#/components/schemas/${name}` }])),
  });
  const document = documentOf(schema, {
    Wide: wide("Wider"),
    Wider: wide("Widest"),
    Widest: wide("Last"),
    Last: { type: "string", description: "x".repeat(200) },
  });
  for (const one of written(document)) {
    const ajv = addFormats.default(new Ajv2020({ strict: true }));
    expect(() => ajv.compile(one)).not.toThrow();
    expect(JSON.stringify(one)).not.toContain("$ref");
    expect(JSON.stringify(one).length).toBeLessThanOrEqual(12_000);
  }
});

test("accept a multiple of a fraction that division of floats does not find", () => {
  const price = { type: "number", multipleOf: 0.01 };
  for (const schema of written(documentOf({ type: "object", properties: { price } }, {}))) {
    const check = new Ajv2020({ strict: true }).compile(schema);
    expect(check({ price: 0.29 })).toBe(true);
    expect(check({ price: "0.29" })).toBe(false);
  }
});
