import { describe, expect, it } from "vitest";
import { type ClientEvent, PageDriftError } from "../src/index.js";
import { clientOf, LISTS, SHAPES, uids } from "./lists.js";
import { row, type Service, startService } from "./service.js";

/** Changes the rows once, before the response to the third request. */
const changed = (alter: (service: Service) => unknown, count = 60) =>
  startService(count, ({ number }, _, service) => {
    if (number === 3) alter(service);
    return false;
  });
const grow = ({ rows }: Service) => rows.push(row(900));
const shrink = ({ rows }: Service) => rows.shift();

describe.each(SHAPES)("a %s list that changes during a pull", (shape) => {
  const pull = (service: Service, drift?: "throw" | "restart" | "continue", onEvent?: (event: ClientEvent) => void) =>
    LISTS[shape](
      clientOf(service, onEvent && { onEvent }),
      { limit: 10 },
      { concurrency: 1, ...(drift && { drift }) },
    ).toArray();

  it("is read again if a record may have been missed, by default", async () => {
    const service = await changed(shrink);
    const all = uids(service.rows);
    const got = uids(await pull(service));
    expect(new Set(got).size).toBe(got.length);
    expect(got.sort()).toEqual(all);
    expect(service.seen.filter(({ offset }) => offset === 0).length).toBeGreaterThan(1);
  });

  it("is read the second time in pages that end at other records", async () => {
    const service = await changed(shrink);
    await pull(service);
    const [first = 0, second = 0] = service.seen.filter(({ offset }) => offset === 0).map(({ limit }) => limit);
    expect([first, second]).toEqual([10, 5]);
  });

  it("is read again even if its total is the same: one record deleted and one added", async () => {
    const service = await startService(60, ({ number }, _, { rows }) => {
      if (number === 5) rows.push(row(900)) && rows.shift();
      return false;
    });
    const got = uids(await LISTS[shape](clientOf(service), { limit: 10 }, { concurrency: 2 }).toArray());
    expect(uids(service.rows.slice(0, -1)).filter((uid) => !got.includes(uid))).toEqual([]);
    expect(new Set(got).size).toBe(got.length);
  });

  it("is read again when pages are fetched one at a time, too", async () => {
    const service = await startService(60, ({ number }, _, { rows }) => {
      if (number === 5) rows.push(row(900)) && rows.shift();
      return false;
    });
    const got = uids(await pull(service));
    expect(uids(service.rows.slice(0, -1)).filter((uid) => !got.includes(uid))).toEqual([]);
    expect(service.peak).toBe(1);
  });

  it("is read again if the next page has become empty", async () => {
    const service = await startService(22, ({ number }, _, { rows }) => {
      if (number === 3) rows.splice(0, 15);
      return false;
    });
    const got = uids(await pull(service));
    expect(uids(service.rows).filter((uid) => !got.includes(uid))).toEqual([]);
  });

  it("is read again if nothing is left after a first page with a lowered limit", async () => {
    const service = await startService(24, ({ number }, _, { rows }) => {
      if (number === 2) rows.splice(0, 18);
      return false;
    });
    service.clamp = 6;
    const got = uids(await pull(service));
    expect(uids(service.rows).filter((uid) => !got.includes(uid))).toEqual([]);
  });

  it("is read once if records were only added at its end, by default", async () => {
    const service = await changed(grow);
    expect(uids(await pull(service))).toEqual(uids(service.rows));
    expect(service.seen.filter(({ offset }) => offset === 0)).toHaveLength(1);
  });

  it.each([shrink, ...(shape === "array" ? [] : [grow])])('throws with drift: "throw" (%o)', async (alter) => {
    const service = await changed(alter);
    const error = await pull(service, "throw").catch((reason) => reason);
    expect(error).toBeInstanceOf(PageDriftError);
    expect(error).toMatchObject({ name: "PageDriftError", operation: expect.stringMatching(/^list/) });
  });

  it('is read to its end with drift: "continue", which is reported', async () => {
    const service = await changed(shrink);
    const events: ClientEvent[] = [];
    const got = uids(await pull(service, "continue", (event) => events.push(event)));
    expect(new Set(got).size).toBe(got.length);
    expect(got.length).toBeGreaterThanOrEqual(58);
    expect(service.seen.filter(({ offset }) => offset === 0)).toHaveLength(1);
    expect(events.filter(({ type }) => type === "drift").length).toBeGreaterThan(0);
  });

  it('is read to its end with drift: "continue", even if its last page has only records that moved there', async () => {
    const service = await changed(({ rows }) => rows.push(...rows.splice(0, 2)), 57);
    const all = uids(service.rows);
    const got = uids(await pull(service, "continue"));
    expect(new Set(got).size).toBe(got.length);
    // Two records moved; one of them is still found because the pages overlap, the other is missed.
    expect(all.filter((uid) => !got.includes(uid))).toHaveLength(1);
  });

  it("causes an error if it never stops changing", async () => {
    const service = await startService(400, (_, __, { rows }) => !rows.shift());
    await expect(pull(service)).rejects.toThrow(PageDriftError);
  });

  it('causes an error if the same page is returned again and again, even with drift: "continue"', async () => {
    const service = await startService(60, (seen) => {
      seen.offset = 0;
      return false;
    });
    await expect(pull(service, "continue")).rejects.toThrow();
    expect(service.seen.length).toBeLessThan(40);
  });
});

// The last page is fetched early to detect moved rows. It must be one of the planned pages: an additional page would
// cost a request, and could not show whether the page before it changed.
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
  ["with pages of one record", 1, 100],
  ["with a server that lowers the limit", 10, 4],
])("a plain array that changes during a pull, %s", (_, limit, clamp) => {
  it.each([1, 2, 3, 4])("is read again if a record is deleted before request %i", async (turn) => {
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

describe.each(SHAPES)("reading only a part of a %s list", (shape) => {
  it("aborts the requests in flight, and sends no others", async () => {
    const service = await startService(500, ({ number, method }) => method === "GET" && number > 3);
    const client = clientOf(service);
    for await (const _ of LISTS[shape](client, { limit: 10 }, { concurrency: 6 })) {
      if (service.seen.length > 3) break;
      await new Promise(setImmediate);
    }
    // The held requests get no response: they end because the client aborts them.
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

  it("fetches no more pages ahead than may be in flight, even for a slow reader", async () => {
    const service = await startService(500);
    let read = 0;
    for await (const page of LISTS[shape](clientOf(service), { limit: 10 }, { concurrency: 4 }).pages()) {
      read++;
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      expect(service.seen.length).toBeLessThanOrEqual(read + 5);
      if (page.offset > 200) break;
    }
  });

  it("rejects with the reason of the signal", async () => {
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
