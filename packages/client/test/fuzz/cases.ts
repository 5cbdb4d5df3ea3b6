/** Random lists, servers and changes. */
import fc from "fast-check";
import type { Fault, Mutation, Quirks, Server } from "./model.js";

export interface Case extends Server {
  limit: number | undefined;
  width: number;
  offset: number;
}

export const MAX = { standard: 100, linked: 50, array: 200 };
const FAULTS: Fault[] = ["500", "503", "429", "reset", "cut", "html", "empty"];

const quirks: fc.Arbitrary<Quirks> = fc.record({
  clamp: fc.option(fc.integer({ min: 2, max: 20 }), { nil: undefined, freq: 3 }),
  total: fc.oneof(
    { weight: 8, arbitrary: fc.constant("right" as const) },
    fc.constantFrom("missing", "flickers", "a string" as const),
  ),
  next: fc.constantFrom("absolute", "relative", "foreign", "another scheme"),
  empty: fc.constantFrom("[]", "null"),
  isUnstable: fc.boolean(),
  short: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
}) as fc.Arbitrary<Quirks>;

const part = fc.double({ min: 0, max: 1, noNaN: true });
const mutationsOf = (kinds: Mutation["kind"][], from: number, maxLength: number) =>
  fc.array(fc.record({ at: fc.integer({ min: from, max: 40 }), kind: fc.constantFrom(...kinds), a: part, b: part }), {
    maxLength,
  });

/** Whether the pages of a list can overlap, so that every move of rows behind the first one shows. */
const overlaps = ({ shape, limit = MAX[shape], quirks: { clamp } }: Pick<Case, "shape" | "limit" | "quirks">) =>
  shape === "array" || (limit < MAX[shape] && (clamp === undefined || clamp > limit));

/** What can be seen of changes, and so has to be: see decision 0075. */
const changes = (one: Pick<Case, "shape" | "limit" | "quirks">): fc.Arbitrary<Mutation[]> => {
  const none: fc.Arbitrary<Mutation[]> = fc.constant([]);
  if (one.quirks.isUnstable) return none;
  const permutations = mutationsOf(["swap"], 2, 6);
  const membership = overlaps(one)
    ? mutationsOf(["delete", "append", "delete and append", "insert", "insert and delete"], 2, 8)
    : mutationsOf(["delete", "append", "delete and append"], 3, 1);
  return fc.oneof(permutations, membership, none);
};

export const cases: fc.Arbitrary<Case> = fc
  .record({
    shape: fc.constantFrom("standard", "linked", "array" as const),
    count: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 450 })),
    limit: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 4 }),
    width: fc.integer({ min: 1, max: 8 }),
    offset: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 30 })),
    quirks,
    faults: fc.dictionary(fc.integer({ min: 1, max: 60 }).map(String), fc.constantFrom(...FAULTS), { maxKeys: 5 }),
    latencies: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 7 }),
  })
  .chain((one) => changes(one as Case).map((mutations) => ({ ...one, mutations }) as Case))
  // What crosses the start of a list that is read from the middle is not in it, or is by chance.
  .map((one) => (one.mutations.length || one.quirks.isUnstable ? { ...one, offset: 0 } : one));
