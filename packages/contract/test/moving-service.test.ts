/**
 * Tests the client with the real service while it rejects requests, stops and restarts, on both databases. The failures
 * are real: exceeded limits, connections cut after a request, a stopped service, a revoked key.
 */
import {
  BadRequestError,
  type Client,
  type ClientEvent,
  type MetadataInput,
  NetworkError,
  UnauthorizedError,
} from "@metadata-service/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startProxy } from "./moving/cutting-proxy.js";
import {
  acting,
  LISTS,
  type MovingService,
  rowsFrom,
  SHAPES,
  startMovingService,
  uids,
} from "./moving/moving-service.js";
import { KINDS } from "./targets/service-target.js";

const COUNT = 300;
const LIMIT = 10;
const UIDS = uids(rowsFrom(0, COUNT));

const fill = (service: MovingService) =>
  Promise.all([service.upsert("purchase-orders", rowsFrom(0, COUNT)), service.upsert("reports", rowsFrom(0, COUNT))]);
const note = (uid: string): MetadataInput => ({ uid, items: [{ key: "k", type: "string", value: uid }] });
const pullAll = (client: Client) =>
  Promise.all(SHAPES.map(async (shape) => uids(await LISTS[shape].list(client, { limit: LIMIT }).toArray())));

describe.each(KINDS)("a service on %s", (kind) => {
  let service: MovingService;
  beforeAll(async () => {
    service = await startMovingService(kind);
    await fill(service);
  });
  afterAll(() => service?.end());

  const behindProxy = async () => {
    const proxy = await startProxy(service.running.url);
    onTestFinished(() => proxy.close());
    return proxy;
  };

  it("with a low rate limit responds with Retry-After, and every pull is complete", async () => {
    // The clock of the rate limit stops until the first 429, so even a slow machine exceeds the limit.
    let from: number | undefined;
    const clock = () => (from === undefined ? 0 : performance.now() - from);
    const tight = await startMovingService(kind, { rate: 10, burst: 10 }, clock);
    onTestFinished(() => tight.end());
    await fill(tight);
    const refusals: (string | null)[] = [];
    /** The time of each 429, before the client processed it. */
    const refusedAt: number[] = [];
    let quietUntil = 0;
    const early: number[] = [];
    const client = tight.connect({
      // The default retry options, with which this must work.
      retry: {},
      async fetch(input, init) {
        const response = await fetch(input, init);
        if (response.status === 429) {
          refusals.push(response.headers.get("retry-after"));
          refusedAt.push(performance.now());
          from ??= performance.now();
        }
        return response;
      },
      onEvent(event) {
        if (event.type === "throttle")
          quietUntil = Math.max(quietUntil, (refusedAt.shift() ?? Number.NaN) + event.delay);
        if (event.type === "request" && performance.now() < quietUntil) early.push(quietUntil - performance.now());
      },
    });
    expect(await pullAll(client)).toEqual(SHAPES.map(() => UIDS));
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.filter((wait) => !/^[1-9]\d*$/.test(wait ?? ""))).toEqual([]);
    // A 429 pauses all requests until the time in `Retry-After` is over.
    expect(quietUntil).toBeGreaterThan(0);
    expect(early).toEqual([]);
  });

  describe("whose response to a create request is lost", () => {
    it.each([1, 2])("%i times: the client retries if it may, and one record is stored", async (times) => {
      const proxy = await behindProxy();
      const client = service.connect({
        baseUrl: proxy.url,
        retry: { repeatCreates: true, baseDelay: 1, maxDelay: 5 },
      });
      proxy.loseAnswers(times);
      const record = note(`lost ${times}`);
      const { data } = await client.createMetadata("inspection", record);
      expect(data).toMatchObject(record);
      expect(await service.stored(record.uid)).toEqual([
        { ...record, createdDate: data.createdDate, updatedDate: data.updatedDate },
      ]);
    });

    it("makes the client throw if it may not retry, and stores one record", async () => {
      const proxy = await behindProxy();
      const attempts: ClientEvent[] = [];
      const client = service.connect({
        baseUrl: proxy.url,
        onEvent: (event) => event.type === "request" && attempts.push(event),
      });
      proxy.loseAnswers(1);
      const record = note("lost for good");
      const error = await client.createMetadata("inspection", record).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({ name: "NetworkError", operation: "createMetadata", attempt: 1 });
      expect(attempts).toHaveLength(1);
      expect(await service.stored(record.uid)).toHaveLength(1);
    });
  });

  it("that restarts is pulled completely, and stores each created record once", async () => {
    const proxy = await behindProxy();
    let restarted: Promise<void> | undefined;
    const restart = async () => {
      await service.restart();
      proxy.leadTo(service.running.url);
    };
    const failures: Extract<ClientEvent, { type: "retry" }>[] = [];
    const client = service.connect({
      baseUrl: proxy.url,
      // However long the service takes to restart.
      retry: { attempts: 1e6, baseDelay: 50, maxDelay: 100, maxElapsed: 3_600_000, repeatCreates: true },
      fetch: acting((number) => {
        if (number === 12) restarted = restart();
      }),
      onEvent: (event) => event.type === "retry" && failures.push(event),
    });
    const names = Array.from({ length: 20 }, (_, n) => `across a restart ${n}`);
    const [pulled, created] = await Promise.all([
      pullAll(client),
      Promise.all(names.map((uid) => client.createMetadata("inspection", note(uid)))),
    ]);
    await restarted;
    expect(pulled).toEqual(SHAPES.map(() => UIDS));
    for (const { data } of created)
      expect(await service.stored(data.uid)).toMatchObject([{ createdDate: data.createdDate }]);
    // The restart affected the requests, and no response was cut off in the middle.
    expect(failures.length).toBeGreaterThan(0);
    expect(new Set(failures.map(({ error }) => error.name))).toEqual(new Set(["NetworkError"]));
  });

  it("has no open requests after a pull is aborted", async () => {
    const proxy = await behindProxy();
    const stop = new AbortController();
    const reason = new Error("enough");
    const client = service.connect({ baseUrl: proxy.url, concurrency: 6 });
    const pulled = (async () => {
      for await (const _ of client.listPurchaseOrders({ limit: LIMIT }, { signal: stop.signal }).pages())
        proxy.holdAnswers();
    })();
    pulled.catch(() => {});
    await expect.poll(() => proxy.held).toBe(6);
    stop.abort(reason);
    await expect(pulled).rejects.toBe(reason);
    await expect.poll(() => proxy.held).toBe(0);
    // One connection got its response and is idle. Node opens another one for each that was cut, and sends nothing
    // on it.
    await expect.poll(() => proxy.used).toBeLessThanOrEqual(1);
    // None of the requests counts as in flight any more.
    expect(await pullAll(service.connect())).toEqual(SHAPES.map(() => UIDS));
  });

  it.each(SHAPES)("ends a pull in the %s shape with an UnauthorizedError when the key is revoked", async (shape) => {
    const { administration } = service.running;
    const { key, id } = await administration.createKey("to be revoked", null);
    let sent = 0;
    let revoked: Promise<unknown> | undefined;
    const client = service.connect({
      apiKey: key,
      fetch: acting((number) => {
        sent = number;
        if (number === 5) revoked = administration.revokeKey(id);
        // Concurrent requests wait too, so none of them is sent while the key is still valid.
        return revoked;
      }),
    });
    const got: string[] = [];
    const pull = async () => {
      for await (const { uid } of LISTS[shape].list(client, { limit: LIMIT }, { concurrency: 2 })) got.push(uid);
    };
    const error = await pull().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error).toMatchObject({ status: 401, attempt: 1 });
    expect(String((error as Error).message)).not.toContain(key);
    expect(got).toEqual(UIDS.slice(0, got.length));
    expect(got.length).toBeGreaterThan(0);
    expect(sent).toBeLessThan(10);
  });

  it.each<[string, (client: Client) => Promise<unknown>, string | RegExp]>([
    [
      "in an item",
      (client) => create(client, [text, text, { key: "k", type: "string", value: 1 }]),
      "items[2].value must be a string",
    ],
    [
      "in a nested item",
      (client) => create(client, [{ key: "o", type: "object", value: [text, { key: "d", type: "date", value: "x" }] }]),
      /^items\[0\]\.value\[1\]\.value must be /,
    ],
    ["in an unknown field", (client) => create(client, [{ ...text, vlaue: 1 }]), "items[0].vlaue is not a known field"],
    ["in the path", (client) => create(client, [text], "other"), /^namespace must be/],
    ["in the query", (client) => client.listReports({ limit: 51 }).page(), "limit must be at most 50"],
  ])("names the place of an error %s", async (_name, call, message) => {
    const error = await call(service.connect()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BadRequestError);
    expect((error as BadRequestError).message).toMatch(message);
    expect(error).toMatchObject({ status: 400, errorCode: "Generic", attempt: 1 });
  });
});

const text = { key: "k", type: "string", value: "v" };
/** Bypasses the types, which would not allow this call. */
const create = (client: Client, items: unknown[], namespace = "inspection") =>
  client.createMetadata(namespace as "inspection", { uid: "mistaken", items } as MetadataInput);
