/**
 * Tests what a person sees at the end of `npm test`, with a small repository whose packages fail in every possible way.
 */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { execute, root, turbo } from "../lib/repo.js";
import { Progress } from "../test-runner/progress.js";
import { type Outcome, type PackageEvent, runPackages } from "../test-runner/run-packages.js";
import { summary, totalsOf } from "../test-runner/summary.js";

const PACKAGES: Record<string, Record<string, string>> = {
  right: {
    "a.test.ts": `import { tmpdir } from "node:os"; import { expect, it } from "vitest";
it("passes", () => { expect(tmpdir()).toMatch(/our own temporary folder$/); });
it.skip("waits (skipped: no moon)", () => {});`,
  },
  wrong: {
    "sums.test.ts": `import { describe, expect, it } from "vitest";
describe("sums (all)", () => {
  it.each([1, 2])("don't add %i", (n) => {
    expect(n + 1).toBe(2);
  });
});
it.skip("is forgotten", () => {});`,
    "broken.test.ts": `import "./nowhere.js"; import { it } from "vitest"; it("never runs", () => {});`,
    "hook.test.ts": `import { beforeAll, describe, it } from "vitest";
describe("behind a hook", () => {
  beforeAll(() => { throw new Error("no database"); });
  it("never runs", () => {});
});`,
    "late.test.ts": `import { it } from "vitest"; it("passes too", () => { queueMicrotask(() => { throw new Error("late"); }); });`,
  },
  crashing: {
    "a.test.ts": `import { it } from "vitest"; it("never runs", () => {});`,
    "setup.ts": `export function setup() { console.log("The moon is full."); process.exit(3); }`,
  },
  unprepared: {
    "a.test.ts": `import { it } from "vitest"; it("never runs", () => {});`,
    "setup.ts": `export function setup() { throw new Error("The moon is new."); }`,
  },
  untidy: {
    "a.test.ts": `import { it } from "vitest"; it("passes", () => {});`,
    "setup.ts": `export function teardown() { process.on("exit", () => { process.exitCode = 4; }); }`,
  },
  hanging: {
    "stuck.test.ts": `import { it } from "vitest"; it("never ends", () => new Promise(() => {}), 0);`,
  },
};

let repo: string;
beforeAll(async () => {
  repo = await mkdtemp(join(tmpdir(), "metadata-service-runner-"));
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(repo, file)), { recursive: true });
    await writeFile(join(repo, file), text);
  };
  const json = (file: string, value: object) => write(file, JSON.stringify(value));
  await json("package.json", { name: "small", packageManager: "npm@10.8.2", workspaces: ["packages/*"] });
  await json("package-lock.json", { lockfileVersion: 3, packages: {} });
  await json("turbo.json", {
    ui: "stream",
    globalPassThroughEnv: ["TEST_PROGRESS", "TMPDIR"],
    tasks: { test: { inputs: ["*.ts"], outputs: ["test-results/**"] } },
  });
  for (const [name, files] of Object.entries(PACKAGES)) {
    await json(`packages/${name}/package.json`, { name, type: "module", scripts: { test: "vitest run" } });
    for (const [file, text] of Object.entries(files)) await write(`packages/${name}/${file}`, text);
    const setup = "setup.ts" in files ? `globalSetup: "setup.ts"` : "";
    const base = JSON.stringify(join(root, "vitest.base.ts"));
    await write(
      `packages/${name}/vitest.config.ts`,
      `import { TEST_SETTINGS } from ${base}; export default { test: { ...TEST_SETTINGS, ${setup} } };`,
    );
  }
  await mkdir(join(repo, "our own temporary folder"));
  await symlink(join(root, "node_modules"), join(repo, "node_modules"));
});
afterAll(() => rm(repo, { recursive: true, force: true }));

async function run(names: string[], onEvent?: (event: PackageEvent, end: () => void) => void) {
  const ending = new AbortController();
  const shown: string[] = [];
  const progress = new Progress({ write: (text) => shown.push(stripVTControlCharacters(text)) }, () => 0);
  const { outcomes, ok } = await runPackages({
    root: repo,
    packages: names.map((name) => ({ name, folder: `packages/${name}`, task: "test" })),
    commands: [names.map((name) => turbo("run", "test", "--continue", "--output-logs=full", `--filter=${name}`))],
    logFile: join(repo, "all.log"),
    temporaryFolder: join(repo, "our own temporary folder"),
    onEvent(tested, event) {
      progress.tell(tested, event);
      onEvent?.(event, () => ending.abort());
    },
    signal: ending.signal,
  });
  progress.end();
  return { outcomes, ok, shown: shown.join(""), end: stripVTControlCharacters(summary(outcomes, [], "all.log")) };
}

describe("the runner, if all tests pass,", () => {
  test("prints the totals and the reasons of skipped tests, and uses the cache in a second run", async () => {
    const first = await run(["right"]);
    expect(first.end).toBe("\nSkipped:\n  1 in packages/right/a.test.ts: no moon\n\n1 passed, 0 failed, 1 skipped");
    expect(first.shown).toBe("  ✓ packages/right           0.0 s      1 passed, 0 failed, 1 skipped\n");
    const again = await run(["right"]);
    expect(again.end).toBe(first.end);
    expect(again.shown).toContain("unchanged");
  });
});

