import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { written } from "@metadata-service/spec-tools/terminal";
import { onTestFinished } from "vitest";
import { type Environment, processEnvironment, type Sink } from "../../src/environment.js";
import { runCommand } from "../../src/run-command.js";

/** What a command printed, and its exit code. */
export interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

/** Overrides for a test. By default, the program has no terminal, an empty environment and empty standard input. */
export interface Setting {
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
  terminal?: number;
  signal?: AbortSignal;
  now?: () => number;
  table?: Environment["table"];
  connect?: Environment["connect"];
}

/** Creates a temporary folder that is deleted after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-cli-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command in this process. */
export async function run(args: readonly string[], setting: Setting = {}): Promise<Result> {
  const { env = {}, stdin = "", terminal, signal = new AbortController().signal } = setting;
  const home = env["HOME"] ?? (await newFolder());
  const printed = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof printed): Sink => ({
    isTerminal: terminal !== undefined,
    columns: terminal ?? 80,
    write(part) {
      const text = typeof part === "string" ? part : new TextDecoder().decode(part);
      printed[name] += written(text, terminal !== undefined);
    },
  });
  const real = processEnvironment(signal);
  const environment: Environment = {
    ...real,
    // Retries without long delays; their number is that of users.
    connect: (options) => real.connect({ retry: { baseDelay: 5 }, ...options }),
    env,
    home,
    stdin: Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]),
    stdout: sink("stdout"),
    stderr: sink("stderr"),
    ...(setting.now && { now: setting.now }),
    ...(setting.table && { table: setting.table }),
    ...(setting.connect && { connect: setting.connect }),
  };
  const code = await runCommand(args, environment);
  return { code, ...printed };
}

/** Returns the environment variables with the URL and the API key of a server. */
export const serverEnv = ({ url, apiKey }: { url: string; apiKey: string }) => ({
  METADATA_BASE_URL: url,
  METADATA_API_KEY: apiKey,
});

/** The path of the executable that npm links. */
export const bin = fileURLToPath(new URL("../../bin/metadata.js", import.meta.url));

/** Starts the built command in a separate process. */
export function start(
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; result: Promise<Result> } {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env["PATH"], HOME: tmpdir(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const result = once(child, "close").then(async ([code, signal]) => {
    const [stdout, stderr] = await outputs;
    return { code: signal ? -1 : code, stdout, stderr };
  });
  return { child, result };
}
