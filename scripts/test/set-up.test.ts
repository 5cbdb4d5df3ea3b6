/** Tests what every command of package.json does before anything is installed or built. */
import { spawn, spawnSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../lib/repo.js";

const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** Returns a folder with what a fresh clone has of the set-up: nothing is installed in it. */
async function clone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-set-up-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const path of ["package.json", "package-lock.json", "scripts/set-up.cjs", "scripts/lib", "scripts/help"])
    await cp(join(root, path), join(folder, path), { recursive: true });
  return folder;
}

/** Runs a program with the commands in `bin/` of the folder before all others. */
function start(folder: string, ...args: string[]) {
  const env = { ...process.env, PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}` };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  const heard: (() => void)[] = [];
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
      for (const listener of heard) listener();
    });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    ended,
    output: () => output,
    waitFor: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const listen = () => output.includes(text) && resolve();
        heard.push(listen);
        listen();
        void ended.then((code) => reject(new Error(`It ended with ${code} and printed:\n${output}`)));
      }),
  };
}

/** An npm that installs when it is told to, and notes each run. */
const NPM = `#!/bin/sh
echo run >> runs
echo npm works
until test -e go; do sleep 0.05; done
mkdir -p node_modules
cp package-lock.json node_modules/.package-lock.json
`;

async function withNpm(folder: string, text = NPM): Promise<void> {
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin/npm"), text);
  await chmod(join(folder, "bin/npm"), 0o755);
}
const SET_UP = "scripts/set-up.cjs";

test("of two commands at once, one installs, and the other says what it waits for", async () => {
  const folder = await clone();
  await withNpm(folder);
  const first = start(folder, SET_UP);
  await first.waitFor("npm works");
  const second = start(folder, SET_UP);
  await second.waitFor("Another command (process ");
  expect(second.output()).toContain(") is installing the dependencies. This one continues as soon as that is done");
  await writeFile(join(folder, "go"), "");
  expect([await first.ended, await second.ended]).toEqual([0, 0]);
  expect(await readFile(join(folder, "runs"), "utf8")).toBe("run\n");
  expect(await readdir(join(folder, ".turbo"))).toEqual([]);
});

test("the one that waited installs if the other failed to", async () => {
  const folder = await clone();
  await withNpm(folder, NPM.replace("mkdir", "test $(wc -l < runs) -gt 1 || exit 1\nmkdir"));
  const first = start(folder, SET_UP);
  await first.waitFor("npm works");
  const second = start(folder, SET_UP);
  await second.waitFor("Another command (process ");
  await writeFile(join(folder, "go"), "");
  expect([await first.ended, await second.ended]).toEqual([1, 0]);
  expect(first.output()).toContain("npm ci failed; its output is above.");
});

test("a set-up that was killed does not keep others waiting", async () => {
  const folder = await clone();
  await withNpm(folder);
  await writeFile(join(folder, "go"), "");
  const { pid } = spawnSync(process.execPath, ["--eval", ""]);
  await mkdir(join(folder, ".turbo"));
  await writeFile(join(folder, ".turbo/set-up.pid"), String(pid));
  const commands = [1, 2, 3, 4].map(() => start(folder, SET_UP));
  expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
  expect(await readFile(join(folder, "runs"), "utf8")).toBe("run\n");
});

/** A process that writes down when its turn begins and ends. */
const TURN = `
const { appendFileSync } = require("node:fs");
const note = (text) => appendFileSync("notes", text + "\\n");
require("./scripts/lib/turn.cjs").takeTurn("turn.pid", "works", async () => {
  note("begins");
  await new Promise((resolve) => setImmediate(resolve));
  note("ends");
});`;

test("a turn of a process that was killed is taken over by one of those that wait", async () => {
  const folder = await clone();
  const { pid } = spawnSync(process.execPath, ["--eval", ""]);
  await writeFile(join(folder, "turn.pid"), String(pid));
  const waiting = Array.from({ length: 8 }, () => start(folder, "--eval", TURN));
  expect(await Promise.all(waiting.map(({ ended }) => ended))).toEqual(waiting.map(() => 0));
  expect(await readFile(join(folder, "notes"), "utf8")).toBe("begins\nends\n".repeat(8));
});

const narrower = ["spec diff", "spec release", "spec convert", "spec scaffold", "extra demo", "extra mutate"];

test.each([...Object.keys(scripts), ...narrower])(
  "npm run %s -- --help needs nothing that is installed or built",
  async (words) => {
    const folder = await clone();
    await withNpm(folder);
    const [command = "", ...rest] = words.split(" ");
    const [, ...script] = (scripts[command] ?? "").split(" ");
    for (const flag of ["--help", "-h"]) {
      const { ended, output } = start(folder, ...script, ...rest, flag);
      expect(await ended).toBe(0);
      // An extra without options is explained in the list of all.
      const help = words === "extra demo" ? "extra" : words.replace(" ", " -- ");
      expect(output()).toMatch(new RegExp(`^(.*\\n\\n  )?npm (run )?${help}\\b`));
    }
    expect((await readdir(folder)).sort()).toEqual(["bin", "package-lock.json", "package.json", "scripts"]);
  },
);

// The others print nothing else.
test.each([
  ["spec-scaffold", "packages/spec-tools/src/scaffold/main.ts"],
  ["extra-mutate", "packages/contract/mutation/main.ts"],
])("scripts/help/%s.txt has the options that the program knows", async (name, program) => {
  const { stdout } = spawnSync(process.execPath, ["--import", "tsx", program, "--help"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stdout.trimEnd()).toBe((await readFile(join(root, `scripts/help/${name}.txt`), "utf8")).trimEnd());
});

test.each([
  ...Object.keys(scripts).map((name) => `${name} --nonsense`),
  "extra catalogue --nonsense",
  "extra nonsense",
  "release pack",
  "spec convert",
  "spec diff --nonsense",
])("%s: wrong arguments end with 2", (line) => {
  const [name = "", ...args] = line.split(" ");
  const [program = "", ...script] = (scripts[name] ?? "").split(" ");
  const { status, stderr } = spawnSync(program, [...script, ...args], { cwd: root, encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/nonsense|Name the package|Expected one file/)]);
});
