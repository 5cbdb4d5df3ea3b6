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

/**
 * Runs a command in the root of the repository.
 *
 * @param command the program and its arguments
 * @param show whether the output is printed immediately; it is collected in any case
 */
export function execute([program = "", ...args]: string[], show = false): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    const collect = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
      chunks.push(chunk);
      if (show) stream.write(chunk);
    };
    child.stdout.on("data", collect(process.stdout));
    child.stderr.on("data", collect(process.stderr));
    child.on("error", (error) => resolve({ ok: false, output: error.message }));
    child.on("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

/** Runs a command in the root of the repository with this terminal; returns its exit code. */
export async function pass([program = "", ...args]: readonly string[]): Promise<number> {
  const child = spawn(program, args, { cwd: root, stdio: "inherit" });
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
