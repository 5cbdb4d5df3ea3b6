import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** The absolute path of the repository's root, with a trailing slash. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

const require = createRequire(import.meta.url);

// For every tool that a command of this repository starts.
Object.assign(process.env, {
  DO_NOT_TRACK: "1",
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
});

/** Returns the command that runs turbo with this version of Node. */
export const turbo = (...args: string[]) => [process.execPath, require.resolve("turbo/bin/turbo"), ...args];

/** The output of a command, with both streams in the order in which they were written, and its result. */
export interface Finished {
  ok: boolean;
  output: string;
}

export interface ExecuteOptions {
  /** Gets the output as it comes; it is collected in any case. */
  readonly show?: ((chunk: Buffer, stream: "stdout" | "stderr") => void) | undefined;
  /** The folder in which it runs. @default the root of the repository */
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Prints the output of a command as it comes. */
export const SHOWN: ExecuteOptions = { show: (chunk, stream) => process[stream].write(chunk) };

/** Runs a command: a program with its arguments. */
export function execute(
  [program = "", ...args]: readonly string[],
  { show, cwd = root, env = process.env }: ExecuteOptions = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    // There, npm is a script of the shell.
    const shell = process.platform === "win32" && program === "npm";
    const child = spawn(program, args, { cwd, env, shell, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        show?.(chunk, stream);
      });
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

/** Runs a command with this terminal, in the root of the repository by default; returns its exit code. */
export async function pass([program = "", ...args]: readonly string[], cwd = root): Promise<number> {
  const child = spawn(program, args, { cwd, stdio: "inherit" });
  // Ctrl-C reaches the child as well; this process ends after it.
  const ignore = () => {};
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, ignore);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code ?? 1));
    });
  } finally {
    for (const signal of signals) process.off(signal, ignore);
  }
}
