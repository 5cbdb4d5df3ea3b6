import { compareNumbers, isNumeric } from "@metadata-service/spec-tools/json";
import { isNode, type Node } from "../compare/node.js";
import { namedTypes, regExp } from "./values.js";

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isSchema = (value: unknown) => typeof value === "boolean" || isNode(value);
const isText = (value: unknown) => typeof value === "string";
const areSchemas = (value: unknown) => Array.isArray(value) && value.every(isSchema);
const areNamedSchemas = (value: unknown) => isNode(value) && Object.values(value).every(isSchema);
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** The known keywords, each with a check of its value. */
const SHAPES = new Map<string, (value: unknown) => boolean>([
  ["type", (value) => namedTypes(value) !== undefined],
  ["const", () => true],
  ["enum", Array.isArray],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((name) => [name, isNumeric] as const),
  ["multipleOf", (value) => isNumeric(value) && compareNumbers(value, 0) > 0],
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"].map(
    (name) => [name, isCount] as const,
  ),
  ...["minContains", "maxContains"].map((name) => [name, isCount] as const),
  ["pattern", (value) => regExp(value) !== undefined],
  ["format", isText],
  ["uniqueItems", (value) => typeof value === "boolean"],
  ["required", areTexts],
  ["dependentRequired", (value) => isNode(value) && Object.values(value).every(areTexts)],
  ...["properties", "patternProperties", "dependentSchemas"].map((name) => [name, areNamedSchemas] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((name) => [name, areSchemas] as const),
  ...[
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "items",
    "unevaluatedItems",
    "contains",
    "contentSchema",
  ].map((name) => [name, isSchema] as const),
  ...["not", "if", "then", "else"].map((name) => [name, isSchema] as const),
]);

/** Whether a keyword is known and its value is valid. */
export const isWellFormed = (node: Node, keyword: string): boolean => SHAPES.get(keyword)?.(node[keyword]) ?? false;
