import { describe, expect, it } from "vitest";
import { type ClientEvent, PageDriftError } from "../src/index.js";
import { clientOf, LISTS, SHAPES, uids } from "./lists.js";
import { row, type Service, startService } from "./service.js";

/** Changes the rows once, before the third request is answered. */
const changed = (alter: (service: Service) => unknown, count = 60) =>
  startService(count, ({ number }, _, service) => {
    if (number === 3) alter(service);
    return false;
  });
const grow = ({ rows }: Service) => rows.push(row(900));
const shrink = ({ rows }: Service) => rows.shift();

describe.each(SHAPES)("drift of a %s list", (shape) => {
  const pull = (service: Service, drift?: "throw" | "restart" | "continue", onEvent?: (event: ClientEvent) => void) =>
    LISTS[shape](
      clientOf(service, onEvent && { onEvent }),
      { limit: 10 },
      { concurrency: 1, ...(drift && { drift }) },
    ).toArray();

  it("that may have hidden a record walks the list again, by default", async () => {
    const service = await changed(shrink);
    const all = uids(service.rows);
    const got = uids(await pull(service));
    expect(new Set(got).size).toBe(got.length);
    expect(got.sort()).toEqual(all);
    expect(service.seen.filter(({ offset }) => offset === 0).length).toBeGreaterThan(1);
  });

  it("ends the pages of the second walk at other records than those of the first", async () => {
    const service = await changed(shrink);
    await pull(service);
    const [first = 0, second = 0] = service.seen.filter(({ offset }) => offset === 0).map(({ limit }) => limit);
    expect([first, second]).toEqual([10, 5]);
  });

  it("shows even where a total does not: one deleted and one added at once", async () => {
    const service = await startService(60, ({ number }, _, { rows }) => {
      if (number === 5) rows.push(row(900)) && rows.shift();
      return false;
    });
    const got = uids(await LISTS[shape](clientOf(service), { limit: 10 }, { concurrency: 2 }).toArray());
    expect(uids(service.rows.slice(0, -1)).filter((uid) => !got.includes(uid))).toEqual([]);
    expect(new Set(got).size).toBe(got.length);
  });

  it("shows one page at a time too", async () => {
    const service = await startService(60, ({ number }, _, { rows }) => {
      if (number === 5) rows.push(row(900)) && rows.shift();
      return false;
    });
    const got = uids(await pull(service));
    expect(uids(service.rows.slice(0, -1)).filter((uid) => !got.includes(uid))).toEqual([]);
    expect(service.peak).toBe(1);
  });

  it("that leaves nothing at the place of the next page walks the list again", async () => {
    const service = await startService(22, ({ number }, _, { rows }) => {
      if (number === 3) rows.splice(0, 15);
      return false;
    });
    const got = uids(await pull(service));
    expect(uids(service.rows).filter((uid) => !got.includes(uid))).toEqual([]);
  });

  it("that leaves nothing behind a first page which the server cut down walks the list again", async () => {
    const service = await startService(24, ({ number }, _, { rows }) => {
      if (number === 2) rows.splice(0, 18);
      return false;
    });
    service.clamp = 6;
    const got = uids(await pull(service));
    expect(uids(service.rows).filter((uid) => !got.includes(uid))).toEqual([]);
  });

  it("that adds at the end costs nothing, by default", async () => {
    const service = await changed(grow);
    expect(uids(await pull(service))).toEqual(uids(service.rows));
    expect(service.seen.filter(({ offset }) => offset === 0)).toHaveLength(1);
  });

  it.each([shrink, ...(shape === "array" ? [] : [grow])])("throws when asked to (%o)", async (alter) => {
    const service = await changed(alter);
    const error = await pull(service, "throw").catch((reason) => reason);
    expect(error).toBeInstanceOf(PageDriftError);
    expect(error).toMatchObject({ name: "PageDriftError", operation: expect.stringMatching(/^list/) });
  });

  it("continues if asked to, and reports it", async () => {
    const service = await changed(shrink);
    const events: ClientEvent[] = [];
    const got = uids(await pull(service, "continue", (event) => events.push(event)));
    expect(new Set(got).size).toBe(got.length);
    expect(got.length).toBeGreaterThanOrEqual(58);
    expect(service.seen.filter(({ offset }) => offset === 0)).toHaveLength(1);
    expect(events.filter(({ type }) => type === "drift").length).toBeGreaterThan(0);
  });

  it("that moved records to its end, so that its last page holds no other, is no reason to stop where it is to go on", async () => {
    const service = await changed(({ rows }) => rows.push(...rows.splice(0, 2)), 57);
    const all = uids(service.rows);
    const got = uids(await pull(service, "continue"));
    expect(new Set(got).size).toBe(got.length);
    // Those that moved to a page that was read already, except for the one in which the pages overlap.
    expect(all.filter((uid) => !got.includes(uid))).toHaveLength(1);
  });

  it("without end is an error", async () => {
    const service = await startService(400, (_, __, { rows }) => !rows.shift());
    await expect(pull(service)).rejects.toThrow(PageDriftError);
  });

  it("of a page that repeats for ever is an error, even where it is to go on", async () => {
    const service = await startService(60, (seen) => {
      seen.offset = 0;
      return false;
    });
    await expect(pull(service, "continue")).rejects.toThrow();
    expect(service.seen.length).toBeLessThan(40);
  });
});

