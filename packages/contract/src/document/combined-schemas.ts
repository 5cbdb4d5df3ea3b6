import { isRecord } from "../lib/objects.js";
import { type Document, type Located, pointerTo, resolve, type Schema } from "./document.js";

const KEYWORDS = ["allOf", "anyOf", "oneOf"] as const;

/**
 * Returns a schema and those that it combines, at any level, with references followed: what it says about a value may be in
 * any of them. Each one is returned once, because they may refer to each other.
 */
export function combinedSchemas(
  document: Document,
  whole: Located<unknown>,
  keywords: readonly (typeof KEYWORDS)[number][] = KEYWORDS,
): Located<Schema>[] {
  const found = new Map<Schema, Located<Schema>>();
  const add = (node: unknown, pointer: string): void => {
    const at = resolve<Schema>(document, node, pointer);
    if (!isRecord(at.node) || found.has(at.node)) return;
    found.set(at.node, at);
    for (const keyword of keywords) {
      const parts: unknown = at.node[keyword];
      if (Array.isArray(parts)) for (const [i, part] of parts.entries()) add(part, pointerTo(at.pointer, keyword, i));
    }
  };
  add(whole.node, whole.pointer);
  return [...found.values()];
}
