import { OverloadError } from "./create-batcher.js";

interface Failure {
  /** Of a system call, or of PostgreSQL (SQLSTATE). */
  readonly code: string;
  /** Only if a server responded with this failure. */
  readonly severity: string;
  readonly message: string;
}

function read(error: unknown): Failure {
  const { code, severity, message } = error as Partial<Record<keyof Failure, unknown>>;
  return { code: String(code ?? ""), severity: String(severity ?? ""), message: String(message ?? "") };
}

/** Too many connections, and a statement that took longer than it may. */
const OVERLOAD_CODES: readonly string[] = ["53300", "57014"];

/**
 * The database is there and has more to do than it can: no connection of the pool was free for too long, or it gave up a
 * statement. Nothing of the request was carried out.
 */
export function isOverload(error: unknown): boolean {
  const { code, message } = read(error);
  const isPoolEmpty = message === "timeout exceeded when trying to connect";
  return error instanceof OverloadError || isPoolEmpty || OVERLOAD_CODES.includes(code);
}

/** A connection that failed (08), a server that stops or starts (57P), one that only reads (25006), and what a network says. */
const AWAY =
  /^(?:08...|57P0.|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** The database cannot be reached or takes no writes, or that holds for the part of it that the request needs. */
export function isAway(error: unknown): boolean {
  const { code, message } = read(error);
  return AWAY.test(code) || message.startsWith("Connection terminated");
}

/** The disk of the database is full, which takes an operator to change: writes fail, and what was stored can be read. */
export function isFull(error: unknown): boolean {
  return read(error).code === "53100";
}

/** What is true of a whole server: resources (53), statements that it gives up (57014), and no writes at all (25006). */
const OF_THE_SERVER = /^(?:53...|57014|25006)$/;

/**
 * Whether one row may be the cause of a failed statement of many, so that the others are worth another try: the server
 * responded, and it goes on. On Citus, this is what a statement gets if one of its rows belongs to a worker that is down.
 */
export function mayBeOfOneRow(error: unknown): boolean {
  const { code, severity } = read(error);
  return severity === "ERROR" && !OF_THE_SERVER.test(code);
}
