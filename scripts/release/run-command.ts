import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Variables that npm sets for what it runs, and that would settle what another npm in another folder does. */
const OF_NPM = /^npm_(?!config_(cache|registry|userconfig|globalconfig|cafile|prefer_offline)$)/i;

/**
 * Runs a program.
 *
 * @returns what it printed on standard output
 * @throws Error with all that it printed where it fails
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
