import { nodeAt, pointerTo } from "@metadata-service/spec-tools/pointer";
import { isNode, type Spec } from "../compare/node.js";

/** The target of a reference, and the JSON pointer to it, without `#`. */
export interface Target {
  value: unknown;
  at: string;
}

/**
 * Resolves a reference within the document: a JSON pointer, or the name of an anchor that exists once. Returns
 * undefined for a reference that leads nowhere, to another document, or to the whole document, which is not a schema.
 */
export function resolve(spec: Spec, reference: string): Target | undefined {
  if (reference.startsWith("#/")) {
    const value = nodeAt(spec, reference);
    return value === undefined ? undefined : { value, at: reference.slice(1) };
  }
  if (!reference.startsWith("#") || reference === "#") return undefined;
  const found = anchorsOf(spec).get(reference.slice(1)) ?? [];
  return found.length === 1 ? found[0] : undefined;
}

const ANCHORS = new WeakMap<Spec, Map<string, Target[]>>();

/** The schemas with an anchor (`$anchor`, `$dynamicAnchor`). */
function anchorsOf(spec: Spec): Map<string, Target[]> {
  const known = ANCHORS.get(spec);
  if (known) return known;
  const anchors = new Map<string, Target[]>();
  const visit = (value: unknown, at: string): void => {
    if (value === null || typeof value !== "object") return;
    if (isNode(value))
      for (const name of new Set([value["$anchor"], value["$dynamicAnchor"]]))
        if (typeof name === "string") anchors.set(name, [...(anchors.get(name) ?? []), { value, at }]);
    for (const [name, inner] of Object.entries(value)) visit(inner, pointerTo(at, name));
  };
  visit(spec, "");
  ANCHORS.set(spec, anchors);
  return anchors;
}
