import { compareNumbers, isWhole, leastWhole, negative, parsedWhole } from "@metadata-service/spec-tools/json";
import { elementOf, type Facts, prefixOf, propertyOf } from "./facts.js";
import { partsOf, type Schema } from "./parts.js";
import { type Type, typeOf } from "./values.js";

/** The largest number of integers that are tried one by one. */
const MAX_INTEGERS = 64;

/** All values that may satisfy the schemas, if there are few enough to try; otherwise undefined. */
export function candidatesOf(facts: Facts): unknown[] | undefined {
  if (facts.values) return facts.values.filter((value) => facts.types.has(typeOf(value)));
  const isListed = (type: Type) =>
    type === "null" || type === "boolean" || (type === "integer" && integers !== undefined);
  const integers = integersOf(facts);
  if (![...facts.types].every(isListed)) return undefined;
  return [
    ...(facts.types.has("null") ? [null] : []),
    ...(facts.types.has("boolean") ? [true, false] : []),
    ...(facts.types.has("integer") ? (integers ?? []) : []),
  ];
}

/** The lowest and the highest integer; infinite if there is no bound. */
export function integerRange({ lowest, highest }: Facts): [lowest: bigint | number, highest: bigint | number] {
  return [leastWhole(lowest.limit, lowest.isExclusive), -leastWhole(highest.limit, highest.isExclusive)];
}

function integersOf(facts: Facts): unknown[] | undefined {
  const [lowest, highest] = integerRange(facts);
  if (highest < lowest) return [];
  if (typeof lowest !== "bigint" || typeof highest !== "bigint" || highest - lowest >= MAX_INTEGERS) return undefined;
  return Array.from({ length: Number(highest - lowest) + 1 }, (_, i) => parsedWhole(lowest + BigInt(i)));
}

/** Whether no value is possible, judged without looking into properties and elements. */
export const isPlainlyEmpty = (facts: Facts): boolean =>
  facts.isFalse || facts.types.size === 0 || candidatesOf(facts)?.length === 0;

/** Whether no value is possible because of what its properties or elements must be. */
export function isEmptyInside(facts: Facts, isEmpty: (schemas: Schema[]) => boolean): boolean {
  return [...facts.types].every((type) => EMPTY[type](facts, isEmpty));
}

const EMPTY: Record<Type, (facts: Facts, isEmpty: (schemas: Schema[]) => boolean) => boolean> = {
  // Their values are tried one by one if no other type is left.
  null: () => false,
  boolean: () => false,
  string: ({ length: [least, most] }) => least > most,
  integer: (facts) => {
    const [lowest, highest] = integerRange(facts);
    return lowest > highest;
  },
  fraction: ({ lowest, highest }) => {
    const order = compareNumbers(lowest.limit, negative(highest.limit));
    return order > 0 || (order === 0 && (lowest.isExclusive || highest.isExclusive || isWhole(lowest.limit)));
  },
  array: (facts, isEmpty) => {
    const [least] = facts.count;
    if (least > mostElements(facts)) return true;
    const indices = Array.from({ length: Math.min(least, prefixOf(facts.parts) + 1) }, (_, i) => i);
    return indices.some((i) => isEmpty(elementOf(facts.parts, i)));
  },
  object: (facts, isEmpty) =>
    facts.size[0] > Math.min(facts.size[1], mostProperties(facts)) ||
    [...facts.required].some((name) => isEmpty(propertyOf(facts, name))),
};

/** The maximum number of elements: an element that allows no value ends the array. */
export function mostElements({ parts, count }: Facts): number {
  const last = prefixOf(parts);
  for (let i = 0; i <= last; i++) if (partsOf(elementOf(parts, i)).isFalse) return Math.min(i, count[1]);
  return count[1];
}

/** The maximum number of properties: the number of their names, if no others are allowed. */
export function mostProperties(facts: Facts): number {
  const names = namesOf(facts);
  return names ? names.filter((name) => canBeThere(facts, name)).length : Number.POSITIVE_INFINITY;
}

/** Whether a property can be present, judged without looking into it. */
export const canBeThere = (facts: Facts, name: string): boolean =>
  !facts.hidden.has(name) && !partsOf(propertyOf(facts, name)).isFalse;

/** The names that properties can have, if no others are allowed. */
export function namesOf({ rests }: Facts): string[] | undefined {
  const closed = rests.find(({ schema, patterns }) => schema.value === false && patterns.size === 0);
  return closed && [...closed.names];
}
