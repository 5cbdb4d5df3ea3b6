import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { generateSync } from "json-schema-faker";
import { hash } from "../data/hash.js";
import type { Generate } from "./value.js";

/** How many different values are kept for a schema, and how many attempts they may take. */
const MOST_VALUES = 12;
const MOST_ATTEMPTS = 150;
/** How many different texts are made of a pattern. */
const MOST_TEXTS = 100_000;

/**
 * Values of json-schema-faker for the schema at a pointer: invalid ones are discarded. They are made once, and each
 * row has one of them.
 */
export function fallbackValues(
  document: OpenApiDocument,
  pointer: string,
  fits: (value: unknown) => boolean,
): Generate {
  let values: unknown[] | undefined;
  const root = { components: document.components, paths: document.paths, $ref: pointer };
  return ({ stream, row }) => {
    values ??= collect((seed) => generateSync(root as never, { seed, maxDepth: 6 }), fits);
    return values.length === 0 ? undefined : values[hash(stream, row) % values.length];
  };
}

/** Texts that match one of some patterns, the judge willing. */
export function patternValues(patterns: readonly string[], fits: (value: unknown) => boolean): Generate {
  const make = (pattern: string) => (seed: number) =>
    generateSync({ type: "string", pattern: plainClasses(pattern) }, { seed });
  /** The first pattern of which texts can be made, and a few of these. */
  let found: { readonly pattern: string; readonly few: unknown[] } | undefined;
  const first = () => {
    const all = patterns.map((pattern) => ({ pattern, few: collect(make(pattern), fits) }));
    return all.find(({ few }) => few.length > 0) ?? { pattern: "", few: [] };
  };
  /** Made one by one: texts identify records, and with as few as other values have, records would share them. */
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

/** The classes of Unicode, which json-schema-faker does not read, as those of ASCII that they contain. */
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
      // A schema that it cannot read at all: there is nothing more to try.
      break;
    }
  }
  return [...found.values()];
}
