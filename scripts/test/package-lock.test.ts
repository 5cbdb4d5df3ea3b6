/** Tests that the lock file says what each package consists of, and nothing about the machine that wrote it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../lib/repo.js";

interface Entry {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
}

/** Returns what is wrong with a lock file. */
function problemsOf(lock: { readonly packages: Readonly<Record<string, Entry>> }): string[] {
  return Object.entries(lock.packages).flatMap(([path, { link, resolved, integrity }]) => {
    if (resolved !== undefined && /^[a-z+]+:/i.test(resolved)) return [`${path} names a host: ${resolved}`];
    const isInstalled = path.includes("node_modules/") && link !== true;
    return isInstalled && !integrity?.startsWith("sha512-") ? [`${path} has no checksum (integrity: sha512-…)`] : [];
  });
}

test("the lock file has a checksum for every package, and no host of a registry", async () => {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  expect(Object.keys(lock.packages).length).toBeGreaterThan(1000);
  expect(
    problemsOf(lock),
    "Remove these entries and the folder node_modules, then run npm install: npm reads them from the registry again.",
  ).toEqual([]);
});

test.each([
  [{ "node_modules/a": {} }, /node_modules\/a has no checksum/],
  [{ "packages/b/node_modules/@s/a": { integrity: "sha1-x" } }, /has no checksum/],
  [{ "node_modules/a": { integrity: "sha512-x", resolved: "https://registry.example/a.tgz" } }, /names a host/],
  [{ "node_modules/a": { resolved: "git+ssh://git@example.org/a.git" } }, /names a host/],
])("finds what is wrong with %j", (packages, problem) => {
  expect(problemsOf({ packages })).toEqual([expect.stringMatching(problem)]);
});
