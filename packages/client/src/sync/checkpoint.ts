import { ClientError } from "../errors/client-error.js";
import { readBaseUrl } from "../http/base-url.js";
import { timeOf } from "./date-time.js";

/** What a checkpoint is valid for: the records of one list of one server. */
export interface Origin {
  /** The base URL of the client, which has neither credentials nor a query. */
  server: string;
  /** What the sync returns, as {@link scopeOf} writes it. */
  scope: string;
}

/**
 * The position of a sync, stored as JSON. For a completed window, only its operation, server and `until` are stored.
 * Checkpoints of earlier versions do not name the server.
 */
export interface Checkpoint extends Origin {
  /** The window: the records that were updated from `from` (or at any time) until `until`. */
  from?: string | undefined;
  until: string;
  /** Everything from this offset of the window on was returned; undefined for a completed window. */
  offset?: number | undefined;
  /**
   * The time up to which the server's lists included all updates when the window was opened, if that is before `until`.
   */
  shown?: string | undefined;
  /** Whether the server's clock was past the end of the window when it was opened, so that no record can enter it. */
  isClosed?: boolean | undefined;
}

/** Serializes a checkpoint to the string that callers store. */
export function encodeCheckpoint({ scope, server, from, until, offset, shown, isClosed }: Checkpoint): string {
  if (offset) return JSON.stringify({ operation: scope, server, from, until, offset, shown, isClosed });
  // If lists did not include all updates up to `until`, the next window must begin earlier, at `shown`.
  return JSON.stringify({ operation: scope, server, until: earlier(until, shown) });
}

/**
 * Reads a stored checkpoint; throws if it is malformed, or belongs to another operation, other filters or another
 * server.
 *
 * @param movedFrom the URL that the server had before
 */
export function decodeCheckpoint(
  text: string,
  { scope, server }: Origin,
  operation: string,
  movedFrom = server,
): Checkpoint {
  const fail = (message: string) => new ClientError(message, { operation });
  let stored: Record<string, unknown>;
  try {
    stored = Object(JSON.parse(text));
  } catch {
    throw fail("the checkpoint is not valid JSON");
  }
  const { operation: of = "no operation", server: at = server, from, until = "", offset = 0, shown, isClosed } = stored;
  if (of !== scope)
    throw fail(`the checkpoint belongs to ${of}, not to ${scope}: start a new sync, without a checkpoint`);
  if (at !== server && at !== readBaseUrl(movedFrom, "movedFrom"))
    throw fail(
      `the checkpoint belongs to the server ${at}, not to ${server}: start a new sync, without a checkpoint; if the server has moved, set movedFrom`,
    );
  for (const [name, value] of Object.entries({ until, from, shown }))
    parseTime(`${name} in the checkpoint`, value === undefined ? value : `${value}`, operation);
  if (!Number.isSafeInteger(offset) || (offset as number) < 0)
    throw fail(`invalid offset in the checkpoint: ${offset}`);
  return { scope, server, from, until, offset: offset || undefined, shown, isClosed } as Checkpoint;
}

/** Returns a date-time in milliseconds, and undefined for an omitted one; throws if it is invalid. */
export function parseTime(name: string, value: string | Date | undefined, operation: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const time = typeof value === "string" ? timeOf(value) : Number(value);
  if (Number.isNaN(time)) throw new ClientError(`${name} is not an RFC 3339 date-time: ${value}`, { operation });
  return time;
}

/** Returns the earlier of two times. */
const earlier = (one: string, other: string | undefined) =>
  other !== undefined && timeOf(other) < timeOf(one) ? other : one;
