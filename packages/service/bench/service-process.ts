import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

/** A service in a process of its own, as operators run it. */
export interface ServiceProcess {
  readonly url: string;
  readonly key: string;
  /** Resident memory in MB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the built command on a database that has no key yet. */
export async function startProcess(args: readonly string[]): Promise<ServiceProcess> {
  const cli = new URL("../dist/cli.js", import.meta.url).pathname;
  const limits = ["--rate", "1000000", "--burst", "1000000", "--in-flight", "1000"];
  const child = spawn(
    process.execPath,
    [
      ...(process.env["PROF"] ? ["--cpu-prof", "--cpu-prof-dir=/tmp/svcprof"] : []),
      cli,
      "start",
      "--port",
      "0",
      "--ops-port",
      "off",
      "--log-level",
      "warn",
      ...limits,
      ...args,
    ],
    { stdio: ["ignore", "inherit", "pipe"] },
  );
  const { url, key } = await announced(child);
  return {
    url,
    key,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    async stop() {
      if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
    },
  };
}

async function announced(child: ChildProcess): Promise<{ url: string; key: string }> {
  if (!child.stderr) throw new Error("The service has no standard error");
  let url = "";
  for await (const line of createInterface({ input: child.stderr })) {
    url ||= /listens on (\S+),/.exec(line)?.[1] ?? "";
    const key = /^ {2}(ms_\S+)$/.exec(line)?.[1];
    if (key) {
      child.stderr.resume();
      return { url, key };
    }
  }
  throw new Error(`The service ended with ${child.exitCode}`);
}
