import { request } from "node:http";
import { runOn, TARGETS } from "@metadata-service/test-kit/service/targets";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createDatabaseLimiter } from "../src/limits/database-limiter.js";
import type { Admission } from "../src/limits/limiter.js";
import { createMemoryLimiter } from "../src/limits/memory-limiter.js";
import { createRefusalPace } from "../src/limits/refusal-pace.js";
import { createTurns } from "../src/limits/turns.js";
import { type NewDatabase, openOn, openOnServer } from "./support/open-on.js";
import { json, KEY, type ServiceUnderTest, startOn } from "./support/start.js";

const admitted = (admission: Admission) => admission.admitted;
const leave = (admission: Admission, bytes = 0) => admission.admitted && admission.leave(bytes);
const wait = (admission: Admission) => (admission.admitted ? 0 : admission.retryAfter);

describe("the limits of one process", () => {
  it("allow a burst, then the rate per second, and return how long to wait", () => {
    let now = 0;
    const limiter = createMemoryLimiter({ rate: 0.5, burst: 3, inFlight: 100 }, () => now);
    const enter = () => limiter.enter("a") as Admission;
    expect([enter(), enter(), enter()].map(admitted)).toEqual([true, true, true]);
    expect(wait(enter())).toBe(2);
    now = 1_000;
    expect(wait(enter())).toBe(1);
    now = 2_000;
    expect(admitted(enter())).toBe(true);
    expect(wait(enter())).toBe(2);
    now = 1_000_000;
    expect([enter(), enter(), enter(), enter()].map(admitted)).toEqual([true, true, true, false]);
    expect(admitted(limiter.enter("b") as Admission)).toBe(true);
  });

  it("allow a number of concurrent requests, and another one when one ends", () => {
    const limiter = createMemoryLimiter({ rate: 1, burst: 100, inFlight: 2 }, () => 0);
    const [first] = [limiter.enter("a") as Admission, limiter.enter("a")];
    expect(limiter.enter("a")).toEqual({ admitted: false, retryAfter: 1 });
    if (first) leave(first);
    expect(admitted(limiter.enter("a") as Admission)).toBe(true);
  });

  it("count the bytes of bodies and responses, once they are known", () => {
    let now = 0;
    const limiter = createMemoryLimiter({ rate: 1, burst: 10, inFlight: 100 }, () => now);
    leave(limiter.enter("a") as Admission, 65_535);
    leave(limiter.enter("a") as Admission, 10 * 65_536);
    expect(wait(limiter.enter("a") as Admission)).toBe(3);
    now = 3_000;
    expect(admitted(limiter.enter("a") as Admission)).toBe(true);
  });

  it("forget only idle keys", () => {
    let now = 0;
    const limiter = createMemoryLimiter({ rate: 1, burst: 1, inFlight: 1 }, () => now);
    limiter.enter("busy");
    for (let n = 0; n < 10_000; n++) leave(limiter.enter(`key ${n}`) as Admission);
    now = 60_000;
    leave(limiter.enter("one more") as Admission);
    expect(admitted(limiter.enter("busy") as Admission)).toBe(false);
  });
});

