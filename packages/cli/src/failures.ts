import { ApiError, ClientError, NetworkError, TimeoutError } from "@metadata-service/client";
import { EXIT } from "./exit-code.js";
import { printable } from "./output/printable.js";

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

/** Returns the exit code for an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof CommandError) return error.code;
  if (error instanceof Interrupted) return error.signal === "SIGINT" ? EXIT.interrupted : EXIT.terminated;
  if (error instanceof NetworkError || error instanceof TimeoutError) return EXIT.unavailable;
  if (error instanceof ApiError) return codeOfStatus(error.status);
  return EXIT.failed;
}

function codeOfStatus(status: number): number {
  if (status === 401 || status === 403) return EXIT.unauthorized;
  if (status === 408 || status === 429 || status >= 500) return EXIT.unavailable;
  return EXIT.refused;
}

/**
 * Returns one or two sentences that explain what is wrong and how to fix it. The client's messages never contain the
 * key.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  const text = printable(withoutPasswords(error.message));
  if (!(error instanceof ClientError)) return text;
  const where = error.method && error.path ? ` (${error.method} ${printable(error.path)})` : "";
  const request = error.requestId ? ` Request ID: ${printable(error.requestId)}.` : "";
  return `${/[.!?]$/.test(text) ? text.slice(0, -1) : text}${statusOf(error)}${where}.${request}${adviceOn(error)}`;
}

const statusOf = ({ status }: ClientError) => (status === undefined ? "" : ` [${status}]`);

function adviceOn(error: ClientError): string {
  const code = exitCodeOf(error);
  if (code === EXIT.unauthorized)
    return " Check the key: METADATA_API_KEY, --api-key-file, or log in again with metadata login.";
  if (error instanceof NetworkError) return " Check the URL and the network, or try again later.";
  if (code === EXIT.unavailable) return " Try again later.";
  return "";
}

/** Error messages of database drivers may quote the connection URL. */
const withoutPasswords = (text: string): string => text.replace(/(\w+:\/\/[^\s:/@]*):[^\s@]*@/g, "$1:***@");
