import { compareNumbers, divides, isNumeric, type Numeric } from "@metadata-service/spec-tools/json";
import { own } from "@metadata-service/spec-tools/own";
import { equal, isNode, list } from "../compare/node.js";
import { namedSchemasIn, type Part, partsOf, type Schema, schemaIn, schemasIn } from "./parts.js";
import {
  ANNOTATIONS,
  matches,
  NUMBER_FORMATS,
  namedTypes,
  PRESENTATION,
  regExp,
  STRING_FORMATS,
  typeOf,
} from "./values.js";
import { isWellFormed } from "./well-formed.js";

/** Whether a value satisfies schemas; undefined if that is unknown, as with most formats. */
export function accepts(schemas: readonly Schema[], value: unknown): boolean | undefined {
  return satisfiesAll(schemas, value, []);
}

/**
 * @param around the parts that are already being checked with this value, so that a schema that refers to itself ends
 */
function satisfiesAll(schemas: readonly Schema[], value: unknown, around: readonly number[]): Truth {
  const { parts, isFalse, unclear } = partsOf(schemas);
  if (isFalse) return false;
  return all([
    ...parts.map((part) => (around.includes(part.id) ? undefined : satisfiesPart(part, value, around))),
    unclear.length > 0 ? undefined : true,
  ]);
}

type Truth = boolean | undefined;

function all(truths: readonly Truth[]): Truth {
  return truths.includes(false) ? false : truths.includes(undefined) ? undefined : true;
}
function some(truths: readonly Truth[]): Truth {
  return truths.includes(true) ? true : truths.includes(undefined) ? undefined : false;
}
const negated = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);

function satisfiesPart(part: Part, value: unknown, around: readonly number[]): Truth {
  const inPlace = (schema: Schema) => satisfiesAll([schema], value, [...around, part.id]);
  return all(Object.keys(part.node).map((keyword) => satisfies(part, keyword, value, inPlace)));
}

/** Checks a value against a keyword of a part; `inPlace` checks the same value against a schema in that keyword. */
type Rule = (value: unknown, part: Part, inPlace: (schema: Schema) => Truth) => Truth;

/** Makes a check for a keyword that limits a size. Values without that size satisfy it. */
const bound =
  (compare: (value: Numeric, limit: Numeric) => boolean) =>
  (size: Numeric | undefined, limit: unknown): Truth =>
    size === undefined ? true : isNumeric(limit) ? compare(size, limit) : undefined;
const least = bound((size, limit) => compareNumbers(size, limit) >= 0);
const most = bound((size, limit) => compareNumbers(size, limit) <= 0);
const above = bound((size, limit) => compareNumbers(size, limit) > 0);
const below = bound((size, limit) => compareNumbers(size, limit) < 0);
const multiple = bound((value, divisor) => divides(divisor, value));
const numberIn = (value: unknown) => (isNumeric(value) ? value : undefined);
const lengthOf = (value: unknown) => (typeof value === "string" ? [...value].length : undefined);
const countOf = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const sizeOf = (value: unknown) => (isNode(value) ? Object.keys(value).length : undefined);

