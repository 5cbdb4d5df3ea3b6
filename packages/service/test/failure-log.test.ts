import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFailureLog, type FailureLog } from "../src/http/failure-log.js";
import { createLogger } from "../src/logger.js";

let lines: Record<string, unknown>[];
let failures: FailureLog;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  failures = createFailureLog(createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) }));
});
afterEach(() => {
  vi.useRealTimers();
});

const refused = (port: number) => Object.assign(new Error(`connect 127.0.0.1:${port}`), { code: "ECONNREFUSED" });
const stacksIn = (some: typeof lines) => some.filter((line) => JSON.stringify(line).includes("    at ")).length;

it("logs the stack of a failure once, then one line per second with the count", () => {
  for (let second = 0; second < 3; second++) {
    for (let n = 0; n < 500; n++)
      failures.add("error", "a request failed", refused(40_000 + n), { request: `${second}-${n}` });
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toHaveLength(4);
  expect(stacksIn(lines)).toBe(1);
  expect(lines[0]).toMatchObject({ msg: "a request failed", request: "0-0", err: { code: "ECONNREFUSED" } });
  expect(lines.slice(1).map(({ count, last }) => [count, last])).toEqual([
    [499, { request: "0-499" }],
    [500, { request: "1-499" }],
    [500, { request: "2-499" }],
  ]);
  expect(lines[3]).toMatchObject({ level: 50, msg: "a request failed, again", code: "ECONNREFUSED" });
  expect(new Set(lines.map(({ failure }) => failure)).size).toBe(1);
});

it("distinguishes different failures", () => {
  const first = failures.add("error", "a request failed", refused(1));
  expect(failures.add("error", "a request failed", new Error("another"))).not.toBe(first);
  expect(failures.add("warn", "the database is too busy", refused(1))).not.toBe(first);
  expect(failures.add("error", "a request failed", refused(22))).toBe(first);
  expect(stacksIn(lines)).toBe(3);
});

it("logs the stack again after five minutes without the failure, and leaves no timer running", () => {
  failures.add("error", "a request failed", refused(1));
  vi.advanceTimersByTime(299_000);
  failures.add("error", "a request failed", refused(1));
  expect(stacksIn(lines)).toBe(1);
  vi.advanceTimersByTime(302_000);
  expect(vi.getTimerCount()).toBe(0);
  failures.add("error", "a request failed", refused(1));
  expect(stacksIn(lines)).toBe(2);
});

it("logs the counts when it is flushed, and remembers a hundred failures", () => {
  const names = Array.from({ length: 101 }, (_, n) => String.fromCodePoint(0x4e00 + n));
  for (const name of names) failures.add("error", "a request failed", new Error(name));
  failures.add("error", "a request failed", new Error(names[0]));
  expect(stacksIn(lines)).toBe(102);
  failures.add("error", "a request failed", new Error(names[0]));
  failures.flush();
  expect(lines.at(-1)).toMatchObject({ count: 1, error: names[0] });
  expect(vi.getTimerCount()).toBe(0);
});
