import type { ServiceOptions } from "../config/service-options.js";
import type { FileIdentity } from "./reject-file.js";

export { UsageError } from "@metadata-service/spec-tools/flags";

/** The environment of a command. Only `cli.ts` uses the real process. */
export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** The file that standard input is redirected from, if any. */
  stdinFile(): FileIdentity | undefined;
  /**
   * Writes to standard output; resolves when there is room for more. On a terminal, hidden characters are written as
   * escapes, which in JSON mean the same.
   */
  out(text: string): Promise<void>;
  /** Writes a message to standard error, with hidden characters as escapes, because it may contain data. */
  err(text: string): void;
  /** Writes to standard error unchanged, to control the cursor of a terminal. */
  draw(text: string): void;
  /** Whether standard error is a terminal, where a progress bar may overwrite itself. */
  readonly isTerminal: boolean;
  /** Calls back at the first signal to stop, and then ends the process as the signal does. */
  onInterrupt(tell: () => void): void;
  /** Resolves to the first signal to stop. */
  stopped(): Promise<NodeJS.Signals>;
}

export interface CommandLine {
  /** The positional arguments after the name of the command. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly settings: ServiceOptions;
}
