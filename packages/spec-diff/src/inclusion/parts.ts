import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { withNamedPatterns } from "../compare/declared-properties.js";
import { isNode, type Node, type Spec } from "../compare/node.js";
import { resolve } from "./resolve.js";

/** A schema as it is written somewhere in a document. */
export interface Schema {
  spec: Spec;
  value: unknown;
  at: string;
}

/**
 * One of several schema objects that a value must satisfy together. A `$ref` and each entry of an `allOf`
 * are separate parts.
 */
export interface Part {
  spec: Spec;
  node: Node;
  at: string;
  /** Identifies the schema object: equal only for the same object of the same document. */
  id: number;
}

/** The combination of several schemas. */
export interface Parts {
  parts: Part[];
  /** Whether `false` is among them, so that no value satisfies them. */
  isFalse: boolean;
  /** Places with something that is not a schema, or with a reference that leads nowhere. */
  unclear: string[];
}

const IDS = new WeakMap<Spec, WeakMap<Node, number>>();
let lastId = 0;

function idOf(spec: Spec, node: Node): number {
  const ids = IDS.get(spec) ?? new WeakMap<Node, number>();
  IDS.set(spec, ids);
  const id = ids.get(node) ?? ++lastId;
  ids.set(node, id);
  return id;
}

/**
 * Takes schemas apart: each reference and each entry of an `allOf` becomes a part. A schema that is reached twice is
 * one part, since requiring it twice requires no more; therefore schemas that contain themselves do not loop.
 */
export function partsOf(schemas: readonly Schema[]): Parts {
  const [first] = schemas;
  if (schemas.length === 1 && first) return partsOfOne(first);
  const parts = new Map<number, Part>();
  const unclear: string[] = [];
  let isFalse = false;
  for (const one of schemas.map(partsOfOne)) {
    for (const part of one.parts) if (!parts.has(part.id)) parts.set(part.id, part);
    unclear.push(...one.unclear);
    isFalse ||= one.isFalse;
  }
  return { parts: [...parts.values()], isFalse, unclear };
}

const TAKEN_APART = new WeakMap<Spec, WeakMap<Node, Parts>>();

function partsOfOne(schema: Schema): Parts {
  const { spec, value } = schema;
  if (!isNode(value)) return takeApart(schema);
  const known = TAKEN_APART.get(spec) ?? new WeakMap<Node, Parts>();
  TAKEN_APART.set(spec, known);
  const parts = known.get(value) ?? takeApart(schema);
  known.set(value, parts);
  return parts;
}

function takeApart(schema: Schema): Parts {
  const found: Parts = { parts: [], isFalse: false, unclear: [] };
  const seen = new Set<number>();
  const visit = ({ spec, value, at }: Schema): void => {
    if (!isNode(value)) {
      if (value === false) found.isFalse = true;
      else if (value !== true && value !== undefined) found.unclear.push(at);
      return;
    }
    const id = idOf(spec, value);
    if (seen.has(id)) return;
    seen.add(id);
    if (Object.keys(value).some((keyword) => keyword !== "$ref" && keyword !== "allOf"))
      found.parts.push({ spec, node: withNamedPatterns(value), at, id });
    for (const within of partsWithin({ spec, node: value, at }, found.unclear)) visit(within);
  };
  visit(schema);
  return found;
}

/** The schemas that a schema object refers to, and the entries of its `allOf`. */
function partsWithin({ spec, node, at }: { spec: Spec; node: Node; at: string }, unclear: string[]): Schema[] {
  const within: Schema[] = [];
  if ("$ref" in node) {
    const target = typeof node["$ref"] === "string" ? resolve(spec, node["$ref"]) : undefined;
    if (target) within.push({ spec, ...target });
    else unclear.push(pointerTo(at, "$ref"));
  }
  if (Array.isArray(node["allOf"]))
    within.push(...node["allOf"].map((value, i) => ({ spec, value, at: pointerTo(at, "allOf", i) })));
  else if ("allOf" in node) unclear.push(pointerTo(at, "allOf"));
  return within;
}

/** The schema that is the value of a keyword. */
export const schemaIn = ({ spec, node, at }: Part, keyword: string): Schema => ({
  spec,
  value: node[keyword],
  at: pointerTo(at, keyword),
});

/** The schemas in the list of a keyword. */
export const schemasIn = ({ spec, node, at }: Part, keyword: string): Schema[] =>
  Array.isArray(node[keyword]) ? node[keyword].map((value, i) => ({ spec, value, at: pointerTo(at, keyword, i) })) : [];

const NAMED = new WeakMap<Part, Map<string, ReadonlyMap<string, Schema>>>();

/** The schemas in the map of a keyword, by name. A proof asks for them for each property, so they are kept. */
export function namedSchemasIn(part: Part, keyword: string): ReadonlyMap<string, Schema> {
  const known = NAMED.get(part) ?? new Map<string, ReadonlyMap<string, Schema>>();
  NAMED.set(part, known);
  const found = known.get(keyword) ?? readNamedSchemas(part, keyword);
  known.set(keyword, found);
  return found;
}

function readNamedSchemas({ spec, node, at }: Part, keyword: string): Map<string, Schema> {
  const map = node[keyword];
  const named = isNode(map) ? Object.entries(map) : [];
  return new Map(named.map(([name, value]) => [name, { spec, value, at: pointerTo(at, keyword, name) }]));
}
