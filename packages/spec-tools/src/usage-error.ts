/** Thrown for arguments that a command does not take; the message is one sentence, or it shows the usage as well. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The exit status of the process. */
  readonly exitCode = 2;
}
