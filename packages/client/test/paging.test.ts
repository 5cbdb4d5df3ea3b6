import { describe, expect, it } from "vitest";
import { InvalidResponseError } from "../src/index.js";
import { type ListSource, pagedList } from "../src/lists/paged-list.js";
import { clientOf, LISTS, SHAPES, uids } from "./lists.js";
import { gate, sendJson, startService } from "./service.js";

describe.each(SHAPES)("a %s list", (shape) => {
  const list = LISTS[shape];

  it("returns every record once, in order", async () => {
    const service = await startService(1234);
    const records = [];
    for await (const record of list(clientOf(service), { limit: 50 })) records.push(record);
    expect(uids(records)).toEqual(uids(service.rows));
  });

  it.each([0, 1, 49, 50, 51, 100])("ends after %i records", async (count) => {
    const service = await startService(count);
    expect(uids(await list(clientOf(service), { limit: 50 }).toArray())).toEqual(uids(service.rows));
  });

  it("starts at an offset", async () => {
    const service = await startService(120);
    const records = await list(clientOf(service), { limit: 25, offset: 30 }).toArray();
    expect(uids(records)).toEqual(uids(service.rows.slice(30)));
  });

  it("reads record by record with a limit of 1", async () => {
    const service = await startService(7);
    expect(uids(await list(clientOf(service), { limit: 1 }).toArray())).toEqual(uids(service.rows));
  });

  it("continues after the last record if the server lowers the limit", async () => {
    const service = await startService(230);
    service.clamp = 20;
    expect(uids(await list(clientOf(service), { limit: 50 }).toArray())).toEqual(uids(service.rows));
  });

  it("ends even if the server returns one record at a time, with any limit", async () => {
    const service = await startService(9, ({ number }, response) => {
      // Stops an endless pull, which would block all tests.
      if (number > 100) response.destroy();
      return number > 100;
    });
    service.clamp = 1;
    expect(uids(await list(clientOf(service), { limit: 5 }).toArray())).toEqual(uids(service.rows));
  });

  it("returns pages without gaps or overlaps", async () => {
    const service = await startService(130);
    let position = 0;
    for await (const page of list(clientOf(service), { limit: 40 }).pages()) {
      expect(page.offset).toBe(position);
      expect(page.total).toBe(shape === "array" ? undefined : 130);
      position += page.records.length;
    }
    expect(position).toBe(130);
  });

  it("returns the body of one page unchanged, with one request", async () => {
    const service = await startService(30);
    const body = await list(clientOf(service), { limit: 10, offset: 20 }).page();
    expect(service.seen).toHaveLength(1);
    expect(body).toEqual(service.page(service.seen[0] as never));
  });

  it("causes no warning about listeners if many pulls share a signal", async () => {
    const service = await startService(1000);
    const client = clientOf(service);
    const { signal } = new AbortController();
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on("warning", note);
    const lists = Array.from({ length: 15 }, () => list(client, { limit: 50 }, { signal }).toArray());
    await Promise.all(lists);
    // Warnings are emitted in a later turn of the event loop.
    await new Promise(setImmediate);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("sends no request before it is iterated", async () => {
    const service = await startService(30);
    const orders = list(clientOf(service));
    expect(service.seen).toHaveLength(0);
    await orders.toArray();
    await orders.toArray();
    expect(service.seen.length).toBeGreaterThan(1);
  });

  it("keeps no more than the given number of pages in flight", async () => {
    const twoAtOnce = gate();
    const service = await startService(500, ({ number }, _, { active }) => {
      if (active === 2) twoAtOnce.open();
      return number > 1 && twoAtOnce.opened;
    });
    await list(clientOf(service), { limit: 10 }, { concurrency: 3 }).toArray();
    expect([2, 3]).toContain(service.peak);
  });

  it("rejects a page without a list of records", async () => {
    const service = await startService(
      30,
      (_, response) => !!response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    );
    const error = await list(clientOf(service))
      .toArray()
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ status: 200, attempt: 2, method: "GET" });
  });
});

