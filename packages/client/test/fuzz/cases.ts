/** Random lists, servers and changes. */
import fc from "fast-check";
import { CONTRADICTIONS, type Fault, type Mutation, type Place, type Quirks, type Server } from "./model.js";

export interface Case extends Server {
  limit: number | undefined;
  width: number;
  offset: number;
}

export const MAX = { standard: 100, linked: 50, array: 200 };
const FAULTS: Fault[] = ["500", "503", "429", "reset", "cut", "html", "empty", ...CONTRADICTIONS];

const quirks: fc.Arbitrary<Quirks> = fc.record({
  clamp: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined, freq: 3 }),
  total: fc.oneof(
    { weight: 8, arbitrary: fc.constant("right" as const) },
    fc.constantFrom("missing", "flickers", "a string" as const),
  ),
  next: fc.constantFrom("absolute", "relative", "foreign", "another scheme"),
  isUnstable: fc.boolean(),
  short: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
}) as fc.Arbitrary<Quirks>;

/** Half of the positions are close to page boundaries, where a move can hide a record. */
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ fromPage: fc.integer({ min: -3, max: 3 }) }),
);

/** Generates changes for some requests of a pull, possibly several for one request. */
function mutationsOf(
  kinds: Mutation["kind"][],
  at: { min: number; max: number },
  most: { times: number; each: number },
) {
  const kind = fc.record({ kind: fc.constantFrom(...kinds), a: place, b: place });
  const atOnce = fc.record({ at: fc.integer(at), all: fc.array(kind, { minLength: 1, maxLength: most.each }) });
  return fc
    .array(atOnce, { minLength: 1, maxLength: most.times })
    .map((times) => times.flatMap(({ at, all }) => all.map((one) => ({ ...one, at }))));
}

type Unchanged = Omit<Case, "mutations">;
type Limited = Pick<Unchanged, "shape" | "limit" | "quirks">;

const limitOf = ({ shape, limit = MAX[shape], quirks: { clamp } }: Limited) => Math.min(limit, clamp ?? limit);

/** Whether the pages of a list can overlap, so that the client detects every move of rows after the first page. */
const overlaps = ({ shape, limit = MAX[shape], quirks: { clamp } }: Limited) =>
  shape === "array" || (limit < MAX[shape] && (clamp === undefined || clamp > limit));

const COMING_AND_GOING: Mutation["kind"][] = ["delete", "append", "delete and append", "insert", "insert and delete"];

/** The changes that a client can detect, and therefore must: see decision 0020. */
const changes = (one: Unchanged): fc.Arbitrary<Mutation[]> => {
  const none: fc.Arbitrary<Mutation[]> = fc.constant([]);
  if (one.quirks.isUnstable) return none;
  const pages = Math.ceil(one.count / Math.max(1, limitOf(one) - 1));
  // Changes happen during the first walk, or also during the walks that repeat it. A change after the last request
  // would test nothing.
  return fc.constantFrom(1, 1, 3).chain((walks) => {
    const within = (min: number) => ({ min, max: min + walks * pages });
    const single = { times: 1, each: 1 };
    if (one.shape === "array" && one.quirks.clamp === 1)
      return mutationsOf([...COMING_AND_GOING, "swap"], within(2), single);
    const membership = overlaps(one)
      ? [
          mutationsOf(COMING_AND_GOING, within(2), { times: 4, each: 4 }),
          mutationsOf(["delete"], within(2), { times: 2, each: 6 }),
        ]
      : [
          mutationsOf(["delete"], within(2), { times: 3, each: 2 }),
          mutationsOf(["append"], within(2), { times: 3, each: 2 }),
          mutationsOf(["delete and append"], within(3), single),
        ];
    return fc.oneof(mutationsOf(["swap"], within(2), { times: 5, each: 3 }), ...membership, none);
  });
};

export const cases: fc.Arbitrary<Case> = fc
  .record({
    shape: fc.constantFrom("standard", "linked", "array" as const),
    pages: fc.integer({ min: 0, max: 9 }),
    rest: fc.oneof(fc.constantFrom(0, 0, 1), fc.integer({ min: 2, max: 20 })),
    limit: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 3 }),
    width: fc.integer({ min: 1, max: 8 }),
    offset: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 30 })),
    quirks,
    faults: fc.dictionary(fc.integer({ min: 1, max: 60 }).map(String), fc.constantFrom(...FAULTS), { maxKeys: 5 }),
    latencies: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 7 }),
  })
  // Includes lists whose last page is full, where there is no room to overlap.
  .map(({ pages, rest, ...one }) => ({
    ...one,
    count: Math.min(pages, Math.floor(450 / limitOf(one))) * limitOf(one) + rest,
  }))
  .chain((one) => changes(one).map((mutations) => ({ ...one, mutations }) as Case))
  // If the pull starts at an offset, records that move across that offset may or may not be returned. Such cases
  // therefore start at 0.
  .map((one) => (one.mutations.length || one.quirks.isUnstable ? { ...one, offset: 0 } : one));
