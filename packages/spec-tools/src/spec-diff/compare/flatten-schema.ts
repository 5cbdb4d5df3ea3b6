import { pointerTo } from "../../document/pointer.js";
import type { Changes } from "../change.js";
import { dereference, equal, isNode, list, type Node, type Spec } from "./node.js";

/** A schema as it is written in its document, its reference not yet followed. */
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

/** How deep parts may have parts; a schema that is all of itself would have no end. */
const MAX_PARTS = 30;

/** Follows the reference of a schema and merges its `allOf` into it: a value must satisfy all of them. */
export function flattenSchema(spec: Spec, { value, at }: Place, changes?: Changes, depth = 0): Flat {
  if (value === false) return { node: { not: {} }, at };
  const found = dereference(spec, value, at);
  const parts = list(found.node["allOf"]);
  if (parts.length === 0 || depth > MAX_PARTS) return found;
  const place = pointerTo(found.at, "allOf");
  // What the parts say is compared as one schema, in which every keyword is looked at.
  changes?.examined(found.at);
  const { allOf: _, ...own } = found.node;
  const node = parts
    .map((part, i) => flattenSchema(spec, { value: part, at: pointerTo(place, i) }, changes, depth + 1).node)
    .reduce(intersection, own);
  return { ...found, node };
}

const HIGHEST = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"];
const LOWEST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"];
const MAPS = ["properties", "patternProperties", "dependentSchemas"];
const TEXTS = [
  "title",
  "description",
  "examples",
  "example",
  "default",
  "$comment",
  "deprecated",
  "readOnly",
  "writeOnly",
];

/** The schema that a value satisfies where it satisfies both. */
function intersection(a: Node, b: Node): Node {
  const both: Node = { ...a };
  for (const [keyword, value] of Object.entries(b))
    both[keyword] = keyword in a && !equal(a[keyword], value) ? combined(keyword, a[keyword], value) : value;
  return both;
}

/** What is left of a keyword of two schemas that both apply, for those where that is known. */
const COMBINE: Record<string, (a: unknown, b: unknown) => unknown> = {
  ...Object.fromEntries(HIGHEST.map((keyword) => [keyword, (a, b) => Math.max(Number(a), Number(b))])),
  ...Object.fromEntries(LOWEST.map((keyword) => [keyword, (a, b) => Math.min(Number(a), Number(b))])),
  ...Object.fromEntries(MAPS.map((keyword) => [keyword, intersectionOfMaps])),
  // Texts do not have to hold together; the last one is shown.
  ...Object.fromEntries(TEXTS.map((keyword) => [keyword, (_, b) => b])),
  required: (a, b) => [...new Set([...list(a), ...list(b)])],
  enum: (a, b) => list(a).filter((value) => list(b).some((other) => equal(value, other))),
  type: (a, b) => [a].flat().flatMap((one) => [b].flat().flatMap((other) => commonType(one, other))),
  additionalProperties: intersectionOfSchemas,
  items: intersectionOfSchemas,
};

/** Of keywords that cannot be merged, both are kept: any difference between two such pairs is a change. */
const combined = (keyword: string, a: unknown, b: unknown): unknown => COMBINE[keyword]?.(a, b) ?? { both: [a, b] };

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
    if (name in b && !equal(a[name], b[name])) both[name] = { allOf: [a[name], b[name]] };
  return both;
}
