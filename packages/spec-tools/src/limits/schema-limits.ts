import { Ajv2020 } from "ajv/dist/2020.js";
import { plainSchemas } from "../document/plain-schemas.js";
import { pointerTo } from "../document/pointer.js";
import { childrenOf, type Schema, schemasOf } from "../document/schemas.js";
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

/**
 * Lists what is not supported in schemas.
 *
 * @param compile whether to compile every schema
 */
export function schemaLimits(document: object, compile: boolean): Limit[] {
  const limits: Limit[] = [];
  for (const [pointer, schema] of schemasOf(document)) visit(schema, pointer, limits);
  return limits.length > 0 ? limits : compileLimits(plainSchemas(document), compile);
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

const isReference = (schema: unknown): boolean => Object.keys(Object(schema)).join() === "$ref";

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

/**
 * The validators of client and servers are compiled by Ajv, so a schema that Ajv cannot compile would not be checked.
 */
function compileLimits(document: object, compile: boolean): Limit[] {
  // The code is not run, and a schema that others refer to is compiled once.
  const code = { optimize: false, process: withoutCode };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, inlineRefs: false, code });
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
    // What a reference leads to is compiled there.
    if (!compile || isReference(schema)) return [];
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
