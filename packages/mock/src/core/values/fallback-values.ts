import { lengthOf, nodeAt, type OpenApiDocument, shortened } from "@metadata-service/spec-tools";
import { generateSync } from "json-schema-faker";
import { hash } from "../data/hash.js";
import type { Generate } from "./value.js";

/** The maximum number of different values per schema, and of attempts to generate them. */
const MOST_VALUES = 12;
const MOST_ATTEMPTS = 150;
/** The maximum depth of a generated value. */
const MOST_LEVELS = 6;
/** The maximum number of different strings per pattern. */
const MOST_TEXTS = 100_000;
/** The maximum length of a generated value as JSON. */
const MOST_CHARACTERS = 100_000;

/**
 * Generates values with json-schema-faker for the schema at a pointer, and discards invalid ones. The pool is generated
 * once; each row uses one of its values.
 */
export function fallbackValues(
  document: OpenApiDocument,
  pointer: string,
  fits: (value: unknown) => boolean,
): Generate {
  let values: unknown[] | undefined;
  return ({ stream, row }) => {
    values ??= valuesOf(selfContained(document, pointer), fits);
    return values.length === 0 ? undefined : values[hash(stream, row) % values.length];
  };
}

function valuesOf(schema: object, fits: (value: unknown) => boolean): unknown[] {
  const isSmall = (value: unknown) => (JSON.stringify(value)?.length ?? 0) <= MOST_CHARACTERS;
  return collect(
    (seed) => generateSync(schema as never, { seed, maxDepth: MOST_LEVELS }),
    (value) => isSmall(value) && fits(value),
  );
}

const COUNTS = /^(?:min|max)(?:Contains|Items|Length|Properties)$/;

/** Returns a pattern for which json-schema-faker generates no longer texts than necessary; one that matches everything if those are too long. */
const boundedPattern = (pattern: string) => (lengthOf(pattern) > MOST_CHARACTERS ? "" : shortened(pattern));

/** Copies a schema with the schemas that it refers to, and nothing else of the document. */
function selfContained(document: OpenApiDocument, pointer: string): object {
  const hasOptional = !isWide(document, nodeAt(document, pointer));
  const names = new Map<string, string>();
  const $defs: Record<string, unknown> = {};
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, copyMember(name, value)]));
  };
  const copyMember = (name: string, value: unknown): unknown => {
    if (name === "$ref" && typeof value === "string") return refer(value);
    if (name === "pattern" && typeof value === "string") return boundedPattern(value);
    if (name === "properties" && !hasOptional) return {};
    // What would be larger is generated too small, and then discarded.
    return COUNTS.test(name) && typeof value === "number" ? Math.min(value, MOST_CHARACTERS) : copy(value);
  };
  const refer = (target: string): string => {
    const known = names.get(target);
    const name = known ?? `s${names.size}`;
    if (known === undefined) {
      names.set(target, name);
      $defs[name] = copy(nodeAt(document, target));
    }
    return `#/$defs/${name}`;
  };
  return { $ref: refer(pointer), $defs };
}

/** How many values of a schema json-schema-faker may write out, to its maximum depth. */
const MOST_WRITTEN = 10_000;

/** Returns whether a schema, written out, is too large for json-schema-faker, which then gets it without its properties. */
function isWide(document: OpenApiDocument, schema: unknown): boolean {
  let left = MOST_WRITTEN;
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== "object" || node === null || depth > 2 * MOST_LEVELS || --left < 0) return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === "string") visit(nodeAt(document, $ref), depth);
    for (const child of Object.values(node)) visit(child, depth + 1);
  };
  visit(schema, 0);
  return left < 0;
}

/** Generates strings that match one of several patterns and pass `fits`. */
export function patternValues(patterns: readonly string[], fits: (value: unknown) => boolean): Generate {
  const make = (pattern: string) => (seed: number) =>
    generateSync({ type: "string", pattern: plainClasses(boundedPattern(pattern)) }, { seed });
  /** The first pattern for which strings can be generated, with a few of them. */
  let found: { readonly pattern: string; readonly few: unknown[] } | undefined;
  const first = () => {
    const all = patterns.map((pattern) => ({ pattern, few: collect(make(pattern), fits) }));
    return all.find(({ few }) => few.length > 0) ?? { pattern: "", few: [] };
  };
  /** Generated one at a time: strings often identify records, and a small pool would cause duplicates. */
  const texts = new Map<number, unknown>();
  return ({ stream, row }) => {
    found ??= first();
    const { pattern, few } = found;
    if (few.length === 0) return undefined;
    const slot = hash(stream, row) % MOST_TEXTS;
    if (!texts.has(slot)) {
      const text = make(pattern)(MOST_ATTEMPTS + slot);
      texts.set(slot, fits(text) ? text : few[slot % few.length]);
    }
    return texts.get(slot);
  };
}

const CLASSES: Readonly<Record<string, string>> = { Lu: "A-Z", Ll: "a-z", L: "a-zA-Z", N: "0-9", Nd: "0-9" };

/** Replaces Unicode classes, which json-schema-faker does not support, with the ASCII characters that they contain. */
function plainClasses(pattern: string): string {
  return pattern.replace(/\\p\{(\w+)\}/g, (all, name: string, at: number) => {
    const plain = CLASSES[name];
    if (plain === undefined) return all;
    return pattern.lastIndexOf("[", at) > pattern.lastIndexOf("]", at) ? plain : `[${plain}]`;
  });
}

function collect(make: (seed: number) => unknown, fits: (value: unknown) => boolean): unknown[] {
  const found = new Map<string, unknown>();
  for (let seed = 1; seed <= MOST_ATTEMPTS && found.size < MOST_VALUES; seed++) {
    try {
      const value = make(seed);
      if (value !== undefined && fits(value)) found.set(JSON.stringify(value), value);
    } catch {
      // It cannot process this schema at all, so further attempts are useless.
      break;
    }
  }
  return [...found.values()];
}
