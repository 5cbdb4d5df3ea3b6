/**
 * Runs random syncs against a model whose records change at the same time. Some run must return the latest version of
 * each record, whatever the clocks show, however coarse the timestamps are, and however late changes become visible, as
 * long as the delay is within the overlap. A run sends at most three times the requests that it would need if the list
 * did not change.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Client, ClientError, type SyncBatch } from "../../src/index.js";
import { clientOf } from "./model.js";
import { parameters } from "./parameters.js";
import { type Case, startModel } from "./sync-model.js";

const kind = fc.constantFrom("update", "update", "update", "delete", "add");
const part = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }));

const cases: fc.Arbitrary<Case> = fc
  .record({
    shape: fc.constantFrom("linked", "array"),
    pages: fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 6 })),
    rest: fc.constantFrom(0, 0, 1, 2, 5),
    limit: fc.integer({ min: 1, max: 12 }),
    clamp: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 3 }),
    width: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(20)),
    dated: fc.constantFrom("always", "always", "never", "never", "sometimes"),
    ahead: fc.constantFrom(0, 400, 90_000, 7_200_000, -90_000),
    grain: fc.constantFrom(1, 1000, 60_000),
    late: fc.constantFrom(0, 0, 700, 20_000),
    lateParts: fc.array(fc.constantFrom(0, 0.3, 1), { minLength: 1, maxLength: 5 }),
    order: fc.constantFrom("created", "created", "updated", "newest first", "last updated first"),
    isWindowCoarse: fc.boolean(),
    inclusive: fc.record({ from: fc.boolean(), to: fc.boolean() }),
    steps: fc.array(fc.constantFrom(1, 7, 300, 2500, 61_000), { minLength: 1, maxLength: 5 }),
    changes: fc.array(
      fc.record({
        // Most changes are made during the first three requests of a run, in which the sync finds the end of the
        // window.
        run: fc.integer({ min: 0, max: 5 }),
        at: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 })),
        kind,
        part,
        size: fc.integer({ min: 1, max: 8 }),
      }),
      { maxLength: 25 },
    ),
    pauses: fc.array(
      fc.record({
        kind,
        part,
        size: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 40 })),
        wait: fc.constantFrom(0, 1, 20, 700, 6000, 31_000),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    faults: fc.dictionary(fc.integer({ min: 1, max: 60 }).map(String), fc.constantFrom("500", "reset", "cut"), {
      maxKeys: 4,
    }),
    latencies: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
    crashes: fc.array(fc.constantFrom(0, 0, 0, 1, 2, 4), { minLength: 1, maxLength: 6 }),
  })
  // Includes lists whose last page is full, because their end is the hardest to find.
  .map(({ pages, rest, ...one }) => ({
    ...one,
    count: pages * Math.min(one.limit, one.clamp ?? one.limit) + rest,
  })) as fc.Arbitrary<Case>;

/**
 * A run that reads a window from its end crashes. Then a record is updated. Its timestamp, rounded down to the minute,
 * is in that window, so records that were not read yet move to offsets that were already read.
 */
const enteredByRounding: Case = {
  shape: "linked",
  count: 0,
  limit: 1,
  clamp: undefined,
  width: 1,
  dated: "always",
  ahead: 0,
  grain: 60_000,
  late: 0,
  lateParts: [0],
  order: "last updated first",
  inclusive: { from: false, to: false },
  isWindowCoarse: false,
  steps: [1],
  changes: [],
  pauses: [
    { kind: "update", part: 0, size: 1, wait: 0 },
    { kind: "add", part: 0, size: 5, wait: 0 },
    { kind: "update", part: 0, size: 2, wait: 31_000 },
  ],
  faults: {},
  latencies: [0],
  crashes: [0, 0, 0, 4],
};

/**
 * A window ends at the client's current time, 400 ms after the whole second in the records' timestamps. The server
 * ignores milliseconds and excludes both bounds, so these records are in neither of two consecutive windows unless the
 * second one starts earlier.
 */
const excludedBySeconds: Case = {
  ...enteredByRounding,
  shape: "array",
  limit: 4,
  ahead: -90_000,
  order: "created",
  isWindowCoarse: true,
  steps: [61_000],
  count: 4,
  changes: [
    { run: 1, at: 1, kind: "delete", part: 0, size: 7 },
    { run: 2, at: 1, kind: "update", part: 0, size: 1 },
    { run: 0, at: 1, kind: "update", part: 0, size: 3 },
  ],
  pauses: [
    { kind: "add", part: 0, size: 39, wait: 31_000 },
    { kind: "delete", part: 0, size: 3, wait: 700 },
  ],
  crashes: [0, 0, 0, 0],
};

