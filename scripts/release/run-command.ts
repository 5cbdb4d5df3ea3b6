import { execute } from "../lib/repo.js";

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
  const printed: Buffer[] = [];
  const show = (chunk: Buffer, stream: string) => void (stream === "stdout" && printed.push(chunk));
  const { ok, output } = await execute([program, ...args], { cwd, env: { ...inherited, ...env }, show });
  if (!ok) throw new Error(`${program} ${args.join(" ")} failed in ${cwd}:\n${output}`);
  return Buffer.concat(printed).toString();
}
