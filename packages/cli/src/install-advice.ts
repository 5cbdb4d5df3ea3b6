import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The commands that add a package to a project, by the lock file of the project. */
const BY_LOCK_FILE: ReadonlyMap<string, string> = new Map([
  ["pnpm-lock.yaml", "pnpm add"],
  ["yarn.lock", "yarn add"],
  ["bun.lock", "bun add"],
  ["bun.lockb", "bun add"],
]);

/**
 * Explains how to install a package where this command finds it, which depends on how the command itself is installed.
 *
 * @param what the package, or the file of one
 * @param program the path of a file of this command
 */
export function installAdvice(what: string, program: string = fileURLToPath(import.meta.url)): string {
  // Of pnpm, the outermost folder: what the project has, its packages find.
  const [folder = ""] = program.split(/[\\/]node_modules[\\/]/);
  if (folder === program) return `In the folder of this repository, run: npm install --no-save ${what}`;
  if (/[\\/]_npx[\\/]/.test(program)) return `Run: npx --package @metadata-service/cli --package ${what} metadata …`;
  if (/[\\/]pnpm[\\/]global[\\/]/.test(program)) return `Run: pnpm add --global ${what}`;
  if (/[\\/]\.bun[\\/]install[\\/]global$/.test(folder)) return `Run: bun add --global ${what}`;
  // The folder of global packages belongs to no project.
  if (!existsSync(join(folder, "package.json"))) return `Run: npm install --global ${what}`;
  const [, add = "npm install"] = [...BY_LOCK_FILE].find(([name]) => existsSync(join(folder, name))) ?? [];
  return `In ${folder}, run: ${add} ${what}`;
}
