import { compareNumbers, isNumeric, isWhole, type Numeric, negative } from "@metadata-service/spec-tools/json";
import { equal, isNode, list, type Node } from "../compare/node.js";
import { type Evaluated, evaluatedBy, type Rest, restOfItems, restsOf } from "./evaluated.js";
import { namedSchemasIn, type Part, type Parts, partsOf, type Schema, schemaIn, schemasIn } from "./parts.js";
import { leastCommonMultiple, matches, namedTypes, TYPES, type Type } from "./values.js";
import { isWellFormed } from "./well-formed.js";

/** A lower bound of a number. An upper bound is a lower bound of the number's negative. */
export interface Bound {
  limit: Numeric;
  isExclusive: boolean;
}

/**
 * What is certain about all values that satisfy several schemas together. Keywords that are not understood are ignored.
 */
export interface Facts {
  parts: Part[];
  /** Identifies the parts: equal for equal parts. */
  key: string;
  isFalse: boolean;
  types: Set<Type>;
  /** The values that `const` or `enum` list, if there is a list; some of them may be invalid. */
  values: unknown[] | undefined;
  lowest: Bound;
  /** The upper bound, written as a lower bound of the negated number. */
  highest: Bound;
  multiples: Numeric[];
  length: [least: number, most: number];
  count: [least: number, most: number];
  size: [least: number, most: number];
  isUnique: boolean;
  required: Set<string>;
  /** The names of properties that some keyword mentions. */
  names: Set<string>;
  rests: Rest[];
  /** The schemas that the parts have for properties, by name and by pattern. */
  byName: ReadonlyMap<string, readonly Schema[]>;
  byPattern: readonly (readonly [pattern: string, schema: Schema])[];
  /** Properties that are never present: in a request the read-only ones, in a response the write-only ones. */
  hidden: Set<string>;
}

const FREE: Bound = { limit: Number.NEGATIVE_INFINITY, isExclusive: false };

/** Returns the facts about the parts of schemas. */
export function factsOf({ parts: written, isFalse }: Parts, hiddenBy: string): Facts {
  const all = withDependents(written);
  // Negations say nothing certain; in a union with many branches, most parts are negations.
  const parts = all.filter(({ node }) => !isNegation(node));
  const numbers = (keyword: string) =>
    parts.flatMap(({ node }) => (isWellFormed(node, keyword) && isNumeric(node[keyword]) ? [node[keyword]] : []));
  const range = (least: string, most: string): [number, number] => [
    Math.max(0, ...numbers(least).map(Number)),
    Math.min(Number.POSITIVE_INFINITY, ...numbers(most).map(Number)),
  ];
  const rests = parts.flatMap((part) => restsOf(part, "possible"));
  const hidden = hiddenIn(parts, hiddenBy);
  const required = new Set(requiredBy(parts).filter((name) => !hidden.has(name)));
  const [least, most] = range("minProperties", "maxProperties");
  const facts: Facts = {
    parts: all,
    key: all
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join(),
    isFalse,
    types: typesOf(parts),
    values: valuesOf(parts),
    lowest: tightest([...bounds(numbers("minimum"), false), ...bounds(numbers("exclusiveMinimum"), true)]),
    highest: tightest([
      ...bounds(numbers("maximum").map(negative), false),
      ...bounds(numbers("exclusiveMaximum").map(negative), true),
    ]),
    multiples: withCommon(numbers("multipleOf")),
    length: range("minLength", "maxLength"),
    count: range("minItems", "maxItems"),
    size: [Math.max(least, required.size), most],
    isUnique: parts.some(({ node }) => node["uniqueItems"] === true),
    required,
    names: new Set(parts.flatMap((part) => [...namedSchemasIn(part, "properties").keys()])),
    rests,
    byName: schemasByName(all),
    byPattern: all.flatMap((part) => [...namedSchemasIn(part, "patternProperties")]),
    hidden,
  };
  for (const name of [...rests.flatMap(({ names }) => [...names]), ...required]) facts.names.add(name);
  if (facts.multiples.some(isWhole)) facts.types.delete("fraction");
  return facts;
}

const isNegation = (node: Node) => "not" in node && Object.keys(node).length === 1;

/** The properties that have the keyword `readOnly` (or `writeOnly`), wherever it is written. */
export function hiddenIn(parts: readonly Part[], keyword: string): Set<string> {
  const isHidden = (schema: Schema) => partsOf([schema]).parts.some(({ node }) => node[keyword] === true);
  const properties = parts.flatMap((part) => [...namedSchemasIn(part, "properties")]);
  const others = requiredBy(parts).filter((name) => parts.some((part) => unnamed(part, name).some(isHidden)));
  return new Set([...properties.filter(([, schema]) => isHidden(schema)).map(([name]) => name), ...others]);
}

