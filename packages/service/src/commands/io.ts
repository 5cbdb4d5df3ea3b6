import type { ServiceOptions } from "../config/service-options.js";
import type { FileIdentity } from "./reject-file.js";

/** The environment of a command. Only `cli.ts` uses the real process. */
export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** The file that standard input comes from, where it comes from one. */
  stdinFile(): FileIdentity | undefined;
  /**
   * Writes to standard output; resolves when there is room for more. On a terminal, hidden characters are written as
   * escapes, which in JSON mean the same.
   */
  out(text: string): Promise<void>;
  /** Writes a message to standard error, with hidden characters as escapes: there may be data in it. */
  err(text: string): void;
  /** Writes to standard error as it is, for what moves the cursor of a terminal. */
  draw(text: string): void;
  /** Whether standard error is a terminal, where a progress bar may overwrite itself. */
  readonly isTerminal: boolean;
  /** Resolves at the first signal to stop. */
  stopped(): Promise<void>;
}

/** A command was called wrongly; the message says how to call it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A command line, taken apart. */
export interface CommandLine {
  /** What follows the name of the command. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly settings: ServiceOptions;
}