const RULES: Record<string, Rule> = {
  type: (value, { node }) => {
    const type = typeOf(value);
    return namedTypes(node["type"])?.includes(type);
  },
  const: (value, { node }) => equal(value, node["const"]),
  enum: (value, { node }) => (Array.isArray(node["enum"]) ? node["enum"].some((one) => equal(value, one)) : undefined),
  minimum: (value, { node }) => least(numberIn(value), node["minimum"]),
  maximum: (value, { node }) => most(numberIn(value), node["maximum"]),
  exclusiveMinimum: (value, { node }) => above(numberIn(value), node["exclusiveMinimum"]),
  exclusiveMaximum: (value, { node }) => below(numberIn(value), node["exclusiveMaximum"]),
  multipleOf: (value, { node }) => multiple(numberIn(value), node["multipleOf"]),
  minLength: (value, { node }) => least(lengthOf(value), node["minLength"]),
  maxLength: (value, { node }) => most(lengthOf(value), node["maxLength"]),
  pattern: (value, { node }) => (typeof value === "string" ? regExp(node["pattern"])?.test(value) : true),
  format: (value, { node }) => satisfiesFormat(value, node["format"]),
  minItems: (value, { node }) => least(countOf(value), node["minItems"]),
  maxItems: (value, { node }) => most(countOf(value), node["maxItems"]),
  uniqueItems: (value, { node }) =>
    !(Array.isArray(value) && node["uniqueItems"] === true) ||
    value.every((one, i) => !value.slice(0, i).some((other) => equal(one, other))),
  minProperties: (value, { node }) => least(sizeOf(value), node["minProperties"]),
  maxProperties: (value, { node }) => most(sizeOf(value), node["maxProperties"]),
  required: (value, { node }) =>
    !isNode(value) || list(node["required"]).every((name) => Object.hasOwn(value, String(name))),
  dependentRequired: (value, { node }) =>
    !isNode(value) ||
    Object.entries(isNode(node["dependentRequired"]) ? node["dependentRequired"] : {}).every(
      ([name, others]) =>
        !Object.hasOwn(value, name) || list(others).every((other) => Object.hasOwn(value, String(other))),
    ),
  dependentSchemas: (value, part, inPlace) =>
    !isNode(value) ||
    all(
      [...namedSchemasIn(part, "dependentSchemas")].map(([name, schema]) =>
        Object.hasOwn(value, name) ? inPlace(schema) : true,
      ),
    ),
  properties: satisfiesProperties,
  patternProperties: satisfiesProperties,
  additionalProperties: satisfiesProperties,
  propertyNames: (value, part) =>
    !isNode(value) || all(Object.keys(value).map((name) => accepts([schemaIn(part, "propertyNames")], name))),
  items: (value, part) =>
    !Array.isArray(value) ||
    all(value.slice(schemasIn(part, "prefixItems").length).map((one) => accepts([schemaIn(part, "items")], one))),
  prefixItems: (value, part) =>
    !Array.isArray(value) ||
    all(schemasIn(part, "prefixItems").map((schema, i) => (i < value.length ? accepts([schema], value[i]) : true))),
  contains: (value, part) => !Array.isArray(value) || satisfiesContains(value, part),
  unevaluatedProperties: (value) => (isNode(value) && Object.keys(value).length > 0 ? undefined : true),
  unevaluatedItems: (value) => (Array.isArray(value) && value.length > 0 ? undefined : true),
  not: (_, part, inPlace) => negated(inPlace(schemaIn(part, "not"))),
  anyOf: (_, part, inPlace) => some(schemasIn(part, "anyOf").map(inPlace)),
  oneOf: (_, part, inPlace) => {
    const truths = schemasIn(part, "oneOf").map(inPlace);
    const satisfied = truths.filter((truth) => truth === true).length;
    return satisfied > 1 ? false : truths.includes(undefined) ? undefined : satisfied === 1;
  },
  if: (_, part, inPlace) => {
    const condition = inPlace(schemaIn(part, "if"));
    const [yes, no] = [inPlace(schemaIn(part, "then")), inPlace(schemaIn(part, "else"))];
    return condition === undefined ? (yes === no ? yes : undefined) : condition ? yes : no;
  },
};
/** Keywords that another keyword reads, and that have no effect without it. */
const BESIDE = new Set(["minContains", "maxContains", "then", "else"]);

function satisfies(part: Part, keyword: string, value: unknown, inPlace: (schema: Schema) => Truth): Truth {
  if (ANNOTATIONS.has(keyword) || BESIDE.has(keyword)) return true;
  if (!isWellFormed(part.node, keyword)) return undefined;
  return own(RULES, keyword)?.(value, part, inPlace);
}

function satisfiesFormat(value: unknown, format: unknown): Truth {
  if (PRESENTATION.has(format)) return true;
  if (STRING_FORMATS.has(String(format)) && typeof value !== "string") return true;
  return NUMBER_FORMATS.has(String(format)) && !isNumeric(value) ? true : undefined;
}

/** The three keywords about properties together: each property by its name, by patterns, or as another one. */
function satisfiesProperties(value: unknown, part: Part): Truth {
  if (!isNode(value)) return true;
  const patterns = [...namedSchemasIn(part, "patternProperties")];
  const others = "additionalProperties" in part.node ? [schemaIn(part, "additionalProperties")] : [];
  const truths = Object.entries(value).map(([name, inner]) => {
    const named = namedSchemasIn(part, "properties").get(name);
    const matching = patterns.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema);
    const own = named ? [named, ...matching] : matching;
    return accepts(own.length > 0 ? own : others, inner);
  });
  return all([...truths, patterns.every(([pattern]) => regExp(pattern)) ? true : undefined]);
}

function satisfiesContains(value: unknown[], part: Part): Truth {
  const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = part.node;
  if (typeof minContains !== "number" || typeof maxContains !== "number") return undefined;
  const truths = value.map((one) => accepts([schemaIn(part, "contains")], one));
  const sure = truths.filter((truth) => truth === true).length;
  const possible = truths.filter((truth) => truth !== false).length;
  if (sure > maxContains || possible < minContains) return false;
  return possible <= maxContains && sure >= minContains ? true : undefined;
}
