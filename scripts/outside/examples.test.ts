/** Tests the examples outside the repository with the published packages, after a single install for all of them. */
import { cp, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { root } from "../lib/repo.js";
import { makeProject, type Project } from "./project.js";

const EXAMPLES = ["contract-in-ci", "nightly-sync", "web"];

let project: Project;
beforeAll(async () => {
  project = await makeProject(inject("npmrc"));
  for (const example of EXAMPLES)
    await cp(join(root, "examples", example), join(project.folder, example), {
      recursive: true,
      filter: (path) => basename(path) !== "node_modules",
    });
  await project.write("package.json", JSON.stringify({ private: true, workspaces: EXAMPLES }));
  await project.npm("install");
});
afterAll(() => project?.remove());

/** Runs the tests of an example. If one fails, the error contains everything that they printed. */
const test = (example: string, ...options: string[]) =>
  project.run("npm", "test", "--workspace", example, "--loglevel=error", "--", ...options);

describe("examples/contract-in-ci", () => {
  const report = () => readFile(join(project.folder, "contract-in-ci/reports/contract.xml"), "utf8");

  it("passes metadata-contract, and writes a JUnit report", async () => {
    expect(await test("contract-in-ci")).toMatch(/\n\d{3,} passed, 0 failed/);
    expect(await report()).toMatch(/<testsuites [^>]*tests="\d{3,}" failures="0"/);
  });

  it("fails if the server breaks a single rule, and writes the failure to the report", async () => {
    const file = "contract-in-ci/src/read-record.js";
    const source = await readFile(join(project.folder, file), "utf8");
    expect(source).toContain("length <= 100");
    await project.write(file, source.replace("length <= 100", "length <= 101"));
    await expect(test("contract-in-ci", "--only", "maxLength")).rejects.toThrow(/FAILED createMetadata/);
    expect(await report()).toMatch(/<testsuites [^>]*failures="[1-9]/);
    await project.write(file, source);
  });
});

describe("examples/nightly-sync", () => {
  it("stores everything under every fault, and continues where it was killed", async () => {
    const report = await test("nightly-sync");
    expect(report).toMatch(/^# pass 14$/m);
    expect(report).toMatch(/^# fail 0$/m);
  });
});

describe("examples/web", () => {
  it("compiles, builds, and works on Mock Service Worker and in a browser", async () => {
    const report = await test("web", "--reporter=tap-flat");
    expect(report.match(/^ok .* - /gm)?.length).toBe(8);
  });
});
