import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Variables that npm sets for its scripts, and that would change the settings of another npm in another folder. */
const OF_NPM = /^npm_(?!config_(cache|registry|userconfig|globalconfig|cafile|prefer_offline)$)/i;

/**
 * Runs a program.
 *
 * @returns its standard output
 * @throws Error with all of its output, if it fails
 */
export async function runCommand(program: string, args: string[], cwd: string, env = {}): Promise<string> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_NPM.test(name)));
  try {
    const { stdout } = await run(program, args, {
      cwd,
      env: { ...inherited, ...env },
      maxBuffer: 1 << 26,
      shell: process.platform === "win32",
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")} failed in ${cwd}:\n${stdout}${stderr}`, { cause: error });
  }
}
