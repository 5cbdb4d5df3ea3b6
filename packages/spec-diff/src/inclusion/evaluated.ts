import { isNode } from "../compare/node.js";
import { namedSchemasIn, type Part, type Parts, partsOf, type Schema, schemaIn, schemasIn } from "./parts.js";

/**
 * Which keywords count: `certain` counts those that apply to every value, `possible` also those that may apply to some
 * (the branches of a union, `then`).
 */
export type Extent = "certain" | "possible";

/** The properties and elements that a schema evaluates. */
export interface Evaluated {
  /** Whether it evaluates every property. */
  all: boolean;
  /** Whether it constrains properties that it does not name. */
  isRestAsked: boolean;
  names: Set<string>;
  patterns: Set<string>;
  /** Whether it evaluates all elements of an array; if not, `items` is how many it evaluates from the start. */
  allItems: boolean;
  items: number;
}

/** What the keywords of one schema object, and of the schemas in it that concern the same value, evaluate. */
export function evaluatedBy(schemas: readonly Schema[], extent: Extent, without?: Part): Evaluated {
  const found: Evaluated = {
    all: false,
    isRestAsked: false,
    names: new Set(),
    patterns: new Set(),
    allItems: false,
    items: 0,
  };
  const seen = new Set<number>();
  const visit = ({ parts, unclear }: Parts): void => {
    if (unclear.length > 0 && extent === "possible") {
      found.all = true;
      found.isRestAsked = true;
      found.allItems = true;
    }
    for (const part of parts) {
      if (seen.has(part.id)) continue;
      seen.add(part.id);
      addOwn(found, part, extent, part.id === without?.id);
      if (extent === "possible") visit(partsOf(branchesOf(part)));
    }
  };
  visit(partsOf(schemas));
  return found;
}

function addOwn(found: Evaluated, part: Part, extent: Extent, isOuter: boolean): void {
  const { node } = part;
  for (const name of namedSchemasIn(part, "properties").keys()) found.names.add(name);
  for (const pattern of namedSchemasIn(part, "patternProperties").keys()) found.patterns.add(pattern);
  found.items = Math.max(found.items, schemasIn(part, "prefixItems").length);
  const has = (...keywords: string[]) => keywords.some((keyword) => keyword in node);
  // A dynamic reference may evaluate anything.
  const isDynamic = extent === "possible" && has("$dynamicRef", "$recursiveRef");
  const [rest, items] = isOuter ? [[], []] : [["unevaluatedProperties"], ["unevaluatedItems"]];
  found.all ||= isDynamic || has("additionalProperties", ...rest);
  found.allItems ||= isDynamic || has("items", ...items) || (extent === "possible" && has("contains"));
  const asked = [node["additionalProperties"], node["unevaluatedProperties"]];
  found.isRestAsked ||= isDynamic || asked.some((schema) => !asksNothing(schema));
}

/** `true` and the empty schema constrain nothing. */
const asksNothing = (schema: unknown): boolean =>
  schema === undefined || schema === true || (isNode(schema) && Object.keys(schema).length === 0);

/** The schemas that apply to the same value under a condition. */
const branchesOf = (part: Part): Schema[] => [
  ...["anyOf", "oneOf"].flatMap((keyword) => schemasIn(part, keyword)),
  ...["if", "then", "else"].map((keyword) => schemaIn(part, keyword)),
  ...namedSchemasIn(part, "dependentSchemas").values(),
];

/** The constraint on all remaining properties: `additionalProperties` or `unevaluatedProperties`. */
export interface Rest {
  keyword: string;
  names: Set<string>;
  patterns: Set<string>;
  schema: Schema;
}

/**
 * Returns the constraints of a part on its remaining properties. `certain` leaves out those that never apply,
 * `possible` also those that may not apply.
 */
export function restsOf(part: Part, extent: Extent): Rest[] {
  const rests: Rest[] = [];
  if ("additionalProperties" in part.node)
    rests.push({
      keyword: "additionalProperties",
      names: new Set(namedSchemasIn(part, "properties").keys()),
      patterns: new Set(namedSchemasIn(part, "patternProperties").keys()),
      schema: schemaIn(part, "additionalProperties"),
    });
  if ("unevaluatedProperties" in part.node) {
    const { all, names, patterns } = evaluatedBy([{ ...part, value: part.node }], extent, part);
    if (!all)
      rests.push({
        keyword: "unevaluatedProperties",
        names,
        patterns,
        schema: schemaIn(part, "unevaluatedProperties"),
      });
  }
  return rests;
}

export interface RestOfItems {
  keyword: string;
  from: number;
  schema: Schema;
}

/** The constraints on the elements from an index on: `items` and `unevaluatedItems`. */
export function restOfItems(part: Part, extent: Extent): RestOfItems[] {
  const rests: RestOfItems[] = [];
  if ("items" in part.node)
    rests.push({ keyword: "items", from: schemasIn(part, "prefixItems").length, schema: schemaIn(part, "items") });
  if ("unevaluatedItems" in part.node) {
    const { allItems, items } = evaluatedBy([{ ...part, value: part.node }], extent, part);
    if (!allItems) rests.push({ keyword: "unevaluatedItems", from: items, schema: schemaIn(part, "unevaluatedItems") });
  }
  return rests;
}
