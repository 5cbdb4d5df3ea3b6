import { OverloadError } from "./records/create-batcher.js";

interface Failure {
  /** The code of a system call or of PostgreSQL (SQLSTATE). */
  readonly code: string;
  /** Set only if a server returned this failure. */
  readonly severity: string;
  readonly message: string;
}

function read(error: unknown): Failure {
  const { code, severity, message } = error as Partial<Record<keyof Failure, unknown>>;
  return { code: String(code ?? ""), severity: String(severity ?? ""), message: String(message ?? "") };
}

/** Too many connections, and statement timeouts. */
const OVERLOAD_CODES: readonly string[] = ["53300", "57014"];

/**
 * Whether the database is overloaded: no connection of the pool became free in time, or the server cancelled a
 * statement. No part of the request was carried out.
 */
export function isOverload(error: unknown): boolean {
  const { code, message } = read(error);
  const isPoolEmpty = message === "timeout exceeded when trying to connect";
  return error instanceof OverloadError || isPoolEmpty || OVERLOAD_CODES.includes(code);
}

/** A failed connection (08), a server that stops or starts (57P), a read-only server (25006), and network errors. */
const AWAY =
  /^(?:08...|57P0.|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Whether the database, or the part of it that the request needs, cannot be reached or is read-only. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = read(error);
  return AWAY.test(code) || message.startsWith("Connection terminated");
}

/**
 * Whether an error says that its connection leads to a server that is of no use: it stops or starts, is read-only or in
 * recovery, has no connections left, or does not respond. Another connection to the same address may lead to another
 * server.
 */
export function isAboutConnection(error: unknown): boolean {
  const { code, severity, message } = read(error);
  // The server that returned this works; one that it depends on, such as a worker of a Citus cluster, does not.
  if (code.startsWith("08") && severity === "ERROR") return false;
  return isUnreachable(error) || code === "53300" || /during recovery|recovery is in progress/.test(message);
}

/** Whether the disk of the database is full, which an operator must fix: writes fail, but reads work. */
export function isFull(error: unknown): boolean {
  return read(error).code === "53100";
}

/** Failures that concern the whole server: resources (53), cancelled statements (57014), read-only mode (25006). */
const OF_THE_SERVER = /^(?:53...|57014|25006)$/;

/**
 * Whether a single row may have caused the failure of a statement, so that the others should be tried again: the server
 * responded and still works. On Citus, a statement fails like this if one of its rows belongs to a worker that is down.
 */
export function mayBeCausedByOneRow(error: unknown): boolean {
  const { code, severity } = read(error);
  return severity === "ERROR" && !OF_THE_SERVER.test(code);
}
