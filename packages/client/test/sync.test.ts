import { describe, expect, it } from "vitest";
import { type Client, ClientError, type SyncOptions } from "../src/index.js";
import { clientOf, uids } from "./lists.js";
import { type Row, row, type Service, startService } from "./service.js";

const SYNCS = {
  linked: (client: Client, options?: SyncOptions) => client.syncReports(options),
  array: (client: Client, options?: SyncOptions) => client.syncPurchaseOrdersV3(options),
};

const second = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();

/** Creates a seeded generator of random integers below `limit`. */
function random(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

type Batches = AsyncIterable<{ records: { uid: string }[]; checkpoint: string }>;

/** Runs a sync and stops after `batches` batches, as a crash would. Reads all batches by default. */
async function run(sync: Batches, batches = Number.POSITIVE_INFINITY) {
  const got: string[] = [];
  let last = "";
  for await (const { records, checkpoint } of sync) {
    got.push(...uids(records));
    last = checkpoint;
    if (--batches <= 0) break;
  }
  return { got, checkpoint: last };
}

/** Updates a random row, which moves it out of the window. Returns its uid. */
function touch(service: Service, pick: (limit: number) => number) {
  const index = pick(service.rows.length);
  const { uid } = service.rows[index] as Row;
  service.rows[index] = { ...row(Number(uid.slice(4)), 90_000 + index), uid };
  return uid;
}

/** Starts a service that updates records during requests and sends responses out of order. */
async function startChanging(pick: (limit: number) => number) {
  const touched = new Set<string>();
  const service = await startService(200 + pick(200), async (_, __, it) => {
    for (let turns = pick(4); turns > 0; turns--) await new Promise(setImmediate);
    if (pick(3) === 0) for (let rows = pick(6); rows > 0; rows--) touched.add(touch(it, pick));
    return false;
  });
  return { service, touched };
}

/** Runs a sync that crashes several times and then completes. Checks that no run returns a record twice. */
async function runWithCrashes(sync: (checkpoint: string) => Batches, pick: (limit: number) => number) {
  const got = new Set<string>();
  let checkpoint = "";
  for (let crashes = pick(5); ; crashes--) {
    const part = await run(sync(checkpoint), crashes > 0 ? 1 + pick(6) : undefined);
    expect(new Set(part.got).size).toBe(part.got.length);
    for (const uid of part.got) got.add(uid);
    checkpoint = part.checkpoint;
    if (crashes <= 0 || !("offset" in JSON.parse(checkpoint))) return { got, checkpoint };
  }
}

describe.each(["linked", "array"] as const)("a sync of a %s list", (shape) => {
  const sync = SYNCS[shape];

  it.each([0, 1, 49, 50, 51, 99, 100, 517])("returns all of %i records once", async (count) => {
    const service = await startService(count);
    const { got, checkpoint } = await run(sync(clientOf(service), { limit: 50 }));
    expect(got.sort()).toEqual(uids(service.rows));
    expect(JSON.parse(checkpoint)).toEqual({
      operation: expect.any(String),
      server: service.url,
      until: expect.any(String),
    });
  });

  it.each([
    [8, 7, 0],
    [9, 7, 1],
    [20, 7, 2],
    [20, 4, 3],
  ])(
    "loses nothing of %i records, %i at once, if one leaves the window after request %i",
    async (count, clamp, turn) => {
      for (let index = 0; index < count; index++) {
        const service = await startService(count, ({ number }, _, it) => {
          if (number === turn + 2) touch(it, () => index);
          return false;
        });
        service.clamp = clamp;
        const { got } = await run(sync(clientOf(service), { until: second(80_000), limit: 7 }));
        expect(got).toEqual(expect.arrayContaining(uids(service.rows.filter((_, at) => at !== index))));
      }
    },
  );

  it("sends one request (three without a total) for a window that fits in a page", async () => {
    const service = await startService(7);
    await run(sync(clientOf(service)));
    expect(service.seen).toHaveLength(shape === "linked" ? 1 : 3);
  });

  it("returns only the records of the window", async () => {
    const service = await startService(300);
    const options = { since: second(100), until: new Date(second(200)), overlap: 0, limit: 20 };
    const { got } = await run(sync(clientOf(service), options));
    expect(got.sort()).toEqual(uids(service.rows.slice(100, 200)));
  });

  it("returns new records in the next run, and none from before the overlap", async () => {
    const service = await startService(100);
    const client = clientOf(service);
    const first = await run(sync(client, { until: second(60), overlap: 5000 }));
    expect(first.got).toHaveLength(60);
    const next = await run(sync(client, { checkpoint: first.checkpoint, overlap: 5000 }));
    expect(next.got.sort()).toEqual(uids(service.rows.slice(55)));
  });

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])("loses nothing if the bounds of the server are inclusive: from %s, to %s", async (from, to) => {
    const service = await startService(100);
    service.inclusive = { from, to };
    const client = clientOf(service);
    const got = new Set<string>();
    let checkpoint = "";
    for (const until of [20, 21, 40, 99, 100]) {
      const part = await run(
        sync(client, { since: second(0), until: second(until), overlap: 0, checkpoint, limit: 7 }),
      );
      for (const uid of part.got) got.add(uid);
      checkpoint = part.checkpoint;
    }
    expect([...got].sort()).toEqual(uids(service.rows));
  });

  it("returns everything if the server lowers the limit", async () => {
    const service = await startService(333);
    service.clamp = 20;
    const { got } = await run(sync(clientOf(service), { limit: 50 }));
    expect(got.sort()).toEqual(uids(service.rows));
  });

  it("returns everything if the server lowers the limit during the run", async () => {
    const service = await startService(333, ({ number }, _, it) => {
      if (number === 9) it.clamp = 11;
      return false;
    });
    const { got } = await run(sync(clientOf(service), { limit: 50 }));
    expect(got.sort()).toEqual(uids(service.rows));
  });

  it.each(Array.from({ length: 25 }, (_, seed) => seed + 1))(
    "loses nothing while records change and runs crash (seed %i)",
    async (seed) => {
      const pick = random(seed * 7919);
      const { service, touched } = await startChanging(pick);
      const expected = uids(service.rows);
      const client = clientOf(service, { concurrency: 1 + pick(8) });
      const options: SyncOptions = { until: second(80_000), limit: 5 + pick(20), overlap: 0 };
      const { got, checkpoint } = await runWithCrashes((from) => sync(client, { ...options, checkpoint: from }), pick);
      // Touched records left the window and belong to the next run; they may have been returned before.
      expect(expected.filter((uid) => !got.has(uid) && !touched.has(uid))).toEqual([]);
      service.fault = undefined;
      const rest = await run(sync(client, { checkpoint, overlap: 1 }));
      for (const uid of rest.got) got.add(uid);
      expect([...got].sort()).toEqual(expected);
    },
  );

  describe("with a checkpoint of another server", () => {
    const elsewhere = async () => {
      const [one, other] = [await startService(30), await startService(40)];
      const done = await run(sync(clientOf(one)));
      const stopped = await run(sync(clientOf(one), { limit: 5 }), 1);
      return { one, other, checkpoints: [done.checkpoint, stopped.checkpoint] };
    };

    it("fails before the first request, and names both", async () => {
      const { one, other, checkpoints } = await elsewhere();
      for (const checkpoint of checkpoints)
        for (const path of ["", "/v2"]) {
          const client = clientOf(other, { baseUrl: `${other.url}${path}/` });
          const error = await run(sync(client, { checkpoint })).catch((reason) => reason);
          expect(error).toBeInstanceOf(ClientError);
          expect(error.message).toBe(
            `the checkpoint belongs to the server ${one.url}, not to ${other.url}${path}: start a new sync, without a checkpoint; if the server has moved, set movedFrom`,
          );
        }
      expect(other.seen).toEqual([]);
    });

    it("continues if the server has moved, and the next checkpoint names the new one", async () => {
      const { one, other, checkpoints } = await elsewhere();
      for (const checkpoint of checkpoints) {
        const moved = await run(sync(clientOf(other), { checkpoint, movedFrom: `${one.url}/` }));
        expect(JSON.parse(moved.checkpoint).server).toBe(other.url);
        await run(sync(clientOf(other), { checkpoint: moved.checkpoint }));
        await expect(run(sync(clientOf(other), { checkpoint, movedFrom: "http://third.test" }))).rejects.toThrow(
          one.url,
        );
      }
    });

    it("continues if an earlier version stored it, without a server", async () => {
      const { other, checkpoints } = await elsewhere();
      for (const checkpoint of checkpoints) {
        const { server: _, ...old } = JSON.parse(checkpoint);
        const next = await run(sync(clientOf(other), { checkpoint: JSON.stringify(old) }));
        expect(JSON.parse(next.checkpoint).server).toBe(other.url);
      }
    });
  });

  it.each([3, 4, 5, 6, 7, 8])("loses nothing if records enter the window before request %i", async (turn) => {
    const service = await startService(60, ({ number }, _, { rows }) => {
      // These records were older than the window; their update moves them into the middle of it.
      if (number === turn) for (let n = 0; n < 7; n++) rows[n] = row(n, 90_000 + n);
      return false;
    });
    const options = { since: second(20), overlap: 0, limit: 5 };
    const { got } = await run(sync(clientOf(service, { concurrency: 1 }), options));
    expect(uids(service.rows.slice(20)).filter((uid) => !got.includes(uid))).toEqual([]);
  });

  it.each([2, 3, 4, 5, 6, 7, 8])(
    "loses nothing if the server lowers its limit at request %i and records leave the window at the next one",
    async (turn) => {
      const service = await startService(60, ({ number }, _, it) => {
        if (number === turn) it.clamp = 5;
        // The records after the short page move up to its offset, so nothing is left after it.
        if (number === turn + 1) for (let n = 0; n < 5; n++) it.rows[n] = row(n, 90_000 + n);
        return false;
      });
      const options = { until: second(80_000), limit: 10, overlap: 0 };
      const { got } = await run(sync(clientOf(service, { concurrency: 1 }), options));
      expect(uids(service.rows.slice(5)).filter((uid) => !got.includes(uid))).toEqual([]);
    },
  );

  it("loses nothing if the server sends no Date, and records enter the window between a crash and the next run", async () => {
    const service = await startService(60, (_, response) => {
      response.sendDate = false;
      return false;
    });
    const client = clientOf(service, { concurrency: 1 });
    const options = { since: second(20), overlap: 0, limit: 5 };
    const crashed = await run(sync(client, options), 2);
    // These records move from before the window into the middle of it, which moves records that were not returned yet
    // to higher offsets.
    for (let n = 0; n < 7; n++) service.rows[n] = row(n, 90_000 + n);
    const resumed = await run(sync(client, { ...options, checkpoint: crashed.checkpoint }));
    const got = new Set([...crashed.got, ...resumed.got]);
    expect(uids(service.rows.slice(20)).filter((uid) => !got.has(uid))).toEqual([]);
  });

  it("ends its window by the clock of the server if the local clock is ahead", async () => {
    const hour = 3_600_000;
    const late = new Date(Date.now() - hour);
    const service = await startService(3, (_, response) => {
      response.setHeader("date", late.toUTCString());
      return false;
    });
    const { checkpoint } = await run(sync(clientOf(service)));
    expect(Math.abs(Date.parse(JSON.parse(checkpoint).until) - late.getTime())).toBeLessThan(1000);
  });

  it("never ends a window in the future", async () => {
    const service = await startService(3);
    const { checkpoint } = await run(sync(clientOf(service), { until: "2999-01-01T00:00:00Z" }));
    expect(Date.parse(JSON.parse(checkpoint).until)).toBeLessThanOrEqual(Date.now());
  });

  it("returns a checkpoint even without records", async () => {
    const service = await startService(0);
    const { got, checkpoint } = await run(sync(clientOf(service)));
    expect(got).toEqual([]);
    expect(JSON.parse(checkpoint).until).toBeTruthy();
  });

  it.each([
    ["{", "not valid JSON"],
    ["null", "belongs to no operation"],
    ['{"operation":"listPurchaseOrders","until":"2026-01-01T00:00:00Z"}', "belongs to listPurchaseOrders, not to list"],
    ['{"operation":"OWN","until":"soon"}', "until in the checkpoint is not an RFC 3339 date-time: soon"],
    ['{"operation":"OWN"}', "until in the checkpoint is not an RFC 3339 date-time"],
    [
      '{"operation":"OWN","from":"soon","until":"2026-01-01T00:00:00Z"}',
      "from in the checkpoint is not an RFC 3339 date-time",
    ],
    ['{"operation":"OWN","until":"2026-01-01T00:00:00Z","offset":-1}', "invalid offset in the checkpoint: -1"],
    ['{"operation":"OWN","until":"2026-01-01T00:00:00Z","offset":"9"}', "invalid offset in the checkpoint: 9"],
  ])("rejects the checkpoint %s", async (text, message) => {
    const service = await startService(3);
    const checkpoint = text.replace("OWN", shape === "linked" ? "listReports" : "listPurchaseOrdersV3");
    const error = await run(sync(clientOf(service), { checkpoint })).catch((reason) => reason);
    expect(error).toBeInstanceOf(ClientError);
    expect(error.message).toContain(message);
    expect(service.seen).toEqual([]);
  });

  it.each(["2026-02-30T00:00:00Z", "2026", "1", "", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01T24:00:00Z"])(
    "rejects the time %j, as since, as until and in a checkpoint",
    async (time) => {
      const service = await startService(3);
      const operation = shape === "linked" ? "listReports" : "listPurchaseOrdersV3";
      const checkpoint = JSON.stringify({ operation, until: time });
      for (const options of [{ since: time }, { until: time }, { checkpoint }])
        await expect(run(sync(clientOf(service), options))).rejects.toThrow(`is not an RFC 3339 date-time: ${time}`);
      expect(service.seen).toEqual([]);
    },
  );

  it.each([
    ["1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z"],
    ["1969-07-20T20:17:40.123456789+00:00", "1969-07-20T20:17:39.999Z"],
    ["2026-01-01t05:30:00z", "2026-01-01T05:29:59.999Z"],
    ["2026-01-01T00:00:00+05:30", "2025-12-31T18:29:59.999Z"],
    [new Date(0), "1969-12-31T23:59:59.999Z"],
  ])("asks for what was updated since %s", async (since, from) => {
    const service = await startService(0);
    await run(sync(clientOf(service), { since, overlap: 0 }));
    expect(service.seen[0]?.query.get("updated_from")).toBe(from);
  });

  it("ends its window at the start of 1970, and begins the next one there", async () => {
    const service = await startService(0);
    const { checkpoint } = await run(sync(clientOf(service), { until: new Date(0) }));
    expect(JSON.parse(checkpoint).until).toBe("1970-01-01T00:00:00.000Z");
    await run(sync(clientOf(service), { checkpoint, overlap: 0 }));
    const { query } = service.seen.at(-1) ?? expect.fail();
    expect(query.get("updated_from")).toBe("1969-12-31T23:59:59.999Z");
  });

  it("takes no record with an invalid update time for the newest one", async () => {
    const service = await startService(3, (seen, response, it) => {
      response.sendDate = false;
      const text = JSON.stringify(it.page(seen)).replaceAll("2026-01-01T00:00:02.000000", "2026-02-30T00:00:00.000000");
      return !!response.writeHead(200, { "content-type": "application/json" }).end(text);
    });
    const { checkpoint } = await run(sync(clientOf(service)));
    expect(JSON.parse(checkpoint).until).toBe(second(1));
  });

  it.each([0, -1, Number.NaN])("rejects the limit %d", async (limit) => {
    const service = await startService(3);
    await expect(run(sync(clientOf(service), { limit }))).rejects.toThrow(`limit must be at least 1, not ${limit}`);
    expect(service.seen).toEqual([]);
  });

  it("rejects a since that is not a date", async () => {
    const service = await startService(3);
    await expect(run(sync(clientOf(service), { since: "yesterday" }))).rejects.toThrow(
      "since is not an RFC 3339 date-time: yesterday",
    );
  });

  it("ends with the reason of its signal", async () => {
    const service = await startService(500);
    const stop = new AbortController();
    const reason = new Error("enough");
    const batches = sync(clientOf(service), { limit: 10, signal: stop.signal })[Symbol.asyncIterator]();
    await batches.next();
    stop.abort(reason);
    await expect(batches.next()).rejects.toBe(reason);
  });
});