/** The schemas of a part for a property that it does not name. */
function unnamed(part: Part, name: string): Schema[] {
  if (namedSchemasIn(part, "properties").has(name)) return [];
  const byPattern = [...namedSchemasIn(part, "patternProperties")].filter(([pattern]) => matches(pattern, name));
  if (byPattern.length > 0) return byPattern.map(([, schema]) => schema);
  return "additionalProperties" in part.node ? [schemaIn(part, "additionalProperties")] : [];
}

const requiredBy = (parts: readonly Part[]): string[] => {
  const required = new Set(parts.flatMap(({ node }) => list(node["required"]).map(String)));
  const dependents = parts.flatMap(({ node }) =>
    isNode(node["dependentRequired"]) ? Object.entries(node["dependentRequired"]) : [],
  );
  for (let size = -1; size !== required.size; ) {
    size = required.size;
    for (const [name, others] of dependents)
      if (required.has(name)) for (const other of list(others)) required.add(String(other));
  }
  return [...required];
};

/** The parts, and those that also apply because a property is required. */
function withDependents(parts: Part[]): Part[] {
  const required = new Set(requiredBy(parts));
  const dependents = parts.flatMap((part) =>
    [...namedSchemasIn(part, "dependentSchemas")].filter(([name]) => required.has(name)).map(([, schema]) => schema),
  );
  const added = partsOf(dependents).parts.filter(({ id }) => !parts.some((part) => part.id === id));
  return added.length === 0 ? parts : withDependents([...parts, ...added]);
}

function typesOf(parts: readonly Part[]): Set<Type> {
  const types = new Set<Type>(TYPES);
  for (const { node } of parts) {
    const named = "type" in node ? namedTypes(node["type"]) : undefined;
    if (named) for (const type of types) if (!named.includes(type)) types.delete(type);
  }
  return types;
}

function valuesOf(parts: readonly Part[]): unknown[] | undefined {
  const lists = parts.flatMap(({ node }) => [
    ...("const" in node ? [[node["const"]]] : []),
    ...(Array.isArray(node["enum"]) ? [node["enum"]] : []),
  ]);
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((other) => other.some((one) => equal(one, value))));
}

/** Adds the least common multiple: a number that is a multiple of several integers is a multiple of it. */
function withCommon(multiples: Numeric[]): Numeric[] {
  const [first, ...others] = multiples.filter((one) => typeof one === "number" && Number.isInteger(one)) as number[];
  const common = others.reduce((one, other) => one && leastCommonMultiple(one, other), first);
  return common === undefined || others.length === 0 ? multiples : [...multiples, common];
}

const bounds = (limits: Numeric[], isExclusive: boolean): Bound[] => limits.map((limit) => ({ limit, isExclusive }));

const tightest = (all: Bound[]): Bound => all.reduce((one, other) => (isWithin(one, other) ? one : other), FREE);

/** Whether everything that satisfies one lower bound also satisfies the other. */
export function isWithin(one: Bound, other: Bound): boolean {
  const order = compareNumbers(one.limit, other.limit);
  return order > 0 || (order === 0 && (one.isExclusive || !other.isExclusive));
}

/** The schemas that the value of a property must satisfy: by its name, by patterns, and by rules for all others. */
export function propertyOf(facts: Facts, name: string): Schema[] {
  const named = facts.byName.get(name) ?? [];
  const byPattern = facts.byPattern.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema);
  const rests = facts.rests.filter(
    ({ names, patterns }) => !names.has(name) && [...patterns].every((pattern) => matches(pattern, name) === false),
  );
  return [...named, ...byPattern, ...rests.map(({ schema }) => schema)];
}

function schemasByName(parts: readonly Part[]): Map<string, Schema[]> {
  const found = new Map<string, Schema[]>();
  for (const part of parts)
    for (const [name, schema] of namedSchemasIn(part, "properties")) {
      const schemas = found.get(name);
      if (schemas) schemas.push(schema);
      else found.set(name, [schema]);
    }
  return found;
}

/** The schemas that an element must satisfy. */
export function elementOf(parts: readonly Part[], index: number): Schema[] {
  return parts.flatMap((part) => {
    const own = schemasIn(part, "prefixItems")[index];
    const rests = restOfItems(part, "possible").filter(({ from }) => index >= from);
    return [...(own ? [own] : []), ...rests.map(({ schema }) => schema)];
  });
}

/** How many elements at the start have their own schema, in any of the parts. */
export const prefixOf = (parts: readonly Part[]): number =>
  Math.max(
    0,
    ...parts.flatMap((part) => [
      schemasIn(part, "prefixItems").length,
      ...restOfItems(part, "possible").map(({ from }) => from),
    ]),
  );

/** The schemas that the name of a property must satisfy. */
export const nameSchemas = (parts: readonly Part[]): Schema[] =>
  parts.flatMap((part) => ("propertyNames" in part.node ? [schemaIn(part, "propertyNames")] : []));

/** Everything that the schemas may say about properties, in any branch. */
export const mentionedBy = (facts: Facts): Evaluated =>
  evaluatedBy(
    facts.parts.map((part) => ({ ...part, value: part.node })),
    "possible",
  );
