/** The command as it is published: packed, installed in an empty folder, run against the mock. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startMock } from "@metadata-service/mock";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
let folder: string;
let mock: Awaited<ReturnType<typeof startMock>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "metadata-contract-packed-"));
  mock = await startMock({ port: 0 });
});
afterAll(async () => {
  await mock?.stop();
  await rm(folder, { recursive: true, force: true });
});

it("runs from its tarball in an empty folder", async () => {
  const npm = (...args: string[]) =>
    run("npm", [...args, "--loglevel=error"], { cwd: folder, shell: process.platform === "win32" });
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline"];
  await npm("pack", join(root, "packages/contract"), join(root, "openapi"));
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  expect(tarballs).toHaveLength(2);
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await npm("install", ...quiet, ...tarballs.map((name) => `./${name}`));
  const installed = await readdir(join(folder, "node_modules/@metadata-service"));
  expect(installed.sort()).toEqual(["contract", "openapi"]);

  const args = [
    "--base-url",
    mock.url,
    "--api-key",
    mock.apiKey,
    "--provoke-header",
    "Prefer: code={status}",
    "--any-uid",
    "--effort",
    "quick",
    // Each way in which cases are made; what all of them find is told by the tests of the suite.
    "--only",
    "^(createMetadata|listPurchaseOrdersV3) (accepts|answers|law|refuses type|types|query)",
  ];
  const command = join(folder, "node_modules/.bin/metadata-contract");
  const { stdout } = await run(command, args, { cwd: folder, maxBuffer: 1 << 26 });
  expect(stdout).toContain("held to Metadata Service API 1.");
  expect(stdout).toMatch(/listPurchaseOrdersV3 {2,}200 {2,}\d+/);
  expect(stdout).toMatch(/\n\d{3,} passed, 0 failed in/);
});
