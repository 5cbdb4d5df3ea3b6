import { pointerTo } from "../document/pointer.js";
import type { Changes } from "./change.js";
import { dereference, list, type Node, type Spec } from "./spec.js";

/** What is the same all the way down from an operation to the leaves of its schemas. */
export interface Comparison {
  changes: Changes;
  before: Spec;
  after: Spec;
  /** Clients write requests and read answers, so the same change can break one side and not the other. */
  direction: "request" | "response";
  /** Pairs of schemas that were compared already: a schema may hold itself. */
  seen: Set<string>;
}

/** A comparison on its way down: what is inside a schema is compared by it. */
export interface Descent extends Comparison {
  diffSchemas(was: Place, is: Place, what: string): void;
}

/** A schema as it stands in its document, its reference not yet followed. */
export interface Place {
  value: unknown;
  at: string;
}

/** How the set of valid values moved: fewer, more, or neither is sure. */
export type Move = "narrowed" | "widened" | "changed";

/**
 * A request breaks where fewer values are accepted than before, an answer where more can come than before. What cannot
 * be compared is taken for the worse.
 */
export function report(comparison: Comparison, move: Move, rule: string, at: string, text: string): void {
  const harmless = comparison.direction === "request" ? "widened" : "narrowed";
  comparison.changes.add(move !== harmless, comparison.direction, `${comparison.direction}-${rule}`, at, text);
}

/** The schema with its reference followed and its `allOf` laid into it. */
export function flat(spec: Spec, { value, at }: Place): { node: Node; at: string; name?: string } {
  if (value === false) return { node: { not: {} }, at };
  const found = dereference(spec, value, at);
  const parts = list(found.node["allOf"]);
  if (parts.length === 0) return found;
  const { allOf: _, ...own } = found.node;
  let node: Node = own;
  for (const [i, part] of parts.entries())
    node = merged(node, flat(spec, { value: part, at: pointerTo(found.at, "allOf", i) }).node);
  return { ...found, node };
}

function merged(a: Node, b: Node): Node {
  const properties = { ...(a["properties"] as Node | undefined), ...(b["properties"] as Node | undefined) };
  const required = [...new Set([...list(a["required"]), ...list(b["required"])])];
  return { ...a, ...b, properties, required };
}
