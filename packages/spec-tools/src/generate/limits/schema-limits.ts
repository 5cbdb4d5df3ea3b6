import { Ajv2020 } from "ajv/dist/2020.js";
import { nodeAt, pointerTo } from "../../document/pointer.js";
import type { Limit } from "./limit.js";

/** Keywords whose value is a schema, an array of schemas, and schemas by name (JSON Schema 2020-12). */
const ONE = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const MANY = ["allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED = ["$defs", "dependentSchemas", "patternProperties", "properties"];

/**
 * Keywords that change the meaning of references; the tools that read the bundle only support `$ref` with
 * a JSON pointer.
 */
const REFERENCES: Readonly<Record<string, string>> = {
  $dynamicRef: "write $ref instead",
  $dynamicAnchor: "remove it, and refer to the schema by its path",
  $anchor: "remove it, and refer to the schema by its path",
  $id: "remove it, and refer to the schema by its path",
  $vocabulary: "remove it",
};

/** Keywords that together allow no value if the first one is larger. */
const BOUNDS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
] as const;

type Schema = Readonly<Record<string, unknown>>;

/** Lists what is not supported in schemas. */
export function schemaLimits(document: object): Limit[] {
  const limits: Limit[] = [];
  for (const [pointer, schema] of schemasOf(document)) visit(schema, pointer, limits);
  return limits.length > 0 ? limits : compileLimits(document);
}

function visit(schema: unknown, pointer: string, limits: Limit[]): void {
  if (typeof schema !== "object" || schema === null) return;
  const node = schema as Schema;
  for (const [keyword, remedy] of Object.entries(REFERENCES))
    if (keyword in node)
      limits.push({
        message: `${keyword} is supported by hardly any tool; ${remedy}.`,
        pointer: pointerTo(pointer, keyword),
      });
  const patterns = [node["pattern"], ...Object.keys(Object(node["patternProperties"]))];
  for (const pattern of patterns) {
    const wrong = typeof pattern === "string" ? regexProblem(pattern) : undefined;
    if (wrong !== undefined)
      limits.push({
        message: `The pattern ${JSON.stringify(pattern)} is not a valid JavaScript regular expression (flag u): ${wrong}; correct it.`,
        pointer,
      });
  }
  for (const [least, most] of BOUNDS) {
    const [low, high] = [node[least], node[most]];
    if (typeof low === "number" && typeof high === "number" && low > high)
      limits.push({
        message: `${least}: ${low} is above ${most}: ${high}, so no value is valid; correct one of them.`,
        pointer: pointerTo(pointer, least),
      });
  }
  for (const [child, at] of childrenOf(node, pointer)) visit(child, at, limits);
}

/** The schemas inside a schema, with their pointers. */
export function* childrenOf(node: Schema, pointer: string): Iterable<[unknown, string]> {
  for (const keyword of ONE) yield [node[keyword], pointerTo(pointer, keyword)];
  for (const keyword of [...MANY, ...NAMED])
    for (const [name, child] of Object.entries(Object(node[keyword]))) yield [child, pointerTo(pointer, keyword, name)];
}

function regexProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    return error instanceof Error
      ? error.message.replace(/^Invalid regular expression: \/.*\/u: /s, "")
      : String(error);
  }
}

/** The schemas that no other schema contains, with their pointers: those under `schema` and in components. */
export function* schemasOf(document: object): Iterable<[string, unknown]> {
  for (const [name, schema] of Object.entries(Object(nodeAt(document, "#/components/schemas"))))
    yield [pointerTo("#/components/schemas", name), schema];
  const { paths, components } = document as { paths?: object; components?: object };
  const { schemas: _, examples: __, ...others } = Object(components) as Record<string, unknown>;
  yield* schemasUnder(paths, "#/paths");
  yield* schemasUnder(others, "#/components");
}

function* schemasUnder(node: unknown, pointer: string): Iterable<[string, unknown]> {
  if (typeof node !== "object" || node === null) return;
  for (const [name, child] of Object.entries(node)) {
    const at = pointerTo(pointer, name);
    if (name === "example" || name === "examples" || name.startsWith("x-")) continue;
    if (name === "schema") yield [at, child];
    else yield* schemasUnder(child, at);
  }
}

/**
 * The validators of client and servers are compiled by Ajv, so a schema that Ajv cannot compile would not be checked.
 */
function compileLimits(document: object): Limit[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  ajv.addSchema({ $id: "bundle", ...document });
  return [...schemasOf(document)].flatMap(([pointer, schema]) => {
    if (!ajv.validateSchema(schema as object)) {
      const [wrong] = ajv.errors ?? [];
      return [
        {
          message: `This is not a valid schema: ${wrong?.message}; correct it.`,
          pointer: pointer + (wrong?.instancePath ?? ""),
        },
      ];
    }
    try {
      ajv.compile({ $ref: `bundle${encodeURI(pointer)}` });
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [{ message: `The schema cannot be compiled: ${reason}; correct it.`, pointer }];
    }
  });
}
