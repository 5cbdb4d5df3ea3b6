import { arch, homedir, platform } from "node:os";
import type { Readable } from "node:stream";
import { type ClientOptions, createClient } from "@metadata-service/client";
import type { CommandTable } from "./command-table.js";
import { commandTable } from "./generated/command-table.js";

/** An output stream. */
export interface Sink {
  readonly isTerminal: boolean;
  /** The width of the terminal; 80 elsewhere. */
  readonly columns: number;
  /** @returns a promise if the caller must wait for the reader */
  write(text: string | Uint8Array): void | Promise<void>;
}

/**
 * The methods of the client by name. The generated command table determines which method a command calls, and with
 * which arguments.
 */
export type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** The environment of the program. Tests replace parts of it. */
export interface World {
  readonly table: CommandTable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home folder; empty if there is none. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown };
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Aborted with an `Interrupted` when the user or the system ends the program. */
  readonly signal: AbortSignal;
  /** The time in ms. */
  now(): number;
  connect(options: ClientOptions): Methods;
}

/** Returns the environment of the current process. */
export const processWorld = (signal: AbortSignal): World => ({
  table: commandTable,
  env: process.env,
  get home() {
    // It fails without HOME if the system does not know the user, as in a container with a user of its own.
    try {
      return homedir();
    } catch {
      return "";
    }
  },
  platform: platform(),
  stdin: process.stdin,
  stdout: sinkOf(process.stdout),
  stderr: sinkOf(process.stderr),
  signal,
  now: () => Date.now(),
  connect: (options) =>
    createClient({
      ...options,
      headers: { "user-agent": `metadata-cli (node ${process.versions.node}; ${platform()} ${arch()})` },
    }) as unknown as Methods,
});

const sinkOf = (stream: NodeJS.WriteStream): Sink => ({
  isTerminal: stream.isTTY === true,
  get columns() {
    return stream.columns || Number(process.env["COLUMNS"]) || 80;
  },
  write(text) {
    if (stream.write(text) || stream.destroyed) return;
    return new Promise((resolve) => {
      const done = () => {
        stream.off("drain", done).off("close", done);
        resolve();
      };
      stream.on("drain", done).on("close", done);
    });
  },
});
