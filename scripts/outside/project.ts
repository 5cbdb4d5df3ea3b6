import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../release/run-command.js";

/** A folder outside the repository, in which npm finds the published packages. */
export interface Project {
  readonly folder: string;
  write(file: string, text: string): Promise<void>;
  /** Runs a program there and returns what it printed. */
  run(program: string, ...args: string[]): Promise<string>;
  npm(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** @param npmrc the lines with which npm finds the published packages */
export async function makeProject(npmrc: string): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-outside-"));
  const write = (file: string, text: string) => writeFile(join(folder, file), text);
  const run = (program: string, ...args: string[]) => runCommand(program, args, folder);
  await write(".npmrc", npmrc);
  return {
    folder,
    write,
    run,
    npm: (...args) => run("npm", ...args, "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns the path of a file that `npm run extra -- outside` installs in addition to the packages. */
export const tool = (path: string) => fileURLToPath(new URL(`tools/node_modules/${path}`, import.meta.url));
