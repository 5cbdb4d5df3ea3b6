// About this API: the sample of the README file.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startMock } from "@metadata-service/mock";
import { expect, test } from "vitest";
import { execute, root } from "../lib/repo.js";

const readme = await readFile(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language, text = ""]) => ({ language, text }));

test("the first two blocks are npm start and npm test", () => {
  expect(blocks.slice(0, 3).map(({ language }) => language)).toEqual(["sh", "sh", "ts"]);
  expect(blocks.slice(0, 2).map(({ text }) => text.trim())).toEqual(["npm start", "npm test"]);
});

test("every command in the README exists", async () => {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const named = [...readme.matchAll(/npm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("the client's sample compiles, runs against the mock and prints what the README shows", async () => {
  const mock = await startMock({ port: 0 });
  // A folder that git ignores, because other tests read the sources meanwhile. The packages can be found from there.
  const folder = await mkdtemp(join(root, "scripts/.run-"));
  const file = join(folder, "readme.mts");
  try {
    const text = blocks[2]?.text ?? "";
    expect(text).toContain("http://localhost:4010");
    await writeFile(file, text.replace("http://localhost:4010", mock.url));
    const types = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"];
    const tsc = await execute([process.execPath, "node_modules/@typescript/native/bin/tsc", ...types, file]);
    expect(tsc.output).toBe("");
    const { output, ok } = await execute([process.execPath, "--import", "tsx", file]);
    expect(output).toMatch(/^lot-2026-0043 was stored on \S+\n1000 purchase orders, page after page\n$/);
    expect(ok).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await mock.stop();
  }
});