it("pulls 1,000 purchase orders as ten pages of 100", async () => {
  const service = await startService(1000);
  await LISTS.standard(clientOf(service), { limit: 100 }).toArray();
  expect(service.seen.map(({ offset }) => offset).sort((a, b) => a - b)).toEqual([
    0, 100, 200, 300, 400, 500, 600, 700, 800, 900,
  ]);
  expect(service.seen.every(({ limit }) => limit === 100)).toBe(true);
});

it("requests the largest page if the query has no limit", async () => {
  const service = await startService(3);
  const client = clientOf(service);
  await client.listReports().toArray();
  await client.listPurchaseOrders().toArray();
  expect(service.seen.map(({ limit }) => limit)).toEqual([50, 100]);
});

it.each(["http://[", "?cursor=b64", "/api/v1/reports?limit=10"])(
  "ignores where a valid next link leads, and rejects an invalid one: %s",
  async (next) => {
    const service = await startService(30, (seen, response, it) => {
      const page = it.page(seen) as { next: string | null };
      return !!sendJson(response, 200, { ...page, next: page.next && next });
    });
    const pull = LISTS.linked(clientOf(service), { limit: 10 }).toArray();
    if (next === "http://[") await expect(pull).rejects.toThrow(InvalidResponseError);
    else expect(await pull).toHaveLength(30);
  },
);

it.each(["standard", "linked"] as const)("rejects an empty page with a limit of 0 in a %s list", async (shape) => {
  const service = await startService(30, (seen, response, it) => {
    // A pull that never ends would block all tests.
    return !!(seen.number > 100 ? response.destroy() : sendJson(response, 200, it.page({ ...seen, limit: 0 })));
  });
  await expect(LISTS[shape](clientOf(service), { limit: 10 }).toArray()).rejects.toThrow(InvalidResponseError);
  expect(service.seen.length).toBeLessThan(5);
});

it.each([
  ["is missing before the end", (offset: number, limit: number) => (offset === 0 ? `/?offset=${limit}` : null)],
  ["is present at the end", (offset: number, limit: number) => `/?offset=${offset + limit}`],
])("rejects a next link that, by the count, %s of the list", async (_, next) => {
  const service = await startService(30, (seen, response, it) => {
    return !!sendJson(response, 200, { ...(it.page(seen) as object), next: next(seen.offset, seen.limit) });
  });
  await expect(LISTS.linked(clientOf(service), { limit: 10 }).toArray()).rejects.toThrow("next link");
});

it.each(["standard", "linked"] as const)(
  "requests pages that contradict the total of a %s list at most twice",
  async (shape) => {
    const service = await startService(95, (seen, response, it) => {
      const page = it.page(seen) as { total: number } & { count: number };
      const claim =
        shape === "standard" ? { total: 4000 } : { count: 4000, next: `/?offset=${seen.offset + seen.limit}` };
      return !!sendJson(response, 200, { ...page, ...claim });
    });
    const error = await LISTS[shape](clientOf(service), { limit: 10 }, { concurrency: 8 })
      .toArray()
      .catch((reason) => reason);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error.message).toMatch(/records instead of 1\d/);
    const asked = service.seen.map(({ url }) => url);
    for (const url of asked) expect(asked.filter((other) => other === url).length).toBeLessThanOrEqual(2);
    // At most the pages before the first invalid one, and those that were fetched ahead.
    expect(asked.length).toBeLessThanOrEqual(10 + 2 * 8);
  },
);

it("uses up all attempts if each response is wrong in another way", async () => {
  const service = await startService(5, ({ number }, response) =>
    number < 5 ? !!sendJson(response, 200, { data: [], limit: 10, offset: 0, total: number }) : false,
  );
  expect(await LISTS.standard(clientOf(service), { limit: 10 }).toArray()).toHaveLength(5);
});

it("a plain array whose pages have at most one record is read without asking for more", async () => {
  const rows = ["a", "b", "c"].map((uid) => ({ uid }));
  const asked = new Set<number>();
  const fetchPage = async (offset: number, limit: number) => {
    asked.add(limit);
    return { records: rows.slice(offset, offset + limit), offset, limit };
  };
  const pagination = { shape: "array", identity: "uid", maxLimit: 1 };
  const source = { operation: "listAll", pagination, query: {}, options: {}, width: 4, fetchPage };
  expect(await pagedList(source as unknown as ListSource).toArray()).toEqual(rows);
  expect([...asked]).toEqual([1]);
});