test("the runner starts a group of commands once the group before has ended", async () => {
  const file = JSON.stringify(join(repo, "first.txt"));
  const node = (script: string) => [process.execPath, "-e", script];
  // The first one starts another program, so it would be the later one if both started together.
  const first = node(`const {execFileSync: run} = require("child_process"); run(process.execPath, ["-e", ""]);
    run(process.execPath, ["-e", ""]); require("fs").writeFileSync(${file}, "")`);
  const second = node(`process.exitCode = require("fs").existsSync(${file}) ? 0 : 1`);
  const { ok } = await runPackages({
    root: repo,
    packages: [],
    commands: [[first], [second]],
    logFile: join(repo, "groups.log"),
    temporaryFolder: join(repo, "our own temporary folder"),
  });
  expect(ok).toBe(true);
});

describe("the runner, if tests fail,", () => {
  let seen: Awaited<ReturnType<typeof run>>;
  beforeAll(async () => {
    seen = await run(["right", "wrong"]);
  });
  const block = (begin: string) => seen.end.split("\n\n").find((part) => part.trimStart().startsWith(begin));

  test("counts each of them, and failures outside of tests", () => {
    expect(totalsOf(seen.outcomes, [])).toEqual({ passed: 3, failed: 5, skipped: 2 });
    expect(seen.end.split("\n").at(-1)).toBe("3 passed, 5 failed, 2 skipped");
  });

  test("reports where and why a test failed, and the command to repeat only this test", async () => {
    const told = block("✗ packages/wrong/sums.test.ts:4 sums (all) don't add 2") ?? "";
    expect(told).toContain("expected 3 to be 2");
    const command = /repeat: (.*)/.exec(told)?.[1] ?? "";
    expect(command).toBe(`npm exec -w packages/wrong -- vitest run sums.test.ts -t '^sums \\(all\\) don'\\''t add 2$'`);
    const { ok, output } = await execute(["bash", "-c", `cd ${repo} && ${command}`]);
    expect(ok).toBe(false);
    expect(stripVTControlCharacters(output)).toMatch(/Tests +1 failed \| 2 skipped \(3\)/);
  });

  test("reports a file that failed before its first test, a failed hook, and an uncaught error", () => {
    expect(block("✗ packages/wrong/broken.test.ts")).toMatch(
      /nowhere\.js.*\n +repeat: .* vitest run broken\.test\.ts$/,
    );
    expect(block("✗ packages/wrong/hook.test.ts:3")).toContain('around "behind a hook": no database');
    expect(block("✗ packages/wrong\n")).toContain("Outside of any test: Error: late");
  });

  test("counts a skip without a reason as a failure", () => {
    expect(block("✗ packages/wrong/sums.test.ts is forgotten")).toContain("skipped without a reason");
  });

  test("writes the complete output to a file, and names it", async () => {
    expect(seen.end).toContain("The complete output is in all.log");
    const log = await readFile(join(repo, "all.log"), "utf8");
    expect(log).toContain("AssertionError: expected 3 to be 2");
    expect(log).not.toContain("::test-event::");
    expect(seen.shown.split("\n").length).toBeLessThan(10);
  });
});

test("files that stand aside are one line, not one for each", () => {
  const skip = (file: string) => ({ file, test: "", reason: "are about another API than Museum" });
  const result = { passed: 1, failed: 0, skipped: 2, failures: [], skips: [skip("a.test.ts"), skip("b.test.ts")] };
  const outcome = { name: "a", folder: "packages/a", task: "test", result, unfinished: [], lastLines: [] } as const;
  const lines = "\nSkipped:\n  2 test files are about another API than Museum\n\n1 passed, 0 failed, 2 skipped";
  expect(stripVTControlCharacters(summary([outcome], []))).toBe(lines);
});

test("a package that ends before its tests is a failure, with its last output", async () => {
  const { end } = await run(["crashing"]);
  expect(end).toMatch(/^\n✗ packages\/crashing stopped before its tests had finished\n/);
  expect(end).toContain("    The moon is full.\n");
  expect(end).toMatch(/repeat: npm exec -w packages\/crashing -- vitest run\n/);
  expect(end).toMatch(/\n0 passed, 1 failed$/);
});

test("a package whose global setup fails is a failure, with its last output", async () => {
  const { end, shown, ok } = await run(["unprepared"]);
  expect(ok).toBe(false);
  expect(end).toMatch(/^\n✗ packages\/unprepared stopped before its tests had finished\n/);
  expect(end).toContain("The moon is new.");
  expect(end).toMatch(/\n0 passed, 1 failed$/);
  expect(shown).not.toContain("✓");
});

test("a run is not ok if no test fails, but a command does", async () => {
  const { end, ok } = await run(["untidy"]);
  expect(end).toMatch(/\n1 passed, 0 failed$/);
  expect(ok).toBe(false);
});

test("a package that hangs is ended, and the report names the file in which it hangs", async () => {
  const { end, outcomes } = await run(["hanging"], (event, stop) => event.type === "file begins" && stop());
  expect((outcomes[0] as Outcome).unfinished).toEqual(["stuck.test.ts"]);
  expect(end).toContain("✗ packages/hanging stopped before its tests had finished, in stuck.test.ts\n");
  expect(end).toContain("repeat: npm exec -w packages/hanging -- vitest run stuck.test.ts\n");
});
