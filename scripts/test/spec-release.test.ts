/**
 * Tests the commands for spec releases on a copy of the repository: a breaking change is stopped,
 * announced and released.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyRepo, type RepoCopy } from "./copy-repo.js";

const BUNDLE = "openapi/generated/openapi.json";
let copy: RepoCopy;
const script = (name: string, ...args: string[]) =>
  copy.run(process.execPath, `packages/spec-tools/.compiled/spec-diff/${name}.js`, ...args);
const text = (file: string) => readFile(join(copy.folder, file), "utf8");

beforeAll(async () => {
  copy = await copyRepo();
});
afterAll(() => copy.remove());

test("without changes, the check passes and the changelog stays as it is", async () => {
  const before = await text("openapi/CHANGELOG.md");
  expect(script("main", "--check")).toMatchObject({
    ok: true,
    output: expect.stringContaining("Nothing in 1.0.0 breaks"),
  });
  expect(script("main").ok).toBe(true);
  expect(await text("openapi/CHANGELOG.md")).toBe(before);
});

test("a breaking change without a new major version is stopped, with its path and how to fix it", async () => {
  await copy.edit(BUNDLE, '"maximum": 50', '"maximum": 40');
  const { ok, output } = script("main", "--check");
  expect(ok).toBe(false);
  expect(output).toContain("GET /api/v1/reports: the query parameter limit has maximum 40 instead of maximum 50");
  expect(output).toContain("#/components/parameters/ReportsLimit/schema/maximum (request-maximum-narrowed)");
  expect(output).toContain("set info.version to 2.0.0");
  expect(script("release").output).toContain("Version 1.0.0 has already been released");
});

test("with a new major version, a breaking change is accepted, but the check fails until the changelog lists it", async () => {
  await copy.edit(BUNDLE, '"version": "1.0.0"', '"version": "2.0.0"');
  expect(script("main", "--check")).toMatchObject({
    ok: false,
    output: expect.stringContaining("Run `npm run spec:diff`"),
  });
  expect(script("main")).toMatchObject({ ok: true, output: expect.stringContaining("version 2.0.0 announces this") });
  expect(script("main", "--check").ok).toBe(true);
  expect(await text("openapi/CHANGELOG.md")).toMatch(
    /## Unreleased\n\n### Breaking\n\n- GET \/api\/v1\/reports: .*maximum 40/,
  );
});

test("after the release, later changes are compared with it", async () => {
  expect(script("release")).toMatchObject({ ok: true, output: expect.stringContaining("2.0.0") });
  expect(await text("openapi/released/openapi.json")).toBe(await text(BUNDLE));
  const changelog = await text("openapi/CHANGELOG.md");
  expect(changelog).not.toContain("Unreleased");
  expect(changelog.indexOf("maximum 40")).toBeGreaterThan(changelog.search(/## 2\.0\.0 \(\d{4}-\d\d-\d\d\)/));
  expect(changelog.indexOf("## 1.0.0")).toBeGreaterThan(changelog.indexOf("maximum 40"));
  expect(script("main", "--check")).toMatchObject({
    ok: true,
    output: expect.stringContaining("Nothing in 2.0.0 breaks"),
  });
});

test("two files are compared without changing the repository", () => {
  const { ok, output } = script("main", "--format", "json", "openapi/released/openapi.json", BUNDLE);
  expect(ok).toBe(true);
  expect(JSON.parse(output)).toMatchObject({ passes: true, changes: [] });
  expect(script("main", "openapi/released/openapi.json")).toMatchObject({
    ok: false,
    output: expect.stringContaining("Expected two files, OLD and NEW, but got 1."),
  });
});