describe("turns between callers whose work blocks the thread", () => {
  /** Simulates work on a fake clock. */
  const starting = () => {
    let now = 0;
    const done: string[] = [];
    const turns = createTurns(() => now);
    const large = async (name: string, takes = 10) => {
      await turns.run(name.slice(0, 1), 1e6, () => {
        now += takes;
        done.push(name);
      });
    };
    return { turns, done, large, forward: (ms: number) => (now += ms) };
  };

  it("run small work immediately", () => {
    const { turns } = starting();
    expect(turns.run("a", 100, () => "done")).toBe("done");
  });

  it("let callers do one piece each in turn, however many pieces one has", async () => {
    const { done, large } = starting();
    await Promise.all(["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => large(name, 0)));
    expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("let connections be served between two pieces", async () => {
    const { done, large } = starting();
    const all = Promise.all(["a1", "a2"].map((name) => large(name)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(["a1"]);
    await all;
    expect(done).toEqual(["a1", "a2"]);
  });

  it.each([
    [4, 16],
    [10, 100],
    [20, 400],
    [50, 500],
  ])("make a caller who is not alone wait after a piece of %i ms for %i ms", async (takes, pause) => {
    const { turns, done, large, forward } = starting();
    turns.seen("a");
    await large("a1", takes);
    await large("a2", takes);
    turns.seen("b");
    const third = large("a3");
    // In the meantime, work of another caller is done.
    await large("b1", 0);
    forward(pause - 1);
    await large("b2", 0);
    expect(done).toEqual(["a1", "a2", "b1", "b2"]);
    forward(1);
    await third;
    expect(done).toEqual(["a1", "a2", "b1", "b2", "a3"]);
  });

  it("do not let a caller wait for the pause of another one", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { turns, done, large } = starting();
    turns.seen("b");
    turns.seen("a");
    await large("a1");
    void large("a2");
    // No time passes, so the pause does not end.
    await large("b1");
    expect(done).toEqual(["a1", "b1"]);
  });

  it("let a caller whose small work took long take turns with it, unless it is alone", async () => {
    const { turns, done, large, forward } = starting();
    const small = (name: string, takes = 0) =>
      turns.run(name.slice(0, 1), 100, () => {
        forward(takes);
        done.push(name);
      });
    turns.seen("a");
    small("a1", 10);
    small("a2", 10);
    turns.seen("b");
    const waits = [small("a3", 10), small("a4", 10)];
    small("b1");
    await large("b2", 0);
    expect(done).toEqual(["a1", "a2", "b1", "b2"]);
    forward(40);
    await waits[0];
    small("b3");
    expect(done.slice(4)).toEqual(["a3", "b3"]);
    forward(40);
    await waits[1];
    forward(1_000);
    expect(small("a5")).toBeUndefined();
    expect(done.slice(6)).toEqual(["a4", "a5"]);
  });

  it("run the large statements of a caller one after the other, without delaying other callers", async () => {
    const { turns } = starting();
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const statement = (name: string, bytes = 1e6) =>
      turns.runSerially(name.slice(0, 1), bytes, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const all = ["a1", "a2", "b1"].map((name) => statement(name));
    all.push(statement("a3", 100));
    await expect.poll(() => begun).toEqual(["a3", "a1", "b1"]);
    ends.get("a1")?.();
    await expect.poll(() => begun).toEqual(["a3", "a1", "b1", "a2"]);
    for (const end of ends.values()) end();
    await Promise.all(all);
  });

  it("make a caller who is not alone pause after each part of its work", async () => {
    let now = 0;
    const turns = createTurns(() => now);
    turns.seen("a");
    turns.seen("b");
    const begun: number[] = [];
    const began = performance.now();
    const work = turns.runSerially("a", 1e6, async (runPart) => {
      for (const part of [1, 2, 3])
        await runPart?.(async () => {
          begun.push(part);
          now += 10;
        });
    });
    await work;
    expect(begun).toEqual([1, 2, 3]);
    // Two pauses, each four times as long as a part took; timers may fire slightly early.
    expect(performance.now() - began).toBeGreaterThan(75);
  });

  it("run statements at once, until one of a caller who is not alone took long, not counting its wait", async () => {
    let now = 0;
    const turns = createTurns(() => now, { maxWait: 5_000 });
    const begun: string[] = [];
    const ends = new Map<string, (took: number) => void>();
    const statement = (name: string) =>
      turns.runStatement(name.slice(0, 1), async (took) => {
        begun.push(name);
        took(await new Promise<number>((resolve) => ends.set(name, resolve)));
      });
    const end = (name: string, took: number) => {
      now += 100;
      ends.get(name)?.(took);
    };
    turns.seen("a");
    turns.seen("b");
    const first = ["a1", "a2", "b1"].map(statement);
    expect(begun).toEqual(["a1", "a2", "b1"]);
    end("a1", 30);
    end("b1", 3);
    await Promise.all([first[0], first[2]]);
    const later = ["a3", "a4", "b2", "b3"].map(statement);
    expect(begun.slice(3)).toEqual(["b2", "b3"]);
    now += 200;
    await expect.poll(() => begun.slice(5)).toEqual(["a3"]);
    end("a2", 1);
    end("a3", 1);
    await expect.poll(() => begun.slice(5)).toEqual(["a3", "a4"]);
    for (const name of ["a4", "b2", "b3"]) end(name, 1);
    await Promise.all([...first, ...later]);
    now += 2_000;
    turns.seen("a");
    turns.seen("b");
    // The end of a line is recorded after its last statement.
    await new Promise((resolve) => setImmediate(resolve));
    const atOnce = [statement("a5"), statement("a6")];
    expect(begun.slice(7)).toEqual(["a5", "a6"]);
    end("a5", 50);
    end("a6", 50);
    await Promise.all(atOnce);
    // One of them holds the line until those behind it have waited too long.
    turns.seen("b");
    turns.seen("a");
    const late = [statement("a7"), statement("a8")];
    await expect.poll(() => begun.slice(9)).toEqual(["a7"]);
    now += 6_000;
    ends.get("a7")?.(1);
    await late[0];
    await expect(late[1]).rejects.toThrow("not started within 5000 ms");
  });

  it("let connections be served between two parts of work, and run small work without a pause", async () => {
    const { turns } = starting();
    let isServed = false;
    await turns.runSerially("a", 1e6, async (runPart) => {
      await runPart?.(async () => setImmediate(() => (isServed = true)));
      await runPart?.(async () => expect(isServed).toBe(true));
    });
    expect(isServed).toBe(true);
    await turns.runSerially("a", 100, async (runPart) => expect(runPart).toBe(undefined));
  });

  it("continue after a statement that fails", async () => {
    const { turns } = starting();
    const failing = turns.runSerially("a", 1e6, () => Promise.reject(new Error("wrong")));
    const next = turns.runSerially("a", 1e6, async () => "done");
    await expect(failing).rejects.toThrow("wrong");
    expect(await next).toBe("done");
  });

  it("propagate an error that a piece of work throws", async () => {
    const { turns } = starting();
    await expect(
      turns.run("a", 1e6, () => {
        throw new Error("wrong");
      }),
    ).rejects.toThrow("wrong");
  });
});

describe("the pacing of 429 responses", () => {
  const starting = () => {
    let now = 0;
    const waits: number[] = [];
    const pace = createRefusalPace(
      () => now,
      async (ms) => waits.push(ms),
    );
    const refuse = async (caller: string, times: number) => {
      for (let n = 0; n < times; n++) await pace.next(caller);
    };
    return { refuse, waits, forward: (ms: number) => (now += ms) };
  };

  it("does not delay occasional 429s, or twenty at once", async () => {
    const { refuse, waits, forward } = starting();
    await refuse("a", 20);
    await refuse("b", 20);
    forward(1_000);
    for (let n = 0; n < 100; n++) {
      await refuse("a", 1);
      forward(20);
    }
    expect(waits).toEqual([]);
  });

  it("delays a caller that ignores them by more each time, up to a second", async () => {
    const { refuse, waits, forward } = starting();
    await refuse("a", 23);
    expect(waits).toEqual([20, 40, 60]);
    await refuse("a", 1_000);
    expect(Math.max(...waits)).toBe(1_000);
    forward(1_000);
    await refuse("b", 20);
    expect(waits.at(-1)).toBe(1_000);
    forward(400);
    await refuse("a", 20);
    expect(waits).toHaveLength(1_003);
  });
});

describe.each(TARGETS)("shared limits on $name", (target) => {
  let open: NewDatabase;
  beforeAll(async () => {
    open = await openOn(target, 20);
  });
  afterAll(() => open.remove());

  it("count a burst across all processes", async () => {
    const rates = { rate: 0.0001, burst: 7, inFlight: 100 };
    const processes = ["p", "q", "r"].map((name) => createDatabaseLimiter(open.db, rates, name));
    const admissions = await Promise.all(Array.from({ length: 20 }, (_, n) => processes[n % 3]?.enter("burst")));
    expect(admissions.filter((one) => one?.admitted)).toHaveLength(7);
    const refused = admissions.find((one) => one?.admitted === false);
    expect(refused && wait(refused)).toBeGreaterThan(9_000);
  });

  it("count the bytes of bodies and responses", async () => {
    const rates = { rate: 0.0001, burst: 10, inFlight: 100 };
    const limiter = createDatabaseLimiter(open.db, rates, "p");
    leave((await limiter.enter("bytes")) as Admission, 10 * 65_536);
    await expect.poll(async () => admitted((await limiter.enter("bytes")) as Admission)).toBe(false);
  });

  it("count concurrent requests across all processes", async () => {
    const rates = { rate: 1e6, burst: 1e6, inFlight: 3 };
    const [p, q] = ["p", "q"].map((name) => createDatabaseLimiter(open.db, rates, name));
    const taken = [await p?.enter("slots"), await q?.enter("slots"), await p?.enter("slots")] as Admission[];
    expect(taken.map(admitted)).toEqual([true, true, true]);
    expect(await q?.enter("slots")).toEqual({ admitted: false, retryAfter: 1 });
    if (taken[0]) leave(taken[0]);
    // A slot is released asynchronously.
    await expect.poll(async () => admitted((await q?.enter("slots")) as Admission)).toBe(true);
  });
});

describe("shared limits after the database was unavailable", () => {
  it("release the slots that could not be released before", async () => {
    const { db, url } = await openOnServer({ connections: 20 });
    const limiter = createDatabaseLimiter(db, { rate: 1e6, burst: 1e6, inFlight: 3 }, "p");
    const enter = async () => (await limiter.enter("away")) as Admission;
    const taken = [await enter(), await enter(), await enter()];
    await runOn(url, "alter table request_slots rename to away");
    for (const one of taken) leave(one);
    await expect(enter()).rejects.toThrow("request_slots");
    await runOn(url, "alter table away rename to request_slots");
    // A slot is released asynchronously, so each may fail before the table is back or be released after it.
    const inUse = async () => {
      const one = await enter();
      if (admitted(one)) leave(one);
      const { rows } = await sql<{ in_flight: number }>`select in_flight from request_slots`.execute(db);
      return rows.map((row) => row.in_flight);
    };
    await expect.poll(inUse).toEqual([0]);
    const again = [await enter(), await enter(), await enter(), await enter()];
    expect(again.map(admitted)).toEqual([true, true, true, false]);
  });
});

describe.each(TARGETS)("a service with limits, on $name", (target) => {
  const starting = (options: object, run: (under: ServiceUnderTest) => Promise<void>) => async () => {
    const under = await startOn(target, options);
    try {
      await run(under);
    } finally {
      await under.end();
    }
  };

  it.each([
    ["for one process", false],
    ["for all processes", true],
  ])("returns 429 with Retry-After above the rate, %s", (_name, sharedLimits) =>
    // The next request is allowed after a quarter of an hour.
    starting({ rate: 0.001, burst: 3, sharedLimits }, async ({ get }) => {
      const answers = [await get("/api/v1/reports"), await get("/api/v1/reports"), await get("/api/v1/reports?x=1")];
      expect(answers.map((one) => one.status)).toEqual([200, 200, 400]);
      const refused = await get("/api/v1/reports");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
      expect(await json(refused, 429)).toEqual({ errorCode: "Generic", message: "Too many requests" });
    })(),
  );

  it.each([
    [400_000, 500_000],
    [500_000, 400_000],
  ])(
    "accepts time limits of %i ms for headers and %i ms for a request, which exceed Node's defaults",
    (headersTimeout, request) =>
      starting({ headersTimeout, requestTimeout: request }, async ({ get }) => {
        expect((await get("/api/v1/reports")).status).toBe(200);
      })(),
  );

  it(
    "counts the bytes of a response like those of a body",
    starting({ rate: 0.001, burst: 40 }, async ({ create, get }) => {
      const value = "x".repeat(1_000_000);
      expect((await create({ uid: "large", items: [{ key: "k", type: "string", value }] })).status).toBe(201);
      // The request counts as 1, its body as 15 more, and so does the response.
      let admitted = 0;
      while ((await get("/api/v1/reports")).status === 200) admitted += 1;
      expect(admitted).toBe(9);
    }),
  );

  it(
    "allows 20 concurrent requests, and returns 429 for more until one ends",
    starting({ inFlight: 20 }, async ({ service, get }) => {
      const held = Array.from({ length: 20 }, (_, n) => holdCreate(service.url, `held-${n}`));
      await Promise.all(held.map((one) => one.begun));
      const refused = await get("/api/v1/reports");
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      expect(await Promise.all(held.map((one) => one.finish()))).toEqual(Array(20).fill(201));
      expect((await get("/api/v1/reports")).status).toBe(200);
    }),
  );

  it(
    "delays a caller who ignores 429s, without using slots of others",
    starting({ rate: 0.0001, burst: 1, maxConcurrent: 3 }, async ({ service, get }) => {
      await get("/api/v1/reports");
      const { key } = await service.administration.createKey("another", null);
      const began = performance.now();
      // The last of 200 waits for a second, however long the first ones take.
      const refused = Array.from({ length: 200 }, () => get("/api/v1/reports").then(({ status }) => status));
      await Promise.race(refused);
      const other = await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: key } });
      expect(other.status).toBe(200);
      expect(new Set(await Promise.all(refused))).toEqual(new Set([429]));
      expect(performance.now() - began).toBeGreaterThan(950);
    }),
  );

  it(
    "releases the slots of callers that disconnected",
    starting({ inFlight: 3, maxConcurrent: 3 }, async ({ service, get }) => {
      const held = Array.from({ length: 3 }, (_, n) => holdCreate(service.url, `gone-${n}`));
      await Promise.all(held.map((one) => one.begun));
      expect((await get("/api/v1/reports")).status).toBe(429);
      for (const one of held) one.goAway();
      await expect.poll(async () => (await get("/api/v1/reports")).status).toBe(200);
    }),
  );

  it(
    "does not reach its limit with 20 callers who wait for their responses",
    starting({ inFlight: 20 }, async ({ create }) => {
      const callers = Array.from({ length: 20 }, async (_, caller) => {
        const statuses: number[] = [];
        for (let n = 0; n < 15; n++) {
          const value = "x".repeat(2_000);
          statuses.push((await create({ uid: `${caller}-${n}`, items: [{ key: "k", type: "string", value }] })).status);
        }
        return statuses;
      });
      expect(new Set((await Promise.all(callers)).flat())).toEqual(new Set([201]));
    }),
  );

  it(
    "rejects requests above the total limit, for any key",
    starting({ maxConcurrent: 4 }, async ({ service, get }) => {
      const held = Array.from({ length: 4 }, (_, n) => holdCreate(service.url, `held-${n}`));
      await Promise.all(held.map((one) => one.begun));
      expect((await get("/api/v1/reports")).status).toBe(429);
      // A caller without a valid key uses no slot, and learns nothing about used ones.
      const stranger = await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: "nobody" } });
      expect(stranger.status).toBe(401);
      expect(await Promise.all(held.map((one) => one.finish()))).toEqual(Array(4).fill(201));
    }),
  );
});

/** Starts a create request with an incomplete body, which stays in progress until the test ends it. */
function holdCreate(url: string, uid: string) {
  const body = JSON.stringify({ uid, items: [{ key: "k", type: "string", value: "held" }] });
  const headers = {
    apikey: KEY,
    "content-type": "application/json",
    "content-length": body.length,
    // Resolves when the request has its slot.
    expect: "100-continue",
  };
  const sent = request(`${url}/api/v2/metadata/inspection`, { method: "POST", headers, agent: false });
  const answered = new Promise<number | undefined>((resolve) => {
    sent.on("response", (response) => response.resume().on("end", () => resolve(response.statusCode)));
    sent.on("error", () => resolve(undefined));
  });
  const begun = new Promise<void>((resolve) => sent.on("continue", resolve));
  sent.write(body.slice(0, 10));
  return {
    begun,
    finish: () => {
      sent.end(body.slice(10));
      return answered;
    },
    goAway: () => sent.destroy(),
  };
}