/**
 * The last records leave, and others enter above the rest before they are visible. The page at the end of the window is
 * empty then, and the page before it has no record that shows that others moved behind it.
 */
const movedBehindEmptyPage: Case = {
  ...enteredByRounding,
  limit: 2,
  dated: "never",
  ahead: 90_000,
  grain: 1,
  late: 20_000,
  lateParts: [1],
  order: "newest first",
  steps: [1, 1, 61_000],
  count: 4,
  changes: [
    { run: 0, at: 2, kind: "delete", part: 0, size: 2 },
    { run: 0, at: 2, kind: "add", part: 0, size: 2 },
  ],
  pauses: [{ kind: "update", part: 0, size: 0, wait: 0 }],
  crashes: [0],
};

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

/** Prepares sync runs that each continue from the previous checkpoint, and collects the returned records. */
function startRuns(one: Case, client: Client) {
  // The overlap that the documentation recommends: the maximum delay until a change is visible, plus the precision of
  // the timestamps if there is such a delay.
  const overlap = one.late + (one.late ? one.grain : 0);
  const kept = new Map<unknown, number>();
  let checkpoint = "";

  const keep = (batch: SyncBatch<object>, within: Set<unknown>) => {
    for (const record of batch.records) {
      const { uid, version } = record as { uid: string; version: number };
      expect(within.has(uid)).toBe(false);
      within.add(uid);
      kept.set(uid, Math.max(version, kept.get(uid) ?? 0));
    }
    ({ checkpoint } = batch);
  };

  return {
    kept,
    /** Where the next run continues; 0 if it opens a window of its own. */
    offset: (): number => (checkpoint ? (JSON.parse(checkpoint).offset ?? 0) : 0),
    /**
     * Runs until the end, or crashes after some batches.
     *
     * @returns whether it completed a window that it opened itself
     */
    async run(batches: number): Promise<boolean> {
      const options = { checkpoint, overlap, limit: one.limit };
      const isOwn = !checkpoint.includes('"offset"');
      const within = new Set<unknown>();
      const list = one.shape === "array" ? client.syncPurchaseOrdersV3(options) : client.syncReports(options);
      for await (const batch of list) {
        keep(batch, within);
        if (--batches === 0) break;
      }
      return isOwn && !checkpoint.includes('"offset"');
    },
  };
}

const calmed = new Map<string, number>();

/** Returns how many requests a sync of a list needs that does not change. */
async function undisturbed(one: Case, count: number): Promise<number> {
  const { shape, limit, clamp, width } = one;
  const key = JSON.stringify({ shape, limit, clamp, width, count });
  if (!calmed.has(key)) {
    const { fetch, effort } = startModel({ ...one, ...CALM, count });
    await startRuns({ ...one, ...CALM }, clientOf(fetch, { concurrency: width })).run(0);
    calmed.set(key, effort().answered);
  }
  return calmed.get(key) ?? 0;
}

const CALM: Pick<Case, "ahead" | "dated" | "late" | "grain" | "steps" | "changes" | "faults"> = {
  ...{ ahead: 7_200_000, dated: "never", late: 0, grain: 1, steps: [1] },
  ...{ changes: [], faults: {} },
};

test("syncs return the latest version of every record", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { rows, fetch, settle, pause, due, count, effort } = startModel(one);
      const { kept, run, offset } = startRuns(one, clientOf(fetch, { concurrency: one.width }));
      const efforts: ReturnType<typeof effort>[] = [];
      for (const batches of one.crashes) {
        const expected = due();
        const begun = offset();
        const isDone = await run(batches).catch((error) => {
          if (!(error instanceof ClientError)) throw error;
          return false;
        });
        // Records updated since the run began may have moved to the window of the next run.
        const isLatest = (uid: string, version: number) =>
          rows.some((row) => row.uid === uid && row.versions.length === version);
        const missed = [...expected].filter(([uid, version]) => isLatest(uid, version) && kept.get(uid) !== version);
        if (isDone) expect(missed).toEqual([]);
        const { answered, longest } = effort();
        efforts.push({ answered, longest: Math.max(longest, begun) });
        pause();
      }
      settle();
      // The first of these runs may only complete a window that an earlier run opened.
      await run(0);
      await run(0);
      const latest = rows.map(({ uid, versions }) => [uid, versions.length] as const);
      expect(latest.filter(([uid, version]) => kept.get(uid) !== version)).toEqual([]);
      expect(count()).toBeLessThan(3000);
      for (const { answered, longest } of efforts)
        expect(answered).toBeLessThanOrEqual(3 * (await undisturbed(one, longest)));
    }),
    { ...parameters(), examples: [[enteredByRounding], [excludedBySeconds], [movedBehindEmptyPage]] },
  );
});
