/** Tests the jobs of the gate: what runs when, and the total. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Job, runGate } from "../lib/run-gate.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gate-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const job = (name: string, script: string): Job => ({ name, command: ["bash", "-c", script] });

async function gate(main: string, beside: string[][], first = "true") {
  let output = "";
  const begins = join(folder, "begins");
  const passes = await runGate(
    {
      first: job("first", first),
      main: job("main", `cd ${folder}; ${main}`),
      beside: beside.map((scripts) => scripts.map((script, i) => job(`beside ${i}`, `cd ${folder}; ${script}`))),
      begins,
    },
    (text) => {
      output += text;
    },
  );
  return { passes, output, last: output.trimEnd().split("\n").at(-1) };
}

test("adds up the totals of all jobs", async () => {
  const found = await gate("echo '3 passed, 0 failed, 1 skipped'", [
    ["echo '2 passed, 0 failed'", "echo '1 passed, 0 failed, 4 skipped'"],
  ]);
  expect(found).toMatchObject({ passes: true, last: "6 passed, 0 failed, 5 skipped" });
});

test("begins the others when the tests do, and runs those of one list one after the other", async () => {
  const { output } = await gate("mkfifo go; touch begins; cat go; echo '1 passed, 0 failed'", [
    ["test -e begins && echo first; echo '1 passed, 0 failed'", "echo > go; echo second; echo '1 passed, 0 failed'"],
  ]);
  expect(output).toMatch(/first[\s\S]*second[\s\S]*3 passed, 0 failed\n$/);
});

test.each([
  ["a failed test", "echo '1 passed, 2 failed'; exit 1", "true; echo '1 passed, 0 failed'", "2 passed, 2 failed"],
  ["a failed test beside", "echo '1 passed, 0 failed'", "echo '0 passed, 1 failed'; exit 1", "1 passed, 1 failed"],
  ["a job without a total", "echo '1 passed, 0 failed'", "exit 0", "1 passed, 1 failed"],
  [
    "a job that breaks after its total",
    "echo '1 passed, 0 failed'",
    "echo '5 passed, 0 failed'; exit 3",
    "6 passed, 1 failed",
  ],
])("fails with %s", async (_, main, beside, last) => {
  expect(await gate(main, [[beside]])).toMatchObject({ passes: false, last });
});

test("goes on without what is prepared first, and says why", async () => {
  const { passes, output } = await gate("echo '1 passed, 0 failed'", [], "echo no registry; exit 1");
  expect(passes).toBe(true);
  expect(output).toContain("no registry");
});
