/**
 * Tests the commands for spec releases on a copy of the repository: a breaking change is stopped,
 * announced and released.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyRepo, type RepoCopy } from "./copy-repo.js";

const RELEASED = "openapi/released/openapi.json";
let copy: RepoCopy;
const spec = (...args: string[]) => copy.run(process.execPath, "--import", "tsx", "scripts/spec.ts", ...args);
const text = (file: string) => readFile(join(copy.folder, file), "utf8");

beforeAll(async () => {
  copy = await copyRepo();
});
afterAll(() => copy.remove());

test("without changes, the check passes and the changelog stays as it is", async () => {
  const before = await text("openapi/CHANGELOG.md");
  expect(spec("diff", "--check")).toMatchObject({
    ok: true,
    output: expect.stringContaining("Nothing breaks a client of 1.0.0"),
  });
  expect(spec("diff").ok).toBe(true);
  expect(await text("openapi/CHANGELOG.md")).toBe(before);
});

test("a breaking change without a new major version is stopped, with its path and how to fix it", async () => {
  // Not generated yet: what counts is the spec.
  await copy.edit("openapi/components/parameters/ReportsLimit.yaml", "maximum: 50", "maximum: 40");
  const { ok, output } = spec("diff", "--check");
  expect(ok).toBe(false);
  expect(output).toContain("GET /api/v1/reports: the query parameter limit has maximum 40 instead of maximum 50");
  expect(output).toContain("#/components/parameters/ReportsLimit/schema/maximum (request-maximum-narrowed)");
  expect(output).toContain("set info.version to 2.0.0");
  expect(spec("release").output).toContain("Version 1.0.0 has already been released");
});

test("npm run generate says what the spec means for clients and updates the changelog, also after a revert", async () => {
  const file = "openapi/components/parameters/ReportsLimit.yaml";
  const generate = () => copy.run("npm", "run", "generate");
  await copy.edit(file, "example: 50", "example: 40");
  expect(generate()).toMatchObject({
    ok: true,
    output: expect.stringContaining("One change breaks clients of 1.0.0, but version 1.0.0 does not announce this."),
  });
  expect(await text("openapi/CHANGELOG.md")).toContain("maximum 40");
  await copy.edit(file, "maximum: 40", "maximum: 50");
  await copy.edit(file, "example: 40", "example: 50");
  expect(generate()).toMatchObject({
    ok: true,
    output: expect.stringContaining("Nothing breaks a client of 1.0.0."),
  });
  expect(await text("openapi/CHANGELOG.md")).not.toContain("maximum 40");
  await copy.edit(file, "maximum: 50", "maximum: 40");
  await copy.edit(file, "example: 50", "example: 40");
});

test("with a new major version, a breaking change is accepted, but the check fails until the changelog lists it", async () => {
  await copy.edit("openapi/openapi.yaml", "version: 1.0.0", "version: 2.0.0");
  expect(spec("diff", "--check")).toMatchObject({
    ok: false,
    output: expect.stringContaining("Run `npm run spec -- diff`"),
  });
  expect(spec("diff")).toMatchObject({ ok: true, output: expect.stringContaining("version 2.0.0 announces this") });
  expect(spec("diff", "--check").ok).toBe(true);
  expect(await text("openapi/CHANGELOG.md")).toMatch(
    /## Unreleased\n\n### Breaking\n\n- GET \/api\/v1\/reports: .*maximum 40/,
  );
});

test("a spec that npm run generate refuses is not released", async () => {
  const file = "openapi/components/parameters/ReportsLimit.yaml";
  const before = await text(RELEASED);
  await copy.edit(file, "description:", "descriptoin:");
  for (const more of [["--dry-run"], []])
    expect(spec("release", ...more)).toMatchObject({ ok: false, output: expect.stringContaining("descriptoin") });
  expect(await text(RELEASED)).toBe(before);
  await copy.edit(file, "descriptoin:", "description:");
});

test("after the release, later changes are compared with it", async () => {
  const before = await text(RELEASED);
  expect(spec("release", "--dry-run").output).toMatch(/Version 2\.0\.0 would be released\..*maximum 40/s);
  expect(spec("release", "--help").output).toContain("--dry-run");
  expect(spec("release", "--amned")).toMatchObject({ ok: false, output: expect.stringContaining("--amned") });
  expect(await text(RELEASED)).toBe(before);

  expect(spec("release")).toMatchObject({ ok: true, output: expect.stringContaining("2.0.0") });
  expect(JSON.parse(await text(RELEASED)).components.parameters.ReportsLimit.schema.maximum).toBe(40);
  const changelog = await text("openapi/CHANGELOG.md");
  expect(changelog).not.toContain("Unreleased");
  expect(changelog.indexOf("maximum 40")).toBeGreaterThan(changelog.search(/## 2\.0\.0 \(\d{4}-\d\d-\d\d\)/));
  expect(changelog.indexOf("## 1.0.0")).toBeGreaterThan(changelog.indexOf("maximum 40"));
  expect(spec("diff", "--check")).toMatchObject({
    ok: true,
    output: expect.stringContaining("Nothing breaks a client of 2.0.0"),
  });
});

test("two files are compared without changing the repository", () => {
  const { ok, output } = spec("diff", "--format", "json", RELEASED, RELEASED);
  expect(ok).toBe(true);
  expect(JSON.parse(output)).toMatchObject({ passes: true, changes: [] });
  expect(spec("diff", RELEASED)).toMatchObject({
    ok: false,
    output: expect.stringContaining("Expected two files, OLD and NEW, but got 1."),
  });
});

test("a spec that has replaced another one is released for the first time, whatever its version", async () => {
  const at = (name: string) => join(copy.folder, "openapi", name);
  for (const name of ["paths", "components"]) await rm(at(name), { recursive: true });
  await writeFile(at("redocly.yaml"), "extends: [minimal]\nplugins: [./lint/plugin.js]\n");
  const ok = { description: "Done.", content: { "text/plain": { schema: { type: "string" } } } };
  const paths = { "/ping": { get: { operationId: "ping", security: [], responses: { 200: ok } } } };
  const other = { openapi: "3.1.0", info: { title: "Pings", version: "0.4.0" }, servers: [{ url: "/" }], paths };
  await writeFile(at("openapi.yaml"), JSON.stringify(other));
  expect(spec("diff")).toMatchObject({ ok: true, output: expect.stringContaining("Stands aside") });
  expect(spec("release", "--dry-run")).toMatchObject({
    ok: true,
    output: expect.stringMatching(/Version 0\.4\.0 would be released\..*The first release\./s),
  });
});
