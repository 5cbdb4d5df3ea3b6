// biome-ignore-all lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
import type { Random } from "./random.js";

export type Schema = boolean | { [keyword: string]: unknown };

/** A schema, and the components that it may refer to. */
export interface Version {
  schema: Schema;
  components: Record<string, Schema>;
}

/** Few names and values, so that random schemas often use the same ones. */
export const NAMES = ["a", "b", "x1"] as const;
const PATTERNS = ["^x", "a", "^[ab]$"] as const;
export const SCALARS = ["", "a", "ab", "abc", "x1", -1, 0, 0.5, 1, 2, 3, 4, true, false, null] as const;
const TYPES = ["string", "integer", "number", "boolean", "null", "array", "object"] as const;
export const COMPONENTS = ["One", "Two", "Three"] as const;

/** Makes the value of a keyword; `inner` makes a schema one level deeper. */
type Maker = (random: Random, inner: () => Schema) => unknown;

const count: Maker = (random) => random.below(4);
const one: Maker = (_, inner) => inner();
const several: Maker = (random, inner) => Array.from({ length: 1 + random.below(2) + random.below(2) }, inner);
const byName: Maker = (random, inner) => Object.fromEntries(random.some(NAMES, 2).map((name) => [name, inner()]));
const bound: Maker = (random) => random.pick([-1, 0, 0.5, 1, 2, 3]);
const openOrClosed: Maker = (random, inner) => (random.chance(0.5) ? false : random.chance(0.2) ? true : inner());

/** The keywords of JSON Schema 2020-12 that affect validity, by the type that they apply to. */
const KEYWORDS: Record<string, Record<string, Maker>> = {
  any: {
    type: (random) => (random.chance(0.75) ? random.pick(TYPES) : random.some(TYPES, 3)),
    enum: (random) => random.some(SCALARS, 4),
    const: (random) => random.pick(SCALARS),
    allOf: several,
    anyOf: several,
    oneOf: several,
    not: one,
    $ref: (random) => `#/components/schemas/${random.pick(COMPONENTS)}`,
  },
  condition: { if: one, then: one, else: one },
  number: {
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: bound,
    exclusiveMaximum: bound,
    multipleOf: (random) => random.pick([0.5, 1, 2, 3]),
  },
  string: { minLength: count, maxLength: count, pattern: (random) => random.pick(PATTERNS) },
  array: {
    items: openOrClosed,
    prefixItems: several,
    contains: one,
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    uniqueItems: (random) => random.chance(0.8),
    unevaluatedItems: openOrClosed,
  },
  object: {
    properties: byName,
    patternProperties: (random, inner) => ({ [random.pick(PATTERNS)]: inner() }),
    additionalProperties: openOrClosed,
    unevaluatedProperties: openOrClosed,
    propertyNames: one,
    required: (random) => random.some(NAMES, 2),
    minProperties: count,
    maxProperties: count,
    dependentRequired: (random) => ({ [random.pick(NAMES)]: random.some(NAMES, 2) }),
    dependentSchemas: (random, inner) => ({ [random.pick(NAMES)]: inner() }),
  },
};
const GROUPS = ["any", "any", "any", "number", "string", "array", "object", "object", "object", "condition"] as const;

/** Makes a schema like most schemas that people write: of one type, with keywords of that type. */
function typical(random: Random, depth: number): Schema {
  const type = random.pick(["string", "integer", "number", "array", "object", "object"]);
  const schema: Schema = { type };
  const makers = Object.entries(KEYWORDS[type === "integer" ? "number" : type] ?? {});
  const inner = () => randomSchema(random, depth - 1);
  for (let i = random.below(depth > 0 ? 4 : 2); i > 0; i--) {
    const [keyword, make] = random.pick(makers);
    schema[keyword] = make(random, inner);
  }
  return schema;
}

/** Makes any combination of keywords. */
export function randomSchema(random: Random, depth: number): Schema {
  if (random.chance(0.04)) return random.chance(0.6);
  if (random.chance(0.5)) return typical(random, depth);
  const schema: Schema = {};
  for (let i = random.below(3) + (depth > 0 ? 1 : 0); i > 0; i--) addKeyword(random, schema, depth);
  return schema;
}

const NESTED = /Of$|^(not|if|then|else|contains|items|prefixItems|propert|pattern|addit|uneval|dependentSch)/;

function addKeyword(random: Random, schema: { [keyword: string]: unknown }, depth: number): void {
  const [keyword, make] = random.pick(Object.entries(KEYWORDS[random.pick(GROUPS)] ?? {}));
  const isNested = NESTED.test(keyword) && keyword !== "multipleOf" && keyword !== "pattern";
  if (isNested && depth <= 0) return;
  schema[keyword] = make(random, () => randomSchema(random, depth - 1));
}

/**
 * Returns the schema after one small edit somewhere in it: a keyword added, removed or replaced, or the schema wrapped.
 */
export function edited(random: Random, schema: Schema, depth = 2): Schema {
  const copy = structuredClone(schema);
  const places: { [keyword: string]: unknown }[] = [];
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    if (!Array.isArray(value)) places.push(value as { [keyword: string]: unknown });
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(copy);
  if (places.length === 0 || random.chance(0.1)) return rewritten(random, copy, depth);
  const place = random.pick(places);
  const keywords = Object.keys(place);
  if (keywords.length > 0 && random.chance(0.4)) delete place[random.pick(keywords)];
  else if (Object.values(place).every((value) => value !== null && typeof value === "object" && !Array.isArray(value)))
    // If the edit is in a map of schemas, such as `properties`, this adds a property; in a schema, it adds an unknown
    // keyword, which `withoutUnknown` removes.
    place[random.pick(NAMES)] = randomSchema(random, 1);
  else addKeyword(random, place, depth);
  return withoutUnknown(copy) as Schema;
}

const ALL = new Set(Object.values(KEYWORDS).flatMap((group) => Object.keys(group)));
const MAPS = ["properties", "patternProperties", "dependentSchemas", "dependentRequired"];
const areNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === "string");

/** Removes what an edit inserted at places where it has no meaning. */
function withoutUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([keyword, inner]): [string, unknown][] => {
      if (!ALL.has(keyword)) return [];
      if (!MAPS.includes(keyword)) return [[keyword, withoutUnknown(inner)]];
      const fits = (one: unknown) =>
        keyword === "dependentRequired"
          ? areNames(one)
          : typeof one === "boolean" || (one !== null && typeof one === "object" && !Array.isArray(one));
      const kept = Object.entries(inner as object).filter(([, one]) => fits(one));
      return [[keyword, Object.fromEntries(kept.map(([name, one]) => [name, withoutUnknown(one)]))]];
    }),
  );
}

/** Returns the same or a similar schema, written differently. */
function rewritten(random: Random, schema: Schema, depth: number): Schema {
  return random.pick<() => Schema>([
    () => ({ allOf: [schema] }),
    () => ({ anyOf: [schema] }),
    () => ({ oneOf: [schema] }),
    () => ({ allOf: [schema, randomSchema(random, depth - 1)] }),
    () => ({ anyOf: [randomSchema(random, depth - 1), schema] }),
    () => ({ oneOf: [schema, randomSchema(random, depth - 1)] }),
    () => ({ not: { not: schema } }),
  ])();
}
