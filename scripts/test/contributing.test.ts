// About this API: the guides name files of its spec.
/** Checks that what leads contributors to files leads to files that exist. */
import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../lib/repo.js";

const text = await readFile(join(root, "CONTRIBUTING.md"), "utf8");
const architecture = await readFile(join(root, "ARCHITECTURE.md"), "utf8");
const readme = await readFile(join(root, "README.md"), "utf8");

/** Returns the files and folders of the repository that a text mentions as code or links to. */
const pathsIn = (markdown: string): string[] =>
  [
    ...markdown.matchAll(
      /`(?:(?:node|npx|bash) )?((?:openapi|packages|scripts|docs)\/[^`\s]*)[^`]*`|\]\((?!https?:|#)([^)]+)\)/g,
    ),
  ].map(([, code, link]) => code ?? link ?? "");

async function missing(paths: string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      access(join(root, path)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, i) => !found[i]);
}

test("each row of “Where to change what” names files, and they exist", async () => {
  const section = text.split("## Where to change what")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| to change"));
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const row of rows) expect(pathsIn(row), row).not.toEqual([]);
  expect(await missing(rows.flatMap(pathsIn))).toEqual([]);
});

test("every file and folder that CONTRIBUTING.md, ARCHITECTURE.md and README.md mention exists", async () => {
  expect(await missing([text, architecture, readme].flatMap(pathsIn))).toEqual([]);
});

test("README.md has a row for each package", async () => {
  const named = pathsIn(readme).map((path) => path.replace(/\/$/, ""));
  const folders = (await readdir(join(root, "packages"))).map((name) => `packages/${name}`);
  const left = await missing(folders.map((folder) => `${folder}/package.json`));
  const packages = folders.filter((folder) => !left.includes(`${folder}/package.json`));
  expect(packages.length).toBeGreaterThan(6);
  expect(packages.filter((name) => !named.includes(name))).toEqual([]);
});

test("the check finds a path that does not exist, alone and in a command", async () => {
  expect(
    await missing(pathsIn("| a | `packages/mock/src/gone.ts` | [b](docs/) | `node scripts/gone.cjs -a` |")),
  ).toEqual(["packages/mock/src/gone.ts", "scripts/gone.cjs"]);
});
