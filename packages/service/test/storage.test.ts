import { canonicalJson } from "@metadata-service/server-rules";
import { seeded } from "@metadata-service/test-kit/service/records";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createBatcher, OverloadError } from "../src/storage/records/create-batcher.js";
import { sqlMoment } from "../src/storage/sql/sql-moment.js";
import { bytesOfString, stringOfBytes } from "../src/storage/sql/string-bytes.js";

describe("the bytes of a string", () => {
  const random = seeded(3);
  const parts = [
    "",
    "a",
    "\u0000",
    "é",
    "\u07ff",
    "\u0800",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "💚",
    "\ud800",
    "\udbff",
    "\udc00",
    "\udfff",
  ];
  const texts = Array.from({ length: 3_000 }, () =>
    Array.from({ length: Math.floor(random() * 5) }, () => parts[Math.floor(random() * parts.length)]).join(""),
  );

  it("decode to the same string, and are unique", () => {
    for (const text of texts) expect(stringOfBytes(bytesOfString(text))).toBe(text);
    expect(new Set(texts.map((text) => bytesOfString(text).toString("hex"))).size).toBe(new Set(texts).size);
  });

  it("are UTF-8 if possible, and sort like code points", () => {
    expect(bytesOfString("é💚")).toEqual(Buffer.from("é💚"));
    const codes = (text: string) => Array.from(text, (one) => one.codePointAt(0) ?? 0);
    const before = (left: string, right: string) => {
      const [a, b] = [codes(left), codes(right)];
      const at = a.findIndex((code, index) => code !== b[index]);
      return at < 0 ? a.length - b.length : b[at] === undefined ? 1 : (a[at] ?? 0) - b[at];
    };
    for (const [n, text] of texts.entries()) {
      const other = texts[(n * 7 + 1) % texts.length] ?? "";
      expect(Math.sign(Buffer.compare(bytesOfString(text), bytesOfString(other)))).toBe(Math.sign(before(text, other)));
    }
  });
});

describe("canonical JSON", () => {
  it("is the same for equal values, and different for different ones", () => {
    const same = ['{"b":[1.0,"\\u0061"],"a":null}', '{ "a": null, "b": [1e0, "a"] }', '{"a":null,"b":[1,"\\u0061"]}'];
    expect(new Set(same.map((text) => canonicalJson(JSON.parse(text)))).size).toBe(1);
    const others = ['{"a":null,"b":["a",1]}', '{"a":null}', '{"a":null,"b":[1,"a"],"c":1}', '{"a":false,"b":[1,"a"]}'];
    expect(new Set([...same, ...others].map((text) => canonicalJson(JSON.parse(text)))).size).toBe(1 + others.length);
  });

  it("sorts all names as text, also those that JavaScript puts first", () => {
    const text = canonicalJson(JSON.parse('[{"a":{"9":1,"10":2}},{"b":{"9":1},"a":{"10":2}}]'));
    expect(text).toBe('[{"a":{"10":2,"9":1}},{"a":{"10":2},"b":{"9":1}}]');
  });

  it("keeps __proto__, and contains neither NUL nor lone surrogates", () => {
    const text = canonicalJson(JSON.parse('{"__proto__":{"\\u0000":"\\ud800"},"a":1}'));
    expect(text).toBe('{"__proto__":{"\\u0000":"\\ud800"},"a":1}');
  });
});

describe("a timestamp for the database", () => {
  it.each([
    ["2026-11-21T06:15:00.123456+00:00", "2026-11-21T06:15:00.123456+00"],
    ["2026-11-21T06:15:00.1234569+00:00", "2026-11-21T06:15:00.123456+00"],
    ["2026-11-21T06:15:00Z", "2026-11-21T06:15:00+00"],
    ["2026-11-21T06:15:00.9999999+07:00", "2026-11-20T23:15:00.999999+00"],
    ["2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00.5+00"],
    ["0000-06-01T00:00:00Z", "0001-06-01T00:00:00.0+00 BC"],
    ["0000-01-01T00:00:00+23:59", "0002-12-31T00:01:00.0+00 BC"],
    ["9999-12-31T23:59:59-23:59", "10000-01-01T23:58:59.0+00"],
  ])("%s becomes %s", (text, literal) => {
    expect(sqlMoment(text)).toBe(literal);
  });
});

