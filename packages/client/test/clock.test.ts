import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NetworkError, RateLimitError, ServerError, TimeoutError } from "../src/index.js";
import { HOOK_SETS } from "./hooks.js";
import { hang, json, ok, PAGE, RECORD, script as scriptWith, settle } from "./script.js";

/** A clock that does not move until a test moves it. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], now: Date.UTC(2026, 10, 21) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe.each(HOOK_SETS)("with $name", ({ hooks }) => {
  const script = (...[answers, options]: Parameters<typeof scriptWith>) => scriptWith(answers, options, hooks);
  const isWatched = hooks.has("onEvent");

  describe("back-off", () => {
    it("doubles up to the cap, with full jitter", async () => {
      vi.spyOn(Math, "random").mockReturnValue(1);
      const { client, times } = script([() => json(500, {})], { retry: { attempts: 7 } });
      const { error } = await settle(client.listReports().page());
      expect(error).toBeInstanceOf(ServerError);
      expect(error).toMatchObject({ attempt: 7 });
      expect(times).toEqual([0, 500, 1500, 3500, 7500, 15_500, 23_500]);
    });

    it("may be 0 ms", async () => {
      vi.spyOn(Math, "random").mockReturnValue(0);
      const { client, times } = script([() => json(503, {}), () => json(408, {}), ok]);
      await settle(client.listPurchaseOrders().page());
      expect(times).toEqual([0, 0, 0]);
    });

    it("does not exceed the time that is left", async () => {
      vi.spyOn(Math, "random").mockReturnValue(1);
      const { client, times } = script([() => json(500, {})], { retry: { attempts: 50, maxElapsed: 10_000 } });
      await settle(client.listReports().page());
      expect(times).toEqual([0, 500, 1500, 3500, 7500]);
    });

    it.each([400, 401, 403, 404, 409])("does not apply to a %i", async (status) => {
      const { client, times } = script([() => json(status, {})]);
      await settle(client.listReports().page());
      expect(times).toHaveLength(1);
    });

    it("is disabled by retry: false", async () => {
      const { client, times } = script([() => json(429, {})], { retry: false });
      expect((await settle(client.listReports().page())).error).toBeInstanceOf(RateLimitError);
      expect(times).toHaveLength(1);
    });
  });

  describe("Retry-After", () => {
    it("can be in seconds", async () => {
      const { client, times } = script([() => json(429, {}, { "retry-after": "7" }), ok]);
      await settle(client.listPurchaseOrders().page());
      expect(times).toEqual([0, 7000]);
    });

    it("can be a date, by the clock of the server", async () => {
      const headers = { date: "Sat, 21 Nov 2020 00:00:00 GMT", "retry-after": "Sat, 21 Nov 2020 00:00:09 GMT" };
      const { client, times } = script([() => json(503, {}, headers), ok]);
      await settle(client.listPurchaseOrders().page());
      expect(times).toEqual([0, 9000]);
    });

    it("is respected even if it exceeds maxDelay", async () => {
      const { client, times } = script([() => json(429, {}, { "retry-after": "60" }), ok]);
      await settle(client.listPurchaseOrders().page());
      expect(times).toEqual([0, 60_000]);
    });

    it("that exceeds the time that is left makes the call fail at once, and the error has the delay", async () => {
      const { client, times } = script([() => json(429, { message: "slow down" }, { "retry-after": "3600" })]);
      const outcome = client.listPurchaseOrders().page();
      await expect(outcome).rejects.toMatchObject({
        name: "RateLimitError",
        message: "slow down",
        retryAfterMs: 3_600_000,
      });
      expect(times).toEqual([0]);
    });

    it.each([
      ["5, 5", 5000],
      ["5, 10", 10_000],
      ["0, 3", 3000],
      ["Sat, 21 Nov 2026 00:00:09 GMT, Sat, 21 Nov 2026 00:00:04 GMT", 9000],
      ["7, Sat, 21 Nov 2026 00:00:04 GMT", 7000],
      ["Saturday, 21-Nov-26 00:00:09 GMT", 9000],
      ["Sat Nov 21 00:00:09 2026", 9000],
      ["soon, 4", 4000],
      ["1.5", 1500],
    ])("counts the longest time if it was sent several times, in any form: %s", async (value, delay) => {
      vi.spyOn(Math, "random").mockReturnValue(0);
      const headers = { date: "Sat, 21 Nov 2026 00:00:00 GMT", "retry-after": value };
      const { client, times } = script([() => json(429, {}, headers), ok]);
      await settle(client.listPurchaseOrders().page());
      expect(times).toEqual([0, delay]);
    });

    it("counts from the date of the server even in 1970", async () => {
      const headers = { date: "Thu, 01 Jan 1970 00:00:00 GMT", "retry-after": "Thu, 01 Jan 1970 00:00:09 GMT" };
      const { client, times } = script([() => json(429, {}, headers), ok]);
      await settle(client.listPurchaseOrders().page());
      expect(times).toEqual([0, 9000]);
    });

    it.each(["9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT", "99999999999999999999"])(
      "in the far future makes the call fail at once: %s",
      async (value) => {
        const { client, times } = script([() => json(429, {}, { "retry-after": value })]);
        const error = await client
          .listReports()
          .page()
          .catch((reason) => reason);
        expect(error).toBeInstanceOf(RateLimitError);
        expect(error.retryAfterMs).toBeGreaterThan(2e14);
        expect(times).toEqual([0]);
      },
    );

    it.each([
      "soon",
      "Infinity",
      "1e999",
      "0x10",
      "-5",
      "",
      "0",
      ",",
      "1.2.3",
      "in 2030",
      "garbage 2030",
      "Sat, 21 Nov 2020 00:00:09 GMT",
    ])("is ignored if it is invalid, zero or in the past: %s", async (value) => {
      vi.spyOn(Math, "random").mockReturnValue(1);
      const { client, times } = script([() => json(429, {}, { "retry-after": value }), ok]);
      await settle(client.listPurchaseOrders().page());
      expect(times).toEqual([0, 500]);
    });
  });

  describe("the pause after a 429", () => {
    it("applies to every request of the client", async () => {
      const { client, times, events } = script([() => json(429, {}, { "retry-after": "5" }), ok]);
      const first = client.listPurchaseOrders().page();
      await vi.advanceTimersByTimeAsync(10);
      await settle(Promise.all([first, ...[1, 2, 3].map(() => client.listPurchaseOrders().page())]));
      expect(times[0]).toBe(0);
      expect(times.slice(1).every((time) => time >= 5000)).toBe(true);
      if (isWatched) expect(events.find(({ type }) => type === "throttle")).toMatchObject({ delay: 5000, limit: 10 });
    });

    it("applies to a request that waits for a slot", async () => {
      const answers = [() => json(429, {}, { "retry-after": "5" }), ok];
      const { client, times, events } = script(answers, { concurrency: 1 });
      await Promise.all([settle(client.listReports().page()), settle(client.listPurchaseOrders().page())]);
      expect(times).toEqual([0, 5000, 5000]);
      const types = events.map(({ type }) => type);
      expect(types.slice(0, 3)).toEqual(isWatched ? ["request", "response", "throttle"] : []);
    });

    it("fails requests at once that have less time left", async () => {
      const { client, times } = script([() => json(429, {}, { "retry-after": "3600" })]);
      await client
        .listPurchaseOrders()
        .page()
        .catch(() => {});
      await vi.advanceTimersByTimeAsync(600_000);
      const error = await client
        .listPurchaseOrders()
        .page()
        .catch((reason) => reason);
      expect(error).toBeInstanceOf(RateLimitError);
      expect(error.retryAfterMs).toBe(3_000_000);
      expect(times).toEqual([0]);
    });

    it.each([429, 503])("makes the other requests fail with the same error, after a %i", async (status) => {
      const { client, times, events } = script([() => json(status, { message: "later" }, { "retry-after": "3600" })]);
      const calls = [1, 2].map(() =>
        client
          .listPurchaseOrders()
          .page()
          .catch((reason) => reason),
      );
      const [first] = await Promise.all(calls);
      const third = await client
        .listPurchaseOrders()
        .page()
        .catch((reason) => reason);
      expect(third).toBeInstanceOf(first.constructor);
      expect(third).toMatchObject({ status, message: "later", retryAfterMs: 3_600_000 });
      expect(times).toEqual([0, 0]);
      if (isWatched) expect(events.find(({ type }) => type === "throttle")).toMatchObject({ delay: 3_600_000 });
    });

    it("does not follow a 503 without Retry-After, which is reported", async () => {
      vi.spyOn(Math, "random").mockReturnValue(1);
      const { client, times, events } = script([() => json(503, {}), ok]);
      const first = client.listPurchaseOrders().page();
      await vi.advanceTimersByTimeAsync(10);
      await settle(Promise.all([first, client.listPurchaseOrders().page()]));
      expect(times).toEqual([0, 10, 500]);
      if (isWatched) expect(events.find(({ type }) => type === "throttle")).toMatchObject({ delay: 0, limit: 10 });
    });

    it.each([-3_600_000, 3_600_000])("keeps its length if the clock is changed by %i ms", async (jump) => {
      const { client, times } = script([() => json(429, {}, { "retry-after": "5" }), ok]);
      const first = client.listPurchaseOrders().page();
      await vi.advanceTimersByTimeAsync(1000);
      vi.setSystemTime(Date.now() + jump);
      await settle(Promise.all([first, client.listPurchaseOrders().page()]));
      expect(times.slice(1).map((time) => time - jump)).toEqual([5000, 5000]);
    });

    it("keeps all calls together below the concurrency limit, which is halved and then recovers", async () => {
      let active = 0;
      let peak = 0;
      let answer = ok;
      const { client } = script(
        [
          async () => {
            peak = Math.max(peak, ++active);
            await new Promise((resolve) => setTimeout(resolve, 10));
            active--;
            return answer();
          },
        ],
        { concurrency: 8 },
      );
      const burst = async (count: number) => {
        peak = 0;
        await settle(
          Promise.all(Array.from({ length: count }, () => client.createMetadata("inspection", RECORD).catch(() => {}))),
        );
        return peak;
      };
      answer = () => json(201, { data: RECORD });
      expect(await burst(50)).toBe(8);
      answer = () => json(503, {});
      await burst(1);
      answer = () => json(201, { data: RECORD });
      expect(await burst(4)).toBe(4);
      expect(await burst(3)).toBe(3);
      await burst(60);
      expect(await burst(50)).toBe(8);
    });

    it.each([
      [1, 10],
      [3, 10],
      [10, 10],
      [10, 700],
      [3, 2500],
    ])(
      "makes every request succeed if the service accepts %i per second and takes %i ms for each",
      async (rate, latency) => {
        let tokens = rate;
        let refilledAt = Date.now();
        const { client, events } = script([
          async () => {
            await new Promise((resolve) => setTimeout(resolve, latency));
            tokens = Math.min(rate, tokens + ((Date.now() - refilledAt) / 1000) * rate);
            refilledAt = Date.now();
            if (tokens < 1) return json(429, {}, { "retry-after": "1" });
            tokens--;
            return json(201, { data: RECORD });
          },
        ]);
        const calls = Array.from({ length: 90 }, () => client.createMetadata("inspection", RECORD));
        const { value } = await settle(Promise.allSettled(calls));
        expect(value?.filter(({ status }) => status === "rejected")).toEqual([]);
        expect(events.some(({ type }) => type === "throttle")).toBe(isWatched);
      },
    );

    it("halves the concurrency limit once for all requests that were in flight", async () => {
      const answers = [() => json(429, {}, { "retry-after": "1" })];
      const { client, times, events } = script(answers, { retry: { attempts: 2 } });
      await settle(
        Promise.all(
          Array.from({ length: 20 }, () =>
            client
              .listReports()
              .page()
              .catch(() => {}),
          ),
        ),
      );
      const limits = events.flatMap((event) => (event.type === "throttle" ? [event.limit] : []));
      expect(limits.slice(0, 20)).toEqual(Array(isWatched ? 20 : 0).fill(10));
      expect(times).toHaveLength(40);
    });
  });

  describe("create requests", () => {
    const refusal = () =>
      Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } }));
    const reset = () => Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } }));
    const created = () => json(201, { data: RECORD });

    it.each([
      ["429", () => json(429, {}), 2, 2],
      ["a refused connection", refusal, 2, 2],
      ["a connection reset", reset, 1, 2],
      ["500", () => json(500, {}), 1, 2],
      ["408", () => json(408, {}), 1, 2],
      ["400", () => json(400, {}), 1, 1],
      ["a truncated body", () => new Response("{", { status: 201 }), 1, 2],
    ])("are repeated only if that is safe or repeatCreates is set: %s", async (_, answer, careful, declared) => {
      for (const [repeatCreates, count] of [
        [false, careful],
        [true, declared],
      ] as const) {
        const { client, times } = script([answer, created], { retry: { repeatCreates } });
        await settle(client.createMetadata("inspection", RECORD));
        expect(times).toHaveLength(count);
      }
    });
  });

  describe("timeout", () => {
    it("limits each attempt, and the error names it", async () => {
      const { client, times } = script([hang], { timeout: 1000, retry: { attempts: 3, baseDelay: 0 } });
      const { error } = await settle(client.listReports().page());
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({
        message: "no complete response from http://service.test within 1000 ms",
        attempt: 3,
        operation: "listReports",
      });
      expect(times).toEqual([0, 1000, 2000]);
    });

    it("includes the body", async () => {
      const slow = ({ signal }: RequestInit) =>
        new Response(
          new ReadableStream({
            start: (stream) => signal?.addEventListener("abort", () => stream.error(signal.reason)),
          }),
        );
      const { client } = script([slow], { timeout: 1000, retry: false });
      expect((await settle(client.listReports().page())).error).toBeInstanceOf(TimeoutError);
    });

    it("includes the wait for the key; if the key arrives later, nothing is sent", async () => {
      const apiKey = () => new Promise<string>((resolve) => setTimeout(resolve, 1500, "secret-key"));
      const { client, times } = script([ok], { timeout: 1000, retry: false, apiKey });
      expect((await settle(client.listReports().page())).error).toBeInstanceOf(TimeoutError);
      expect(times).toEqual([]);
    });

    it("works with a fetch and a body that ignore signals", async () => {
      for (const answer of [() => new Promise<Response>(() => {}), () => new Response(new ReadableStream())]) {
        const { client } = script([answer], { timeout: 1000, retry: false });
        expect((await settle(client.listReports().page())).error).toBeInstanceOf(TimeoutError);
      }
    });

    it("is disabled by Infinity", async () => {
      const late = () => new Promise<Response>((resolve) => setTimeout(() => resolve(ok()), 10 ** 9));
      const { client } = script([late], { timeout: Number.POSITIVE_INFINITY });
      expect((await settle(client.listPurchaseOrders().page())).value).toEqual(PAGE);
    });
  });

  describe("a number that would turn off what it limits", () => {
    it.each([
      [{ timeout: 0 }, "timeout must be at least 1, not 0"],
      [{ timeout: Number.NaN }, "timeout must be at least 1, not NaN"],
      [{ timeout: -1 }, "timeout must be at least 1, not -1"],
      [{ retry: { attempts: Number.NaN } }, "attempts must be at least 0, not NaN"],
      [{ retry: { baseDelay: -1 } }, "baseDelay must be at least 0, not -1"],
      [{ retry: { maxDelay: Number.NaN } }, "maxDelay must be at least 0, not NaN"],
      [{ retry: { maxElapsed: Number.NaN } }, "maxElapsed must be at least 0, not NaN"],
    ])("is rejected by the client and by each call: %o", async (limits, message) => {
      expect(() => script([ok], limits)).toThrow(new RangeError(message));
      const { client, times } = script([ok]);
      for await (const call of [
        () => client.listReports({}, limits).page(),
        () => client.listReports({}, limits).toArray(),
        () => client.createMetadata("inspection", RECORD, limits),
        () => client.syncReports(limits)[Symbol.asyncIterator]().next(),
      ])
        await expect(call()).rejects.toThrow(new RangeError(message));
      expect(times).toEqual([]);
    });

    it.each([2 ** 31, 2 ** 53, Number.POSITIVE_INFINITY, 1.5])("does not include a timeout of %d", async (timeout) => {
      const { client } = script([ok], { timeout });
      expect((await settle(client.listPurchaseOrders().page())).value).toEqual(PAGE);
    });

    it("is reported for the size of a body", async () => {
      const { client } = script([ok], { maxResponseBytes: Number.NaN, retry: false });
      const { error } = await settle(client.listReports().page());
      expect(error.message).toBe("the body has more than NaN bytes");
    });

    it.each([0, 0.5, 1])("means one attempt for retry.attempts: %d", async (attempts) => {
      const { client, times } = script([() => json(500, {})], { retry: { attempts } });
      await settle(client.listReports().page());
      expect(times).toEqual([0]);
    });

    it("does not include a concurrency of Infinity, which a 429 lowers too", async () => {
      let active = 0;
      let peak = 0;
      const answer = async () => {
        peak = Math.max(peak, ++active);
        await new Promise((resolve) => setTimeout(resolve, 10));
        active--;
        return peak < 40 ? json(503, {}) : ok();
      };
      const { client, events } = script([answer], { concurrency: Number.POSITIVE_INFINITY, retry: { baseDelay: 0 } });
      const burst = (count: number) =>
        settle(
          Promise.all(
            Array.from({ length: count }, () =>
              client
                .listPurchaseOrders()
                .page()
                .catch(() => {}),
            ),
          ),
        );
      await burst(20);
      expect(peak).toBe(20);
      const limits = events.flatMap((event) => (event.type === "throttle" ? [event.limit] : []));
      expect(limits[0]).toBe(isWatched ? 10 : undefined);
      peak = 0;
      await burst(30);
      expect(peak).toBeLessThan(20);
    });
  });

  describe("abort", () => {
    const reason = new Error("enough");

    it.each([null, 0, "", false, Number.NaN, 0n, "text", undefined])("rejects with the reason %o", async (own) => {
      for (const isBefore of [true, false]) {
        const { client } = script([hang]);
        const calls = [
          (signal: AbortSignal) => client.listReports({}, { signal }).page(),
          (signal: AbortSignal) => client.listReports({}, { signal }).toArray(),
          (signal: AbortSignal) => client.createMetadata("inspection", RECORD, { signal }).withResponse(),
          (signal: AbortSignal) => client.syncReports({ signal })[Symbol.asyncIterator]().next(),
          (signal: AbortSignal) => client.raw.GET("/api/v1/reports", { signal }),
        ];
        for (const call of calls) {
          const stop = new AbortController();
          if (isBefore) stop.abort(own);
          const outcome = call(stop.signal).then(
            () => expect.fail("it should have failed"),
            (error) => ({ error }),
          );
          await vi.advanceTimersByTimeAsync(0);
          stop.abort(own);
          expect(await outcome).toEqual({ error: stop.signal.reason });
        }
      }
    });

    it.each([null, undefined, 0, ""])(
      "is not the only cause of such a reason: apiKey may reject with %o",
      async (own) => {
        const { client } = script([ok], { apiKey: () => Promise.reject(own) });
        for (const call of [() => client.listReports().page(), () => client.raw.GET("/api/v1/reports")])
          expect(
            await call().then(
              () => "no",
              (error) => ({ error }),
            ),
          ).toEqual({ error: own });
      },
    );

    it.each([
      ["a back-off", [() => json(500, {})]],
      ["a pause", [() => json(429, {}, { "retry-after": "9" })]],
      ["a pending response", [hang]],
      ["a fetch that ignores signals", [() => new Promise<Response>(() => {})]],
      ["a body that ignores signals", [() => new Response(new ReadableStream())]],
    ] as const)("ends %s at once, with the signal's own reason", async (_, answers) => {
      const stop = new AbortController();
      const { client, times } = script([...answers]);
      const outcome = client
        .listPurchaseOrders({}, { signal: stop.signal })
        .page()
        .catch((error) => error);
      await vi.advanceTimersByTimeAsync(0);
      stop.abort(reason);
      expect(await outcome).toBe(reason);
      expect(times).toHaveLength(1);
      expect(vi.getTimerCount()).toBe(0);
    });

    it("cancels the wait for the key", async () => {
      const stop = new AbortController();
      const { client, times } = script([ok], { concurrency: 1, apiKey: () => new Promise<string>(() => {}) });
      const outcome = client.createMetadata("inspection", RECORD, { signal: stop.signal }).catch((error) => error);
      await vi.advanceTimersByTimeAsync(10);
      stop.abort(reason);
      expect(await outcome).toBe(reason);
      expect(times).toEqual([]);
    });

    it("ends a list although more records were already fetched", async () => {
      const stop = new AbortController();
      const data = Array.from({ length: 10 }, (_, at) => ({ uid: `${at}` }));
      const { client } = script([() => json(200, { data, limit: 10, offset: 0, total: 10 })]);
      let count = 0;
      const pull = async () => {
        for await (const _ of client.listPurchaseOrders({ limit: 10 }, { signal: stop.signal }))
          if (++count === 3) stop.abort(reason);
      };
      await expect(pull()).rejects.toBe(reason);
      expect(count).toBe(3);
    });

    it("cancels the wait for a slot", async () => {
      const stop = new AbortController();
      const { client, times } = script([hang], { concurrency: 1 });
      const first = client
        .listReports({}, { signal: stop.signal })
        .page()
        .catch((error) => error);
      const second = client
        .listReports({}, { signal: stop.signal })
        .page()
        .catch((error) => error);
      await vi.advanceTimersByTimeAsync(0);
      stop.abort(reason);
      expect(await Promise.all([first, second])).toEqual([reason, reason]);
      expect(times).toHaveLength(1);
      expect(vi.getTimerCount()).toBe(0);
    });

    it("before the call prevents the request", async () => {
      const { client, times } = script([ok]);
      await expect(client.listReports({}, { signal: AbortSignal.abort(reason) }).toArray()).rejects.toBe(reason);
      await expect(client.createMetadata("inspection", RECORD, { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
      expect(times).toEqual([]);
    });
  });
});

it("onEvent reports every attempt", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const { client, events } = scriptWith([
    () => Promise.reject(new TypeError("fetch failed")),
    () => json(200, { ...PAGE, data: [{ uid: "a" }], total: 1 }, { "x-request-id": "r-2" }),
  ]);
  await settle(client.listPurchaseOrders({ limit: 10 }).toArray());
  const about = { operation: "listPurchaseOrders", method: "GET", path: "/api/v1/purchase-orders" };
  expect(events).toEqual([
    { type: "request", ...about, attempt: 1 },
    { type: "retry", ...about, attempt: 1, delay: 500, error: expect.any(NetworkError) },
    { type: "request", ...about, attempt: 2 },
    { type: "response", ...about, attempt: 2, status: 200, elapsed: 0, requestId: "r-2" },
    { type: "page", operation: "listPurchaseOrders", offset: 0, records: 1, total: 1 },
  ]);
});
