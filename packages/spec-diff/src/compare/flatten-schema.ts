import { compareNumbers, isNumeric } from "@metadata-service/spec-tools/json";
import { own } from "@metadata-service/spec-tools/own";
import type { Changes } from "../change.js";
import { partsOf } from "../inclusion/parts.js";
import { resolve } from "../inclusion/resolve.js";
import { leastCommonMultiple, matches } from "../inclusion/values.js";
import { DESCRIBING } from "./dereference.js";
import { entries, equal, isNode, lastName, list, type Node, type Spec } from "./node.js";

/** A schema as it is written in its document, before its reference is followed. */
export interface Place {
  value: unknown;
  at: string;
}

/** A schema without a reference and without `allOf`, and where it is. */
export interface Flat {
  node: Node;
  at: string;
  name?: string;
}

/**
 * Follows the reference of a schema, and merges the keywords beside it and its `allOf` into it, since a
 * value must satisfy all of them. The rules read the result; the proof makes sure that merging loses
 * nothing (see judge-schemas.ts).
 */
export function flattenSchema(spec: Spec, place: Place, changes?: Changes): Flat {
  const { value, at, name } = follow(spec, place);
  const named = name === undefined ? {} : { name };
  if (value === false) return { node: { not: {} }, at, ...named };
  if (!isNode(value)) return { node: {}, at, ...named };
  if (!("$ref" in value) && !("allOf" in value)) return { node: value, at, ...named };
  const { parts, isFalse } = partsOf([{ spec, value, at }]);
  // The parts are compared as one schema, in which every keyword is examined.
  for (const part of parts) changes?.examinedAs(part.at, at);
  changes?.examined(at);
  const own = parts.map(({ node: { $ref: _, allOf: __, ...rest } }) => rest);
  return { node: isFalse ? { not: {} } : own.reduce(intersection, {}), at, ...named };
}

/** Follows references that have no keywords beside them other than descriptions. */
function follow(spec: Spec, { value, at }: Place): Place & { name?: string } {
  const followed = new Set<unknown>();
  let [target, place, name]: [unknown, string, string | undefined] = [value, at, undefined];
  while (isNode(target) && typeof target["$ref"] === "string" && !followed.has(target)) {
    if (Object.keys(target).some((keyword) => keyword !== "$ref" && !DESCRIBING.includes(keyword))) break;
    followed.add(target);
    name ??= lastName(target["$ref"]);
    const found = resolve(spec, target["$ref"]);
    // Merging handles a reference that leads nowhere.
    if (!found) break;
    target = found.value;
    place = found.at;
  }
  return { value: target, at: place, ...(name !== undefined && { name }) };
}

const HIGHEST = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const LOWEST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
const MAPS = ["properties", "patternProperties", "dependentSchemas"];
const TEXTS = ["title", "description", "examples", "example", "default", "$comment"];
const FLAGS = ["deprecated", "readOnly", "writeOnly", "uniqueItems"];

/** The schema of the values that satisfy both schemas. */
function intersection(a: Node, b: Node): Node {
  const both: Node = { ...a };
  // A closed schema forbids the properties that only the other one names.
  const forbidden = [...forbiddenBy(a, b), ...forbiddenBy(b, a)];
  for (const [keyword, value] of Object.entries(b))
    both[keyword] =
      Object.hasOwn(a, keyword) && !equal(a[keyword], value) ? combined(keyword, a[keyword], value) : value;
  if (forbidden.length > 0)
    both["properties"] = {
      ...(both["properties"] as Node),
      ...Object.fromEntries(forbidden.map((name) => [name, false])),
    };
  return both;
}

/** The properties of a schema that another, closed one does not name. */
function forbiddenBy(closed: Node, other: Node): string[] {
  if (closed["additionalProperties"] !== false) return [];
  const patterns = entries(closed["patternProperties"]).map(([pattern]) => pattern);
  return entries(other["properties"])
    .map(([name]) => name)
    .filter((name) => !(isNode(closed["properties"]) && Object.hasOwn(closed["properties"], name)))
    .filter((name) => patterns.every((pattern) => matches(pattern, name) === false));
}

/** How two values of a keyword combine if both schemas apply, for the keywords for which this is known. */
const COMBINE: Record<string, (a: unknown, b: unknown) => unknown> = {
  ...Object.fromEntries(HIGHEST.map((keyword) => [keyword, (a, b) => tighter(a, b, 1)])),
  ...Object.fromEntries(LOWEST.map((keyword) => [keyword, (a, b) => tighter(a, b, -1)])),
  ...Object.fromEntries(MAPS.map((keyword) => [keyword, intersectionOfMaps])),
  // Texts need not be combined; the outermost one is shown.
  ...Object.fromEntries(TEXTS.map((keyword) => [keyword, (a) => a])),
  ...Object.fromEntries(FLAGS.map((keyword) => [keyword, (a, b) => a === true || b === true])),
  required: (a, b) => [...new Set([...list(a), ...list(b)])],
  enum: (a, b) => list(a).filter((value) => list(b).some((other) => equal(value, other))),
  type: (a, b) => [a].flat().flatMap((one) => [b].flat().flatMap((other) => commonType(one, other))),
  additionalProperties: intersectionOfSchemas,
  items: intersectionOfSchemas,
  propertyNames: intersectionOfSchemas,
  multipleOf: (a, b) =>
    Number.isInteger(a) && Number.isInteger(b) ? leastCommonMultiple(Number(a), Number(b)) : undefined,
};

/** @param sign 1 if a higher bound allows fewer values, -1 if a lower one does */
const tighter = (a: unknown, b: unknown, sign: 1 | -1): unknown =>
  isNumeric(a) && isNumeric(b) ? (compareNumbers(a, b) * sign > 0 ? a : b) : undefined;

/** If a keyword cannot be merged, both values are kept: any difference between two such pairs is a change. */
const combined = (keyword: string, a: unknown, b: unknown): unknown =>
  own(COMBINE, keyword)?.(a, b) ?? { both: [a, b] };

function commonType(one: unknown, other: unknown): unknown[] {
  if (one === other) return [one];
  return [one, other].includes("integer") && [one, other].includes("number") ? ["integer"] : [];
}

function intersectionOfSchemas(a: unknown, b: unknown): unknown {
  if (a === false || b === false) return false;
  if (a === true) return b;
  return b === true ? a : { allOf: [a, b] };
}

function intersectionOfMaps(a: unknown, b: unknown): unknown {
  if (!isNode(a) || !isNode(b)) return b;
  const both: Node = { ...a, ...b };
  for (const name of Object.keys(a))
    if (Object.hasOwn(b, name) && !equal(a[name], b[name])) both[name] = { allOf: [a[name], b[name]] };
  return both;
}
