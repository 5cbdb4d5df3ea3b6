import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** The absolute path of the repo's root, with a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

const require = createRequire(import.meta.url);

/** The arguments that run turbo with this Node. */
export const turbo = (...args: string[]) => [process.execPath, require.resolve("turbo/bin/turbo"), ...args];

/** What a command printed, both streams in the order of their coming, and how it ended. */
export interface Finished {
  ok: boolean;
  output: string;
}

/**
 * Runs a command in the repo's root.
 *
 * @param command the program and its arguments
 * @param show whether the output goes to the terminal as it comes; it is collected either way
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
