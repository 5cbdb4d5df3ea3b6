/**
 * Random runs of a sync against a model whose records change meanwhile. The latest version of each record is returned by some
 * run, whatever the clocks, however coarse the timestamps, and however late a change becomes visible within the overlap.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ClientError, type ClientOptions } from "../../src/index.js";
import { clientOf, type Fault } from "./model.js";
import { parameters } from "./parameters.js";

const START = Date.UTC(2026, 10, 21);

interface Case {
  shape: "linked" | "array";
  count: number;
  limit: number;
  clamp: number | undefined;
  width: number;
  /** Whether responses have a `Date`. */
  isDated: boolean;
  /** How far the clock of the client is ahead, in milliseconds. */
  ahead: number;
  /** What timestamps are rounded down to, in milliseconds. */
  grain: number;
  /** How long a change takes to become visible, in milliseconds. */
  late: number;
  inclusive: { from: boolean; to: boolean };
  /** How far the clock goes with each request, in milliseconds. */
  steps: number[];
  /** What changes when a request arrives: a record, or a new one. */
  changes: { at: number; part: number; size: number }[];
  /** How many records change between two runs, from which one on. */
  between: { part: number; size: number };
  faults: Record<number, Fault>;
  latencies: number[];
  /** After how many batches each run crashes; 0 for one that does not. */
  crashes: number[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  shape: fc.constantFrom("linked", "array"),
  count: fc.integer({ min: 0, max: 80 }),
  limit: fc.integer({ min: 1, max: 12 }),
  clamp: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  width: fc.integer({ min: 1, max: 6 }),
  isDated: fc.boolean(),
  ahead: fc.constantFrom(0, 400, 90_000, 7_200_000, -90_000),
  grain: fc.constantFrom(1, 1000, 60_000),
  late: fc.constantFrom(0, 0, 700, 20_000),
  inclusive: fc.record({ from: fc.boolean(), to: fc.boolean() }),
  steps: fc.array(fc.constantFrom(1, 7, 300, 2500, 61_000), { minLength: 1, maxLength: 5 }),
  changes: fc.array(
    fc.record({
      at: fc.integer({ min: 1, max: 80 }),
      part: fc.double({ min: 0, max: 1.2, noNaN: true }),
      size: fc.integer({ min: 1, max: 8 }),
    }),
    { maxLength: 25 },
  ),
  between: fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), size: fc.integer({ min: 0, max: 40 }) }),
  faults: fc.dictionary(fc.integer({ min: 1, max: 60 }).map(String), fc.constantFrom("500", "reset", "cut"), {
    maxKeys: 4,
  }),
  latencies: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
  crashes: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }),
}) as fc.Arbitrary<Case>;

/** A record with its versions; the last one whose time has come is visible. */
interface Row {
  uid: string;
  versions: { number: number; stamp: number; visibleAt: number }[];
}

const iso = (time: number) => new Date(time).toISOString().replace("Z", "000+00:00");

function startModel(one: Case) {
  let now = START;
  let requests = 0;
  let isQuiet = false;
  const rows: Row[] = [];
  const setClock = () => vi.setSystemTime(now + one.ahead);
  const change = (row: Row) => {
    const stamp = now - (now % one.grain);
    row.versions.push({ number: row.versions.length + 1, stamp, visibleAt: now + one.late });
  };
  const add = () => {
    const row: Row = { uid: `row-${rows.length}`, versions: [] };
    rows.push(row);
    change(row);
  };
  const changeFrom = (part: number, size: number, step = 0) => {
    const first = Math.floor(part * rows.length);
    for (const row of rows.slice(first, first + size)) {
      change(row);
      now += step;
    }
    if (part > 1) add();
  };
  for (let n = 0; n < one.count; n++) {
    add();
    now += one.steps[n % one.steps.length] ?? 1;
  }
  now += one.late;
  setClock();

  const fetch: ClientOptions["fetch"] = async (address, init) => {
    const number = ++requests;
    now += one.steps[number % one.steps.length] ?? 1;
    for (const { at, part, size } of isQuiet ? [] : one.changes) if (at === number) changeFrom(part, size);
    setClock();
    const { searchParams } = new URL(address);
    const [from, to] = ["updated_from", "updated_to"].map((name) => Date.parse(searchParams.get(name) ?? ""));
    const matching = rows.flatMap(({ uid, versions }) => {
      const version = versions.filter(({ visibleAt }) => visibleAt <= now).at(-1);
      if (!version || version.stamp < (from ?? 0) || (!one.inclusive.from && version.stamp === from)) return [];
      if (version.stamp > (to ?? 0) || (!one.inclusive.to && version.stamp === to)) return [];
      return [{ uid, updatedDate: iso(version.stamp), updated_at: iso(version.stamp), version: version.number }];
    });
    const offset = Number(searchParams.get("offset"));
    const limit = Math.min(Number(searchParams.get("limit")), one.clamp ?? 1000);
    const data = matching.slice(offset, offset + limit);
    const next = offset + data.length < matching.length ? `/api/v1/reports?offset=${offset + limit}` : null;
    const text = JSON.stringify(one.shape === "array" ? data : { count: matching.length, next, previous: null, data });
    const headers = new Headers(one.isDated ? { date: new Date(now).toUTCString() } : {});
    for (let turn = one.latencies[number % one.latencies.length] ?? 0; turn > 0; turn--)
      await new Promise(setImmediate);
    init.signal?.throwIfAborted();
    const fault = isQuiet ? undefined : one.faults[number];
    if (fault === "reset") throw new TypeError("fetch failed");
    if (fault === "cut") return new Response(text.slice(1));
    return new Response(text, { headers, status: fault ? Number(fault) : 200 });
  };
  return {
    rows,
    fetch,
    count: () => requests,
    /** What happens between two runs. */
    pause() {
      now += 5000;
      changeFrom(one.between.part, one.between.size, 30_000);
      now += one.late + 5000;
      setClock();
    },
    /** Nothing changes any more, and all that changed is visible, by every clock. */
    settle() {
      isQuiet = true;
      now += one.late + one.grain + Math.abs(one.ahead) + 2000;
      setClock();
    },
  };
}

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

test("syncs return the latest version of every record", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { rows, fetch, settle, pause, count } = startModel(one);
      const client = clientOf(fetch, { concurrency: one.width });
      // What the documentation asks for: as long as a change takes to show, and no less than timestamps are coarse then.
      const overlap = one.late + (one.late ? one.grain : 0);
      const kept = new Map<string, number>();
      let checkpoint = "";
      const run = async (batches: number) => {
        const options = { checkpoint, overlap, limit: one.limit };
        const within = new Set<string>();
        const list = one.shape === "array" ? client.syncPurchaseOrdersV3(options) : client.syncReports(options);
        for await (const batch of list) {
          for (const record of batch.records) {
            const { uid, version } = record as unknown as { uid: string; version: number };
            expect(within.has(uid)).toBe(false);
            within.add(uid);
            kept.set(uid, Math.max(version, kept.get(uid) ?? 0));
          }
          ({ checkpoint } = batch);
          if (--batches === 0) break;
        }
      };
      for (const batches of one.crashes) {
        await run(batches).catch((error) => {
          if (!(error instanceof ClientError)) throw error;
        });
        pause();
      }
      settle();
      // The first one may finish a window that was opened before.
      await run(0);
      await run(0);
      const latest = rows.map(({ uid, versions }) => [uid, versions.length]);
      expect(latest.filter(([uid, version]) => kept.get(uid as string) !== version)).toEqual([]);
      expect(count()).toBeLessThan(3000);
    }),
    parameters(),
  );
});
