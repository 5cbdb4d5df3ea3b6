/** An operation that returns and takes values of a schema, beside one that has nothing to do with it. */
const operation = (schema: string, more = "") => `openapi: 3.1.1
info: { title: Small, version: "1.0.0" }
servers: [{ url: http://localhost }]
paths:
  /things:
    get:
      operationId: listThings
      responses: { "200": { description: d, content: { application/json: { schema: ${schema} } } } }
    post:
      operationId: createThing
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses: { "200": { description: d, content: { application/json: { schema: ${schema} } } } }
  /others:
    get:
      operationId: listOthers
      responses: { "200": { description: d, content: { application/json: { schema: { type: object } } } } }
${more}`;

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

/** Schemas that each use the next one twice. */
const doubled = (write: (next: string) => string, last = "{ type: string }") =>
  operation(
    "{ $ref: '#/components/schemas/L0' }",
    `components:\n  schemas:\n${lines(30, (i) => `    L${i}: ${write(`{ $ref: '#/components/schemas/L${i + 1}' }`)}`)}\n    L30: ${last}\n`,
  );

const nested = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);

/** A small YAML document, and what a program that reads it without bounds would do. */
export interface Oversized {
  readonly text: string;
  /** How it can be read at all. */
  readonly effect:
    | "refused"
    // Only the operations with the schema are impossible.
    | "impossible"
    // It is large without need, and everything can be done with it.
    | "harmless";
  /** The line, if it is refused. */
  readonly line?: number;
}

/** Documents of a few kilobytes that stand for values, texts or work of a gigabyte and more. */
export const OVERSIZED: Readonly<Record<string, Oversized>> = {
  "aliases of aliases": {
    text: operation(
      "{ type: string }",
      `x-a0: &a0 [a, a, a, a, a, a, a, a, a]\n${lines(8, (i) => `x-a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(", ")}]`)}\n`,
    ),
    effect: "refused",
    line: 23,
  },
  "an alias inside of itself": {
    text: operation("{ type: string }", "x-loop: &loop { again: *loop }\n"),
    effect: "refused",
    line: 17,
  },
  "an extension of a hundred thousand brackets": {
    text: operation("{ type: string }", `x-deep: ${nested("[", "]", 100_000)}\n`),
    effect: "refused",
    line: 17,
  },
  "a list of a hundred thousand dashes": {
    text: operation("{ type: string }", `x-deep:\n  ${"- ".repeat(100_000)}a\n`),
    effect: "refused",
    line: 18,
  },
  "a schema of ten thousand levels": {
    text: operation(nested("{ items: ", " }", 10_000).replace(":  }", ": {} }")),
    effect: "refused",
    line: 8,
  },
  "allOf of allOf": {
    text: doubled((next) => `{ allOf: [${next}, ${next}] }`, "{ type: object }"),
    effect: "refused",
    line: 8,
  },
  "anyOf of anyOf": { text: doubled((next) => `{ anyOf: [${next}, ${next}] }`), effect: "refused", line: 8 },
  "schemas that are all alternatives of each other": {
    text: operation(
      "{ $ref: '#/components/schemas/L0' }",
      `components:\n  schemas:\n${lines(15, (i) => `    L${i}: { anyOf: [${lines(15, (k) => `{ $ref: '#/components/schemas/L${k}' },`).replaceAll("\n", " ")}] }`)}\n`,
    ),
    effect: "refused",
    line: 8,
  },
  "two required properties, thirty levels": {
    text: doubled((next) => `{ type: object, required: [a, b], properties: { a: ${next}, b: ${next} } }`),
    effect: "impossible",
  },
  "allOf of itself": {
    text: operation(
      "{ $ref: '#/components/schemas/A' }",
      "components: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }] } } }\n",
    ),
    effect: "impossible",
  },
  "fifty required properties that are the schema itself": {
    text: operation(
      "{ $ref: '#/components/schemas/A' }",
      `components:\n  schemas:\n    A:\n      type: object\n      required: [${lines(50, (i) => `p${i},`).replaceAll("\n", " ")}]\n      properties:\n${lines(50, (i) => `        p${i}: { $ref: '#/components/schemas/A' }`)}\n`,
    ),
    effect: "impossible",
  },
  "a long pattern": { text: operation("{ type: string, pattern: '^[a-z]{1000000000}$' }"), effect: "impossible" },
  "a pattern of nested repetitions": {
    text: operation("{ type: string, pattern: '^((([a-z]{1000}){1000}){1000}){1000}$' }"),
    effect: "impossible",
  },
  "a long text": { text: operation("{ type: string, minLength: 1000000000 }"), effect: "impossible" },
  "many elements": {
    text: operation("{ type: array, items: { type: string }, minItems: 1000000000 }"),
    effect: "impossible",
  },
  "many elements inside of elements": {
    text: operation("{ type: array, minItems: 2000, items: { type: array, minItems: 2000, items: { type: string } } }"),
    effect: "impossible",
  },
  "many properties": { text: operation("{ type: object, minProperties: 1000000000 }"), effect: "impossible" },
  "many elements of a kind": {
    text: operation("{ type: array, contains: { const: 1 }, minContains: 1000000000 }"),
    effect: "impossible",
  },
  "two properties, thirty levels": {
    text: doubled((next) => `{ type: object, properties: { a: ${next}, b: ${next} } }`),
    effect: "harmless",
  },
  "references with keywords beside them, thirty levels": {
    text: doubled(
      (next) =>
        `{ type: object, properties: { a: ${next.replace(" }", ", minProperties: 1 }")}, b: ${next.replace(" }", ", minProperties: 2 }")} } }`,
      "{ type: object }",
    ),
    effect: "harmless",
  },
  "alternatives, of which the first has thirty required ones": {
    text: operation(
      "{ $ref: '#/components/schemas/L0' }",
      `components:\n  schemas:\n${lines(12, (i) => `    L${i}: { anyOf: [{ type: object, required: [${lines(30, (k) => `p${k},`).replaceAll("\n", " ")}], properties: { ${lines(30, (k) => `p${k}: { $ref: '#/components/schemas/L${i + 1}' },`).replaceAll("\n", " ")} } }, { type: boolean }] }`)}\n    L12: { type: boolean }\n`,
    ),
    effect: "harmless",
  },
  "optional properties that are too large": {
    text: operation(
      "{ type: object, properties: { a: { type: string, minLength: 1000000000 }, b: { type: array, minItems: 1000000000 } } }",
    ),
    effect: "harmless",
  },
  "large upper bounds": {
    text: operation(
      "{ type: object, maxProperties: 1000000000, properties: { a: { type: string, maxLength: 1000000000, pattern: '^[a-z]{0,1000000000}$' }, b: { type: array, maxItems: 1000000000 } } }",
    ),
    effect: "harmless",
  },
};
