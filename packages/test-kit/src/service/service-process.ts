import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { DatabaseOptions } from "./targets.js";

/** The built command. */
export const CLI = fileURLToPath(new URL("../../../service/dist/cli.js", import.meta.url));

/** A service in a separate process, as operators run it. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** The URL of the private port; undefined if it is disabled. */
  readonly opsUrl: string | undefined;
  /** The key that the first start with a database prints; undefined on later starts. */
  readonly firstKey: string | undefined;
  /** Its output to standard output, which is the log. */
  log(): string;
  /** Sends a signal and resolves to the exit status, or to the signal that ended it. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

export function databaseFlags({ data, databaseUrl }: DatabaseOptions): string[] {
  return databaseUrl === undefined ? ["--data", data ?? "./data"] : ["--database-url", databaseUrl];
}

/** Limits that tests do not reach by accident, even on a slow machine: time limits are longer than a test may take. */
const NO_LIMITS = [
  ...["--rate", "1000000", "--burst", "1000000", "--in-flight", "1000"],
  ...["--headers-timeout", "--request-timeout", "--keyless-timeout", "--keep-alive-timeout"].flatMap(longerThanATest),
  ...["--send-timeout", "--stop-timeout"].flatMap(longerThanATest),
  ...["--drain", "0"],
];

function longerThanATest(flag: string): string[] {
  return [flag, "300000"];
}

/** Returns the program and the arguments of the built command, with limits that tests do not reach by accident. */
export function serviceCommand(flags: readonly string[]): string[] {
  return [process.execPath, CLI, "start", "--port", "0", "--ops-port", "off", ...NO_LIMITS, ...flags];
}

/**
 * Starts the built command and waits until it listens.
 *
 * @param runner a program with arguments that runs the command
 */
export async function startProcess(
  flags: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  runner: readonly string[] = [],
): Promise<ServiceProcess> {
  const [program = "", ...rest] = [...runner, ...serviceCommand(flags)];
  const child = spawn(program, rest, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const logged: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => logged.push(text));
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr });
  const announced = new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      said.push(line);
      // The last line that a start prints.
      if (line.startsWith("Ready")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`The service ended with ${code}:\n${said.join("\n")}`)));
  });
  await announced;
  const find = (pattern: RegExp) => said.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
  const url = find(/listens on (\S+),/);
  if (url === undefined) throw new Error(`The service did not print its URL:\n${said.join("\n")}`);
  return {
    child,
    url,
    opsUrl: find(/^Health.*: (\S+)\/healthz/),
    firstKey: find(/^ {2}(ms_\S+)$/),
    log: () => logged.join(""),
    async end(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) {
        const exit = once(child, "exit");
        child.kill(signal);
        await exit;
      }
      return child.exitCode ?? child.signalCode;
    },
  };
}

/** Runs a command until it exits. */
export async function runCommand(
  args: readonly string[],
  input: string | { readonly file: string } = "",
): Promise<{ status: number; out: string; err: string }> {
  const stdin = typeof input === "string" ? "pipe" : openSync(input.file, "r");
  const child = spawn(process.execPath, [CLI, ...args], { stdio: [stdin, "pipe", "pipe"] });
  if (typeof stdin === "number") closeSync(stdin);
  let [out, err] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (err += text));
  if (typeof input === "string") child.stdin?.end(input);
  await once(child, "close");
  return { status: child.exitCode ?? -1, out, err };
}
