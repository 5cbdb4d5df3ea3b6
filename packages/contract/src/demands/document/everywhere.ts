import { isDeepStrictEqual } from "node:util";
import type { Case } from "../../cases/case.js";
import type { Operation } from "../../document/document.js";
import { groupBy } from "../../lib/group-by.js";
import { isRecord, own } from "../../lib/objects.js";
import type { Inputs } from "../../requests/request.js";
import { isIdentity } from "../../resources/uid.js";
import type { Site } from "../../values/sites.js";
import type { Variant } from "../../values/variants.js";
import { accepted } from "../test-case.js";

/** The longest value that is put together, in characters of JSON: many servers accept bodies of at most 100 kB. */
const LONGEST = 60_000;

/** A body or a parameter. */
interface Whole {
  /** The first is the whole. */
  sites: readonly Site[];
  /** Undefined if the value is not valid, or would not arrive unchanged. */
  valid(site: Site, value: unknown): object | undefined;
  inputs(value: unknown, uid: string, site: Site): Inputs;
  style?: string | undefined;
}

/**
 * Cases whose requests have a valid value of one sort, such as the longest text, in as many places as possible at once. So a
 * sample tries each place, of which the other cases try one at a time.
 */
export function everywhereCases(operation: Operation, whole: Whole, variants: readonly Variant[]): Case[] {
  const [root] = whole.sites;
  if (!root || !whole.valid(root, root.base)) return [];
  const sorts = groupBy(
    variants.filter(({ site }) => site !== root && !isIdentity(operation, site.path)),
    ({ keyword, detail }) => `${keyword} ${detail}`,
  );
  const fits = (value: unknown) => whole.valid(root, value) !== undefined && JSON.stringify(value).length <= LONGEST;
  return [...sorts.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0
      ? []
      : accepted(operation, {
          rule: first.keyword,
          name: `accepts ${first.keyword} in many places at once`,
          why: first.detail,
          style: whole.style,
          broad: true,
          at: root.pointer,
          inputs: (context) => {
            const values = [first, ...others].map(({ site, value }) => site.build(value));
            return whole.inputs(combined(root.base, values, fits), context.uid(), root);
          },
        }),
  );
}

/** Combines values, each of which differs from `base` in one place, as far as the result fits. */
const combined = (base: unknown, values: readonly unknown[], fits: (value: unknown) => boolean): unknown =>
  values.reduce((whole, value) => {
    const more = merged(base, whole, value);
    return fits(more) ? more : whole;
  }, base);

/** Returns `one` with what `other` changes in `base`. Where both change an array, it has the elements of both. */
function merged(base: unknown, one: unknown, other: unknown): unknown {
  if (isDeepStrictEqual(one, base)) return other;
  if (isDeepStrictEqual(other, base) || isDeepStrictEqual(other, one)) return one;
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (!isRecord(one) || !isRecord(other)) return one;
  const before = isRecord(base) ? base : {};
  if (areOfTwoBranches(before, one, other)) return one;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const members = names.map((name) => [name, merged(own(before, name), own(one, name), own(other, name))] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Whether two objects lack different fields of `base`, and one has others: they are of two branches of a union. */
function areOfTwoBranches(base: object, one: object, other: object): boolean {
  const lackedBy = (value: object) => Object.keys(base).filter((name) => !Object.hasOwn(value, name));
  const changes = (value: object) =>
    Object.entries(value).some(([name, each]) => !isDeepStrictEqual(own(Object(base), name), each));
  return !isDeepStrictEqual(lackedBy(one), lackedBy(other)) && (changes(one) || changes(other));
}
