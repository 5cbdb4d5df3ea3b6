/**
 * Lists of the real service that change while the client reads them, on both databases: an import adds or moves records
 * between two requests, and the client must not lose or duplicate any.
 */
import { type Client, type ClientEvent, PageDriftError, type SyncOptions } from "@metadata-service/client";
import { seeded } from "@metadata-service/test-kit/service/records";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Kept } from "./moving/kept.js";
import {
  acting,
  type Collection,
  LISTS,
  type MovingService,
  type Row,
  rowsFrom,
  SHAPES,
  second,
  startMovingService,
  uids,
  undated,
} from "./moving/moving-service.js";
import { KINDS } from "./targets/service-target.js";

const COUNT = 300;
const LIMIT = 10;
const sorted = <T>(values: Iterable<T>): T[] => [...values].sort();
const COLLECTIONS = ["purchase-orders", "reports"] as const;

describe.each(KINDS)("a list of a service on %s", (kind) => {
  let service: MovingService;
  /** The records that the service should have. */
  const rows = { "purchase-orders": new Map<string, Row>(), reports: new Map<string, Row>() };
  let next = COUNT;

  let imported: Promise<unknown> = Promise.resolve();
  /** Runs imports one after the other, so that records with later positions or timestamps are never stored first. */
  const upsert = (collection: Collection, changed: readonly Row[]): Promise<unknown> => {
    for (const row of changed) rows[collection].set(row.uid, row);
    imported = imported.then(() => service.upsert(collection, changed));
    return imported;
  };
  /** Imports new records after or before all others. */
  const added = (place: "behind" | "before", count: number) => {
    const fresh = rowsFrom(next, count);
    next += count;
    return place === "behind" ? fresh : fresh.map((row, n) => ({ ...row, created: second(n - next * 10) }));
  };
  /** Moves the first two records of a list to its end. */
  const firstMoved = (collection: Collection) => {
    const all = [...rows[collection].values()].sort((a, b) => (a.created < b.created ? -1 : 1));
    return all.slice(0, 2).map((row) => ({ ...row, created: second(next++), version: next }));
  };

  beforeAll(async () => {
    service = await startMovingService(kind);
    for (const collection of COLLECTIONS) await upsert(collection, rowsFrom(0, COUNT));
  });
  afterAll(() => service?.end());

  describe.each(SHAPES)("pulled in the %s shape", (shape) => {
    const { collection, list } = LISTS[shape];

    it("returns all records in order, without a restart, while records are added at the end", async () => {
      const before = uids([...rows[collection].values()]);
      const offsets: (string | null)[] = [];
      const client = service.connect({
        fetch: acting((number) => number % 4 === 0 && number <= 20 && upsert(collection, added("behind", 3))),
        onEvent: (event) => event.type === "page" && offsets.push(String(event.offset)),
      });
      const got = uids(await list(client, { limit: LIMIT }, { concurrency: 6 }).toArray());
      expect(got.slice(0, before.length)).toEqual(await inOrder(before));
      expect(new Set(got).size).toBe(got.length);
      expect(offsets.filter((offset) => offset === "0")).toHaveLength(1);
      expect(rows[collection].size).toBeGreaterThan(before.length + 10);
    });

    it("loses and duplicates nothing while records are added at the start", async () => {
      const before = uids([...rows[collection].values()]);
      const client = service.connect({
        fetch: acting((number) => number % 5 === 0 && number <= 20 && upsert(collection, added("before", 3))),
      });
      const got = uids(await list(client, { limit: LIMIT }, { concurrency: 6 }).toArray());
      expect(before.filter((uid) => !got.includes(uid))).toEqual([]);
      expect(new Set(got).size).toBe(got.length);
    });

    describe("while two records move from the start to the end", () => {
      const pull = async (drift?: "throw" | "restart" | "continue") => {
        const before = uids([...rows[collection].values()]);
        const events: ClientEvent[] = [];
        const client = service.connect({
          fetch: acting((number) => number === 3 && upsert(collection, firstMoved(collection))),
          onEvent: (event) => events.push(event),
        });
        const options = { concurrency: 1, ...(drift && { drift }) };
        const got = uids(await list(client, { limit: LIMIT }, options).toArray());
        expect(new Set(got).size).toBe(got.length);
        expect(events.filter(({ type }) => type === "drift").length).toBeGreaterThan(0);
        return { before, got };
      };

      it.each([undefined, "restart"] as const)("loses nothing (drift: %s)", async (drift) => {
        const { before, got } = await pull(drift);
        expect(sorted(got)).toEqual(sorted(before));
      });

      it("throws if drift is set to throw", async () => {
        const error = await pull("throw").catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(PageDriftError);
        expect((error as PageDriftError).message).toMatch(/^the list changed: /);
      });

      it("continues without the skipped records if drift is set to continue", async () => {
        const { before, got } = await pull("continue");
        // Pages overlap by one record.
        expect(before.filter((uid) => !got.includes(uid))).toHaveLength(1);
      });
    });
  });

  it("makes the client detect that a record leaves the window during a pull, because the total decreases", async () => {
    const query = { limit: LIMIT, updated_to: second(COUNT) };
    const leaving = () => {
      const row = rows.reports.get("row-00007") as Row;
      return upsert("reports", [{ ...row, updated: second(next), version: next }]);
    };
    const client = service.connect({ fetch: acting((number) => number === 3 && leaving()) });
    const pulled = client.listReports(query, { concurrency: 1, drift: "throw" }).toArray();
    await expect(pulled).rejects.toThrow(/^the list changed: a total of \d+ after \d+$/);
    await expect(pulled).rejects.toBeInstanceOf(PageDriftError);
  });

  describe.each([
    ["purchase-orders", (client: Client, options: SyncOptions) => client.syncPurchaseOrdersV3(options)],
    ["reports", (client: Client, options: SyncOptions) => client.syncReports(options)],
  ] as const)("in a sync of %s", (collection, sync) => {
    it("returns the latest version of every record despite imports, a crash and two runs", async () => {
      const random = seeded(collection.length);
      let changes = 0;
      /** Updates some records with the current time, and adds one. */
      const change = async () => {
        changes++;
        const now = new Date().toISOString().replace("Z", "000+00:00");
        const known = [...rows[collection].values()];
        const picked = Array.from({ length: 5 }, () => known[Math.floor(random() * known.length)] as Row);
        const touched = [...new Set(picked)].map((row) => ({ ...row, version: row.version + 1 }));
        await upsert(
          collection,
          [...touched, ...added("behind", 1)].map((row) => ({ ...row, updated: now })),
        );
      };
      /** The request that triggers a change waits for it; concurrent requests do not. */
      const moving = (number: number) => (number % 3 === 0 ? change() : undefined);

      const kept = new Kept();
      const run = async (act: (number: number) => unknown, options: SyncOptions, batches?: number) => {
        // The `Date` of the service has whole seconds, and a window ends with the last one, so the test would have to
        // wait.
        const client = service.connect({ concurrency: 4, fetch: acting(act, undated) });
        // An import that a crash leaves in progress would commit late, and only a longer overlap covers that.
        await imported;
        const seen = await kept.take(sync(client, { limit: LIMIT, overlap: 1, ...options }), batches);
        expect(new Set(seen).size).toBe(seen.length);
        return seen;
      };

      const crashed = await run(moving, {}, 10);
      expect(crashed.length).toBeGreaterThan(0);
      expect(JSON.parse(kept.checkpoint)).toHaveProperty("offset");
      // A restarted program has only the checkpoint.
      await run(moving, { checkpoint: kept.checkpoint });
      expect(JSON.parse(kept.checkpoint)).not.toHaveProperty("offset");
      // Checks that something changed during the sync; otherwise the other checks would prove little.
      expect(changes).toBeGreaterThan(10);
      expect([...rows[collection].values()].filter((row) => kept.isStale(row)).length).toBeGreaterThan(10);

      await run(moving, { checkpoint: kept.checkpoint });
      await run(() => {}, { checkpoint: kept.checkpoint });
      const wanted = [...rows[collection].values()].map(({ uid, version }) => [uid, version] as const);
      expect(sorted(kept.versions)).toEqual(sorted(wanted));
      const { list } = collection === "reports" ? LISTS.linked : LISTS.standard;
      expect(sorted(uids(await list(service.connect()).toArray()))).toEqual(sorted(rows[collection].keys()));
    });
  });

  /** Sorts uids as the list of the service should have them. */
  async function inOrder(of: readonly string[]): Promise<string[]> {
    const at = new Map([...rows["purchase-orders"], ...rows.reports].map(([uid, { created }]) => [uid, created]));
    return [...of].sort((a, b) => ((at.get(a) ?? "") < (at.get(b) ?? "") ? -1 : 1));
  }
});