// The last page, which is fetched early to detect moved rows, must be one of the pages: another one would cost a request,
// and its records would show nothing about the page before it.
describe.each(SHAPES.filter((shape) => shape !== "array"))("pulling a %s list", (shape) => {
  it.each([
    [60, 10, 6],
    [61, 10, 7],
    [401, 200, 3],
    [950, 200, 5],
    [1000, 200, 5],
  ])("of %i records with limit %i takes %i requests", async (count, limit, pages) => {
    const service = await startService(count);
    const got = uids(await LISTS[shape](clientOf(service), { limit }, { concurrency: 3 }).toArray());
    expect(got).toEqual(uids(service.rows));
    expect(service.seen).toHaveLength(pages);
  });
});

describe.each([
  ["of pages of one record", 1, 100],
  ["whose server gives less than asked for", 10, 4],
])("drift of a plain array %s", (_, limit, clamp) => {
  it.each([1, 2, 3, 4])("walks the list again where request %i finds a record less", async (turn) => {
    const service = await startService(25, ({ number }, __, { rows }) => {
      if (number === turn) rows.shift();
      return false;
    });
    service.clamp = clamp;
    const got = uids(await LISTS.array(clientOf(service), { limit }).toArray());
    expect(uids(service.rows).filter((uid) => !got.includes(uid))).toEqual([]);
    expect(new Set(got).size).toBe(got.length);
  });
});

describe.each(SHAPES)("leaving a %s list", (shape) => {
  it("aborts what is in flight, and asks for nothing more", async () => {
    const service = await startService(500, ({ number, method }) => method === "GET" && number > 3);
    const client = clientOf(service);
    for await (const _ of LISTS[shape](client, { limit: 10 }, { concurrency: 6 })) {
      if (service.seen.length > 3) break;
      await new Promise(setImmediate);
    }
    // What is held is never answered: it ends only because the client hangs up.
    const settle = async () => {
      await client.createMetadata("inspection", { uid: "u", items: [{ key: "k", type: "string", value: "v" }] });
      while (service.active > 0) await new Promise(setImmediate);
      return service.seen.filter(({ method }) => method === "GET").length;
    };
    await settle();
    const { length } = service.seen;
    expect(await settle()).toBeLessThanOrEqual(length - 1);
    expect(service.seen.length).toBe(length + 1);
    expect(length).toBeLessThan(12);
  });

  it("holds no more pages than may be in flight, however slow the reader", async () => {
    const service = await startService(500);
    let read = 0;
    for await (const page of LISTS[shape](clientOf(service), { limit: 10 }, { concurrency: 4 }).pages()) {
      read++;
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      expect(service.seen.length).toBeLessThanOrEqual(read + 5);
      if (page.offset > 200) break;
    }
  });

  it("rejects with the signal's own reason", async () => {
    const service = await startService(500);
    const stop = new AbortController();
    const reason = new Error("enough");
    const records = LISTS[shape](clientOf(service), { limit: 10 }, { signal: stop.signal })[Symbol.asyncIterator]();
    await records.next();
    stop.abort(reason);
    await expect(
      (async () => {
        for (;;) if ((await records.next()).done) return;
      })(),
    ).rejects.toBe(reason);
  });
});