describe("a batcher", () => {
  /** A fake database that responds when the test says so. */
  const slowly = (rules: { maxJobs?: number; maxBytes?: number; maxRunning?: number } = {}) => {
    const batches: string[][] = [];
    const answers: ((error?: Error) => void)[] = [];
    const add = createBatcher<string, string>({
      run: (jobs) => {
        batches.push([...jobs]);
        return new Promise((resolve, reject) => {
          answers.push((error) => (error ? reject(error) : resolve(jobs.map((job) => `${job}!`))));
        });
      },
      identity: (job) => job[0] ?? "",
      mayBeCausedByOneJob: (error) => (error as Error).message === "one of them",
      bytes: (job) => job.length,
      maxJobs: 10,
      maxBytes: 100,
      maxRunning: 1,
      maxWait: 1_000,
      ...rules,
    });
    return { add, batches, answers };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it("runs the first job immediately and alone, and those that arrive in the meantime together", async () => {
    const { add, batches, answers } = slowly();
    const first = add("a");
    await turn();
    const rest = ["b", "c", "d"].map(add);
    await turn();
    expect(batches).toEqual([["a"]]);
    answers[0]?.();
    expect(await first).toBe("a!");
    await turn();
    expect(batches).toEqual([["a"], ["b", "c", "d"]]);
    answers[1]?.();
    expect(await Promise.all(rest)).toEqual(["b!", "c!", "d!"]);
  });

  it("begins a second batch beside a running one when it has as many jobs", async () => {
    const { add, batches, answers } = slowly({ maxRunning: 2 });
    const all = ["a", "b", "c"].map(add);
    await turn();
    for (const job of ["d", "e"]) all.push(add(job));
    await turn();
    expect(batches).toEqual([["a", "b", "c"]]);
    all.push(add("f"));
    await turn();
    expect(batches).toEqual([
      ["a", "b", "c"],
      ["d", "e", "f"],
    ]);
    // Both are running.
    all.push(add("g"));
    await turn();
    answers[1]?.();
    await turn();
    expect(batches).toHaveLength(2);
    answers[0]?.();
    await turn();
    expect(batches.at(-1)).toEqual(["g"]);
    answers[2]?.();
    expect(await Promise.all(all)).toEqual(["a!", "b!", "c!", "d!", "e!", "f!", "g!"]);
  });

  it("does not let a few jobs wait for a batch that takes long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { add, batches, answers } = slowly({ maxRunning: 2 });
    const all = ["a", "b"].map(add);
    await turn();
    all.push(add("c"));
    await turn();
    expect(batches).toEqual([["a", "b"]]);
    vi.advanceTimersByTime(20);
    expect(batches).toEqual([["a", "b"], ["c"]]);
    for (const answer of answers) answer();
    expect(await Promise.all(all)).toEqual(["a!", "b!", "c!"]);
  });

  it("never has duplicate identities in a batch, or too many jobs or bytes", async () => {
    const { add, batches, answers } = slowly({ maxJobs: 2, maxBytes: 5 });
    const all = ["a", "b1", "b2", "c1", "d1234567", "e"].map(add);
    for (let n = 0; n < 6; n++) {
      await turn();
      answers[n]?.();
    }
    expect(await Promise.all(all)).toEqual(["a!", "b1!", "b2!", "c1!", "d1234567!", "e!"]);
    expect(batches).toEqual([["a", "b1"], ["b2", "c1"], ["d1234567"], ["e"]]);
  });

  it("rejects only jobs that waited too long to start", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { add, batches, answers } = slowly();
    const begun = add("a");
    await turn();
    const early = add("b");
    vi.advanceTimersByTime(600);
    const late = add("c");
    const refused = expect(early).rejects.toThrow(OverloadError);
    vi.advanceTimersByTime(500);
    await refused;
    answers[0]?.();
    expect(await begun).toBe("a!");
    await turn();
    vi.advanceTimersByTime(5_000);
    answers[1]?.();
    expect(await late).toBe("c!");
    expect(batches).toEqual([["a"], ["c"]]);
  });

  it("fails the jobs of a failed batch, and continues", async () => {
    const { add, answers } = slowly();
    const failing = add("a");
    await turn();
    const next = add("b");
    const gone = new Error("gone");
    answers[0]?.(gone);
    await expect(failing).rejects.toThrow("gone");
    await turn();
    answers[1]?.();
    expect(await next).toBe("b!");
  });

  it("retries each job of a failed batch alone if a single job may have caused the failure, so that only that job fails", async () => {
    const { add, batches, answers } = slowly();
    const all = ["a", "b", "c", "d", "e"].map(add);
    const outcomes = Promise.allSettled(all);
    for (let n = 0; n < 9; n++) {
      await turn();
      const failure = batches[n]?.includes("d") ? new Error("one of them") : undefined;
      answers[n]?.(failure);
    }
    expect((await outcomes).map(({ status }) => status)).toEqual([
      ...Array(3).fill("fulfilled"),
      "rejected",
      "fulfilled",
    ]);
    expect(batches).toEqual([["a", "b", "c", "d", "e"], ["a"], ["b"], ["c"], ["d"], ["e"]]);
  });

  it("does not split a batch whose failure concerns all of its jobs", async () => {
    const { add, batches, answers } = slowly();
    const outcomes = Promise.allSettled(["a", "b", "c"].map(add));
    await turn();
    const gone = new Error("gone");
    answers[0]?.(gone);
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
    expect(batches).toEqual([["a", "b", "c"]]);
  });
});
