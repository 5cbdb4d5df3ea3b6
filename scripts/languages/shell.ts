import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { execute, type Finished } from "../lib/repo.js";

/** For programs that end after seconds, as all of these do: what the optimizing compiler would gain, it costs first. */
const SHORT_LIVED_JAVA = { JAVA_TOOL_OPTIONS: "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" };

/** Runs a script of a sample in a folder, and stops at the first command that fails. */
export const shell = (script: string, folder: string, env: Record<string, string> = {}): Promise<Finished> =>
  execute(["sh", "-eu", script], { cwd: folder, env: { ...SHORT_LIVED_JAVA, ...process.env, ...env } });

/** Returns the programs that are not in the PATH. */
export function missing(programs: string[]): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return programs.filter((program) => !folders.some((folder) => isExecutable(join(folder, program))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
