/** How to install a package beside the command, wherever the command is. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installAdvice } from "../src/install-advice.js";
import { loadOptional } from "../src/targets/load-optional.js";
import { newFolder } from "./support/run.js";

const FILE = "node_modules/@metadata-service/cli/dist/install-advice.js";
const IN_PNPM = "node_modules/.pnpm/@metadata-service+cli@1.0.0";

test.each([
  ["a project", ["package.json"], FILE, "In FOLDER, run: npm install libsql"],
  ["a project with pnpm", ["package.json", "pnpm-lock.yaml"], `${IN_PNPM}/${FILE}`, "In FOLDER, run: pnpm add libsql"],
  ["a project with Yarn", ["package.json", "yarn.lock"], FILE, "In FOLDER, run: yarn add libsql"],
  ["the folder of global packages", [], FILE, "Run: npm install --global libsql"],
  ["the global packages of pnpm", [], `pnpm/global/5/${IN_PNPM}/${FILE}`, "Run: pnpm add --global libsql"],
  ["npx", [], `_npx/1f/${FILE}`, "Run: npx --package @metadata-service/cli --package libsql metadata …"],
  ["a clone", [], "packages/cli/dist/a.js", "In the folder of this repository, run: npm install --no-save libsql"],
])("in %s", async (_, files, program, advice) => {
  const folder = await newFolder();
  await mkdir(folder, { recursive: true });
  for (const name of files) await writeFile(join(folder, name), "");
  expect(installAdvice("libsql", join(folder, program))).toBe(advice.replace("FOLDER", folder));
});

test("is in the message of a missing package", async () => {
  const missing = () =>
    Promise.reject(Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" }));
  await expect(loadOptional(missing, "libsql", "SQLite")).rejects.toThrow(
    "SQLite needs the package libsql. In the folder of this repository, run: npm install --no-save libsql",
  );
});
