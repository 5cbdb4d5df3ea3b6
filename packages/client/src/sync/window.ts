import type { Item, Page } from "../lists/read-page.js";
import { DEFAULTS, type SyncOptions } from "../options.js";
import { type Checkpoint, decodeCheckpoint, parseTime } from "./checkpoint.js";

/**
 * The window of a run: that of the checkpoint if it is still in work, otherwise a new one. A new window begins where the
 * previous one ended, less the overlap (at least 1 ms, so that what was updated at exactly that moment is read again), and
 * ends now.
 */
export function openWindow(options: SyncOptions, scope: string, operation: string): Checkpoint {
  const stored = options.checkpoint ? decodeCheckpoint(options.checkpoint, scope, operation) : undefined;
  if (stored?.offset) return stored;
  const overlap = Math.max(1, options.overlap ?? DEFAULTS.overlap);
  const since = stored?.until ?? options.since;
  const start = since && parseTime("since", since, operation);
  const end = options.until === undefined ? Number.POSITIVE_INFINITY : parseTime("until", options.until, operation);
  return {
    scope,
    from: start === undefined || start === "" ? undefined : new Date(start - overlap).toISOString(),
    until: new Date(Math.min(Date.now(), end)).toISOString(),
    shown: new Date(start || 0).toISOString(),
  };
}

/** What timestamps may be rounded down to, in milliseconds; the coarsest comes first. */
const GRAINS = [3_600_000, 60_000, 1000, 1];

/**
 * The window with the moment up to which the server had shown every update when it sent a page: its `Date`, rounded down like
 * the timestamps of the records. Without a `Date`, the moment of the newest record seen.
 */
export function withShown(
  window: Checkpoint,
  { records }: Page<Item>,
  headers: Headers,
  updatedAt: string,
): Checkpoint {
  const times = records.map((record) => Date.parse(`${record[updatedAt]}`)).filter((time) => !Number.isNaN(time));
  const grain = GRAINS.find((each) => times.every((time) => time % each === 0)) ?? 1;
  const date = dateOf(headers);
  const newest = Math.max(Date.parse(`${window.shown}`), ...times);
  const rounded = times.length ? date - (date % grain) : Math.max(newest, date - grain);
  return { ...window, shown: new Date(Number.isNaN(date) ? newest : rounded).toISOString() };
}

/**
 * The window as it was when the server sent a page, by the server's clock: no record can enter it any more. Without a `Date`
 * nobody knows.
 */
export function close(window: Checkpoint, headers: Headers): Checkpoint {
  const date = dateOf(headers);
  if (Number.isNaN(date)) return window;
  const until = new Date(Math.min(date, Date.parse(window.until))).toISOString();
  return { ...window, until, isClosed: true };
}

const dateOf = (headers: Headers) => Date.parse(headers.get("date") ?? "");
