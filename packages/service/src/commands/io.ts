import type { ServiceOptions } from "../service-options.js";

/** What a command has of the world. The one file that has the real one is `cli.ts`. */
export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Writes to standard output; resolves when there is room for more. */
  out(text: string): Promise<void>;
  /** Writes to standard error. */
  err(text: string): void;
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
