import type { Item, Page } from "../lists/read-page.js";
import { DEFAULTS, type SyncOptions } from "../options.js";
import { type Checkpoint, decodeCheckpoint, parseTime } from "./checkpoint.js";

/**
 * The window of a run: that of the checkpoint if it is not complete yet, otherwise a new one. A new window begins where
 * the previous one ended, in whole seconds and less the overlap (at least 1 ms, so that what was updated at exactly
 * that time is read again), and ends now.
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
    // A server may ignore milliseconds: for it, a window that ended at 400 ms ended at the whole second, which it
    // excludes.
    from: start ? new Date(Math.floor(start / 1000) * 1000 - overlap).toISOString() : undefined,
    until: new Date(Math.min(Date.now(), end)).toISOString(),
    shown: new Date(start || 0).toISOString(),
  };
}

/** The units that timestamps may be rounded down to, in milliseconds, the coarsest first. */
const GRAINS = [3_600_000, 60_000, 1000, 1];

/**
 * Derives from a page what it shows about the clock of the server.
 *
 * @returns when its records were updated; the `Date` of the response, NaN without one; and the earliest moment that the
 *   server may write into a record that it updates now
 */
function readClock({ records }: Page<Item>, headers: Headers, updatedAt: string) {
  const times = records.map((record) => Date.parse(`${record[updatedAt]}`)).filter((time) => !Number.isNaN(time));
  const grain = GRAINS.find((each) => times.every((time) => time % each === 0)) ?? 1;
  const date = Date.parse(headers.get("date") ?? "");
  return { times, date, earliest: date - (times.length ? date % grain : grain) };
}

/**
 * The window with the moment up to which the server had shown every update when it sent a page: its `Date`, rounded
 * down like the timestamps of the records. Without a `Date`, the moment of the newest record seen.
 */
export function withShown(window: Checkpoint, page: Page<Item>, headers: Headers, updatedAt: string): Checkpoint {
  const { times, earliest } = readClock(page, headers, updatedAt);
  const newest = Math.max(Date.parse(`${window.shown}`), ...times);
  const isKnown = times.length ? !Number.isNaN(earliest) : earliest > newest;
  return { ...window, shown: new Date(isKnown ? earliest : newest).toISOString() };
}

/**
 * The window as it was when the server sent a page, by the server's clock. It is closed if no record that is updated
 * from now on can enter it, not even one whose timestamp is rounded down. Without a `Date`, this is unknown.
 */
export function close(window: Checkpoint, page: Page<Item>, headers: Headers, updatedAt: string): Checkpoint {
  const { date, earliest } = readClock(page, headers, updatedAt);
  if (Number.isNaN(date)) return window;
  const until = Math.min(date, Date.parse(window.until));
  return { ...window, until: new Date(until).toISOString(), isClosed: earliest >= until };
}
