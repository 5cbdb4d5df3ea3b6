import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { arch, homedir, platform } from "node:os";
import type { Readable } from "node:stream";
import { type ClientOptions, createClient } from "@metadata-service/client";
import { ReaderGone } from "./command-error.js";
import type { CommandTable } from "./command-table.js";
import { commandTable } from "./generated/command-table.js";
import { cannotWrite } from "./targets/find-place.js";

/** An output stream. */
export interface Sink {
  readonly isTerminal: boolean;
  /** The width of the terminal; 80 elsewhere. */
  readonly columns: number;
  /**
   * @returns a promise if the caller must wait for the reader
   * @throws CommandError if the text cannot be written, except to standard error
   * @throws ReaderGone if the reader of standard output has closed it
   */
  write(text: string | Uint8Array): void | Promise<void>;
}

/**
 * The methods of the client by name. The generated command table determines which method a command calls, and with
 * which arguments.
 */
export type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/** The environment of the program. Tests replace parts of it. */
export interface Environment {
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

/**
 * Returns the environment of the current process.
 *
 * @param onStderrFailure called if a message cannot be written to standard error
 */
export const processEnvironment = (signal: AbortSignal, onStderrFailure = () => {}): Environment => ({
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
  stdout: sinkOf(process.stdout, (error) => {
    throw isClosed(error) ? new ReaderGone() : cannotWrite("to standard output", error);
  }),
  // A message that nobody reads does not end a command.
  stderr: sinkOf(process.stderr, (error) => {
    if (!isClosed(error)) onStderrFailure();
  }),
  signal,
  now: () => Date.now(),
  connect: (options) =>
    createClient({
      ...options,
      headers: { "user-agent": `metadata-cli (node ${process.versions.node}; ${platform()} ${arch()})` },
    }) as unknown as Methods,
});

function sinkOf(stream: NodeJS.WriteStream & { fd: number }, onError: (error: NodeJS.ErrnoException) => void): Sink {
  const write = stream instanceof Socket ? toSocket : toFile;
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns || Number(process.env["COLUMNS"]) || 80;
    },
    write: (text) => write(stream, text).catch(onError),
  };
}

/** Whether the reader has closed the stream. */
const isClosed = ({ code }: NodeJS.ErrnoException): boolean => code === "EPIPE" || code === "ERR_STREAM_DESTROYED";

const toSocket = (stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });

/** Streams to files ignore it if the disk takes only the beginning of a text. */
async function toFile({ fd }: { fd: number }, text: string | Uint8Array): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
