/** No test depends on the speed of the machine or on a fixed port; each finding explains what to do instead. */
import { expect, test } from "vitest";
import { timeInTests } from "../lib/time-in-tests.js";
import { testFiles } from "./test-files.js";

/** Files that may read the clock anyway, and why a busy machine cannot make them fail. */
const ALLOWED: Record<string, string> = {
  "packages/client/test/calls.test.ts": "the client's own timeout, with a server that never responds",
  "packages/client/test/faults.ts": "a server's Date header; what is compared are two of them",
  "packages/client/test/hostile.test.ts": "the client's own timeout, with a body that never ends",
  "packages/client/test/operations/names.test.ts": "an option and a parameter of the same name",
  "packages/client/test/pairs/recording-proxy.ts": "compares moments of one process; a slow machine moves both",
  "packages/client/test/script.ts": "runs under the fake clock of clock.test.ts",
  "packages/client/test/sync.test.ts": "bounds that a slow machine can only move further away",
  "packages/client/test/types.ts": "is compiled, and never run",
  "packages/contract/test/giving-up.test.ts": "servers that never answer: no limit is too short for them",
  "packages/contract/test/moving-lists.test.ts":
    "records carry the moment at which they change, as those of importers do",
  "packages/contract/test/moving-service.test.ts": "compares moments of one process; a slow machine moves both",
  "packages/mock/test/scenarios.test.ts": "a delay lasts at least as long as it should; a slow machine makes it longer",
  "packages/test-kit/src/hostile/raw-http.ts": "ends only what its caller says may never be answered",
  "packages/service/test/attacks/key-holder.test.ts": "moves the clock of the service on until a connection is closed",
  "packages/service/test/command-line.test.ts": "ports that there are not",
  "packages/service/test/keys.test.ts": "a moment that is after another one of the same machine",
  "packages/test-kit/src/service/postgres-server.ts": "a name that nobody has used before",
  "packages/test-kit/src/service/targets.ts": "a name that nobody has used before",
};

const own = "scripts/test/time-in-tests.test.ts";
const findings = (await testFiles()).filter(([path]) => path !== own).flatMap((file) => timeInTests(...file));

test("no test waits for time to pass, reads the clock, sets a time limit or uses a fixed port", () => {
  const wrong = findings.filter(({ path }) => !(path in ALLOWED));
  expect(wrong.map(({ path, line, remedy }) => `${path}:${line} has ${remedy}`)).toEqual([]);
});

test("every file with an exception still needs it", () => {
  const paths = new Set(findings.map(({ path }) => path));
  expect(Object.keys(ALLOWED).filter((path) => !paths.has(path))).toEqual([]);
});

test.each([
  ["await new Promise((resolve) => setTimeout(resolve, 50));", "a wait"],
  ['import { setTimeout as wait } from "node:timers/promises";', "a wait"],
  ["expect(performance.now() - from).toBeLessThan(4_000);", "the clock"],
  ["const from = Date.now();", "the clock"],
  ["const now = new Date();", "the clock"],
  ["await expect.poll(read, { timeout: 20_000 }).toBe(1);", "a time limit"],
  ["}, 20_000);", "a time limit"],
  ["fetch(url, { signal: AbortSignal.timeout(5_000) });", "a time limit"],
  ["const page = await browser.newPage();", "the browser's own limit"],
  ["const context = await browser.newContext();", "the browser's own limit"],
  ['server.listen(4010, "127.0.0.1");', "a fixed port"],
  ["startMock({ port: 4010 });", "a fixed port"],
  ['run("--port", "4010");', "a fixed port"],
])("%s is found", (code, what) => {
  expect(timeInTests("x.test.ts", `const a = 1;\n${code}\n`)).toEqual([
    { path: "x.test.ts", line: 2, remedy: expect.stringContaining(what) },
  ]);
});

test.each([
  ["server.listen(0);"],
  ["startMock({ port: 0 });"],
  ["// setTimeout(later)"],
  ["const page = await browser.newPage(); page.setDefaultTimeout(WAIT_LIMIT / 2);"],
  ["new Date(Date.UTC(2026, 0, 1));"],
  ["vi.useFakeTimers(); setTimeout(later, 50);"],
])("%s is not found", (code) => {
  expect(timeInTests("x.test.ts", code)).toEqual([]);
});
