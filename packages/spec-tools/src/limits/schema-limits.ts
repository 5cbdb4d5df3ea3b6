import { Ajv2020 } from "ajv/dist/2020.js";
import { addTo } from "../document/grouped-by.js";
import { plainSchemas } from "../document/plain-schemas.js";
import { nodeAt, pointerTo } from "../document/pointer.js";
import { childrenOf, isSchema, type Schema, schemasOf, withoutRemarks } from "../document/schemas.js";
import { withoutCode } from "../document/without-code.js";
import type { Limit } from "./limit.js";

/** Keywords that are left where schemas were read as no tool could, and what to do. */
const REFERENCES: Readonly<Record<string, string>> = {
  $dynamicRef:
    "This $dynamicRef leads nowhere, or to too many schemas; add a $dynamicAnchor to one, or write $ref instead.",
  $vocabulary: "$vocabulary is supported by hardly any tool; remove it.",
};

/** Keywords that together allow no value if the first one is larger. */
const BOUNDS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
] as const;

/** Lists what is not supported in schemas. */
export function schemaLimits(document: object): Limit[] {
  const limits: Limit[] = [];
  for (const [pointer, schema] of schemasOf(document)) visit(schema, pointer, limits);
  return limits.length > 0 ? limits : compileLimits(plainSchemas(document));
}

function visit(schema: unknown, pointer: string, limits: Limit[]): void {
  if (typeof schema !== "object" || schema === null) return;
  const node = schema as Schema;
  for (const [keyword, message] of Object.entries(REFERENCES))
    if (keyword in node) limits.push({ message, pointer: pointerTo(pointer, keyword) });
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

/** Keywords with which Ajv may reject a schema that its meta-schema accepts. */
const COMPILED = ["$async", "$dynamicRef", "$id", "$recursiveRef", "definitions", "dependencies"];

/**
 * The validators of client and servers are compiled by Ajv, so a schema that Ajv cannot compile would not be checked. To
 * compile all of a large document takes seconds, so that is done only where something may be wrong.
 */
function compileLimits(document: object): Limit[] {
  // The code is not run, and a schema that others refer to is compiled once.
  const code = { optimize: false, process: withoutCode };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, inlineRefs: false, code });
  // JSON Schema ignores it.
  ajv.removeKeyword("id");
  const schemas = schemasOf(document);
  const doubtful = doubtfulSchemas(document, schemas);
  if (doubtful.size > 0) ajv.addSchema({ $id: "bundle", ...withoutRemarks(document) });
  return schemas.flatMap(([pointer, schema]) => {
    // Ajv throws. The names of dialects are gone here.
    if (isSchema(schema) && "$schema" in schema)
      return [{ message: "This is not a valid schema: must be string; correct it.", pointer: `${pointer}/$schema` }];
    if (!ajv.validateSchema(schema as object)) {
      const [wrong] = ajv.errors ?? [];
      return [
        {
          message: `This is not a valid schema: ${wrong?.message}; correct it.`,
          pointer: pointer + (wrong?.instancePath ?? ""),
        },
      ];
    }
    if (!doubtful.has(schema)) return [];
    try {
      // The pointer is already escaped where a fragment needs it, apart from characters beyond ASCII.
      ajv.getSchema(`bundle${encodeURI(pointer).replaceAll("%25", "%")}`);
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [{ message: `The schema cannot be compiled: ${reason}; correct it.`, pointer }];
    }
  });
}

/** Finds the schemas with one of `COMPILED` in them, or with a reference to something that is perhaps no schema. */
function doubtfulSchemas(document: object, schemas: ReturnType<typeof schemasOf>): Set<unknown> {
  const references = new Map<string, unknown[]>();
  const doubtful = new Set<unknown>();
  const known = new Set<unknown>([true, false]);
  for (const [, schema] of schemas) {
    const collect = (node: unknown): void => {
      known.add(node);
      if (!isSchema(node)) return;
      if (COMPILED.some((keyword) => keyword in node)) doubtful.add(schema);
      const { $ref } = node;
      if (typeof $ref === "string") addTo(references, $ref, schema);
      for (const [child] of childrenOf(node, "")) collect(child);
    };
    collect(schema);
  }
  for (const [$ref, users] of references)
    if (!/^#\/[!-$&-~]*$/.test($ref) || !known.has(nodeAt(document, $ref)))
      for (const user of users) doubtful.add(user);
  return doubtful;
}
