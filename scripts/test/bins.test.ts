/** Tests that the packages' commands run from a fresh clone, and that no text refers to somebody else's package. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { root } from "../lib/repo.js";

const run = promisify(execFile);

const packages = await readdir(join(root, "packages"));
const manifests = await Promise.all(
  packages.map(async (name) => JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8"))),
);
const commands = manifests.flatMap(({ bin = {}, files }, i) =>
  Object.entries<string>(bin).map(([command, file]) => ({ command, file, files, folder: `packages/${packages[i]}` })),
);

test("the packages have commands", () => {
  expect(commands.map(({ command }) => command)).toEqual(
    expect.arrayContaining(["metadata-mock", "metadata-service", "metadata-contract", "metadata-docs"]),
  );
});

describe.each(commands)("$command", ({ command, file, files, folder }) => {
  test("is an executable file in the repository, so npm can link it before anything is built", async () => {
    const { stdout } = await run("git", ["ls-files", "--stage", `${folder}/${file}`], { cwd: root });
    expect(stdout).toMatch(/^100755 /);
    if (files) expect(files).toContain("bin");
  });

  test("exits with 2 for an unknown option", async () => {
    const unknown = run(process.execPath, [join(root, folder, file), "--nonsense"]);
    await expect(unknown).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("--nonsense") });
  });

  test("explains how to build it if it is not built", async () => {
    const empty = await mkdtemp(join(tmpdir(), "bin-"));
    onTestFinished(() => rm(empty, { recursive: true }));
    await cp(join(root, folder, "bin"), join(empty, "bin"), { recursive: true });
    const shim = run(process.execPath, [join(empty, "bin", basename(file))]);
    await expect(shim).rejects.toMatchObject({ code: 2, stderr: `${command} is not built yet. Run: npm run build\n` });
  });
});

test("no text shows npx with a name that could be a package in the registry", async () => {
  const { stdout } = await run("git", ["grep", "-nE", "npx +(spec-diff|metadata)", "--", "*.md", "*.html", "*.yaml"], {
    cwd: root,
  }).catch((error: { code: number; stdout: string }) => {
    // grep exits with 1 if it finds nothing.
    if (error.code !== 1) throw error;
    return error;
  });
  expect(stdout).toBe("");
});

test("tsc is the compiler of TypeScript 7", async () => {
  // Two packages have a command with this name; see docs/dependencies.md.
  const { stdout } = await run(process.execPath, [join(root, "node_modules/.bin/tsc"), "--version"]);
  expect(stdout, "npm linked the tsc of another package; run npm ci").toMatch(/^Version 7\./);
});
