import { EXIT } from "./exit-code.js";

/** Thrown if the command line is invalid; nothing was done. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An expected failure, with a complete message for the user and an exit code. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  constructor(
    message: string,
    readonly code: number = EXIT.failed,
  ) {
    super(message);
  }
}

/** Thrown if the reader of standard output has closed it, as in `metadata reports list | head`, which is no failure. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}

/** The reason of the signal that ends a command. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  constructor(readonly signal: NodeJS.Signals) {
    super(signal === "SIGINT" ? "Interrupted." : "Terminated.");
  }
}
