/**
 * Random lists, servers and changes against a model. Each record that was there throughout comes exactly once, or the pull
 * ends in a ClientError; with a bounded number of requests, and the key sent to one origin only.
 *
 * A failure prints the seed and the path of the smallest case; `FUZZ_SEED=… FUZZ_PATH=…` replays it. `FUZZ_RUNS` says how
 * many cases there are.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ClientError } from "../../src/index.js";
import { LISTS, uids } from "../lists.js";
import { clientOf, type Fault, type Mutation, ORIGIN, type Quirks, type Server, startModel } from "./model.js";
import { parameters } from "./parameters.js";

interface Case extends Server {
  limit: number | undefined;
  width: number;
  offset: number;
}

const MAX = { standard: 100, linked: 50, array: 200 };
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

const cases: fc.Arbitrary<Case> = fc
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

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(() => void process.off("unhandledRejection", note));

test("a pull returns each record that was there throughout once, or fails with a ClientError", async () => {
  const outcomes = { complete: 0, failed: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { rows, ever, log, fetch } = startModel(one);
      const before = uids(rows).slice(one.offset);
      const client = clientOf(fetch);
      const query = { offset: one.offset, ...(one.limit && { limit: one.limit }) };
      const outcome = await LISTS[one.shape](client, query, { concurrency: one.width })
        .toArray()
        .catch((error: unknown) => error);

      expect([...log.origins]).toEqual(log.requests ? [ORIGIN] : []);
      const stride = Math.max(1, Math.min(one.limit ?? MAX[one.shape], one.quirks.clamp ?? 1000) - 1);
      const walk = 3 * Math.ceil(ever.size / stride) + 2 * one.width + 10;
      expect(log.pages).toBeLessThanOrEqual(5 * walk);
      if (outcome instanceof ClientError) {
        outcomes.failed++;
        return;
      }
      outcomes.complete++;
      const got = uids(outcome as { uid: string }[]);
      expect(new Set(got).size).toBe(got.length);
      expect(got.filter((uid) => !ever.has(uid))).toEqual([]);
      const after = new Set(uids(rows));
      const returned = new Set(got);
      expect(before.filter((uid) => after.has(uid) && !returned.has(uid))).toEqual([]);
    }),
    parameters(),
  );
  await new Promise(setImmediate);
  expect(unhandled).toEqual([]);
  // Otherwise the property would hold of nothing.
  expect(outcomes.complete).toBeGreaterThan(outcomes.failed);
});
