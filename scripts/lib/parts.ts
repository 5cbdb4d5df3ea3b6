import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The servers that `npm start` starts. */
export const PARTS = ["mock", "docs", "service"] as const;
export type Part = (typeof PARTS)[number];

export interface PartsOptions {
  readonly ports: Readonly<Record<Part, number>>;
  /** The folder of the embedded database. */
  readonly data: string;
  /**
   * The key of a service on the PostgreSQL server of `DATABASE_URL`; by default, the service uses the folder and the key of
   * the mock.
   */
  readonly serviceKey?: string;
}

/** The running servers. */
export interface Served {
  readonly urls: Readonly<Record<Part, string>>;
  readonly apiKey: string;
  /** A curl command for a first request to the mock. */
  readonly sampleRequest: string;
  /** Messages about the service for the user. */
  readonly notices: readonly string[];
}

/** The message that the server process sends to its parent once it serves, and again after it has reloaded the docs. */
export type PartsReport = Served | { readonly failed: string };

/** The messages that the parent sends, after the options. */
export type PartsRequest = "reload docs" | "stop";

/** The servers, in a separate process. */
export interface RunningParts extends Served {
  /** Serves the docs as they were built last. */
  reloadDocs(): Promise<void>;
  /** Ends the process after all of them have stopped. */
  stop(): Promise<void>;
}

/**
 * Starts mock, docs and service in a separate process.
 *
 * @throws Error with the message of the server that could not start
 */
export async function startParts(options: PartsOptions): Promise<RunningParts> {
  const program = fileURLToPath(new URL("../serve-parts.mjs", import.meta.url));
  const child = fork(program, { execArgv: [] });
  // Not as an argument, which every user of the machine can read.
  child.send(options);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const report = await reportOf(child);
  if ("failed" in report) {
    await ended;
    throw new Error(report.failed);
  }
  const ask = (request: PartsRequest) => child.connected && child.send(request);
  return {
    ...report,
    async reloadDocs() {
      ask("reload docs");
      const again = await reportOf(child);
      if ("failed" in again) throw new Error(again.failed);
    },
    async stop() {
      ask("stop");
      await ended;
    },
  };
}

function reportOf(child: ChildProcess): Promise<PartsReport> {
  return new Promise((resolve) => {
    const settle = (report: PartsReport) => {
      child.off("message", settle).off("exit", exited);
      resolve(report);
    };
    const exited = (code: number | null) =>
      settle({
        failed: `The process that serves the mock, the docs and the service exited with code ${code}; its output is above.`,
      });
    child.on("message", settle).on("exit", exited);
  });
}

/** Returns the ports in use, to start the servers there again. */
export const portsOf = ({ urls }: Served): Record<Part, number> => ({
  mock: Number(new URL(urls.mock).port),
  docs: Number(new URL(urls.docs).port),
  service: Number(new URL(urls.service).port),
});
