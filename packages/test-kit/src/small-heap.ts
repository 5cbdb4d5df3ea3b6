import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Runs a module in a process with a small heap, so that what uses more memory than it should ends with an error.
 *
 * @param code a module that prints JSON
 * @param cwd the folder from which it imports packages
 * @returns what it printed, parsed
 */
export async function withSmallHeap<T>(code: string, cwd: string, megabytes = 256): Promise<T> {
  const args = [`--max-old-space-size=${megabytes}`, "--import", "tsx", "--input-type=module", "-e", code];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: 1 << 26 });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as T;
}
