import type { Item, Page } from "../lists/read-page.js";
import { DEFAULTS, type SyncOptions } from "../options.js";
import { type Checkpoint, decodeCheckpoint, type Origin, parseTime } from "./checkpoint.js";
import { isoOf, timeOf } from "./date-time.js";

/**
 * Returns the window of a run: the window of the checkpoint if it is not complete yet, otherwise a new one. A new
 * window begins at the end of the previous one, rounded down to whole seconds, minus the overlap. The overlap is at
 * least 1 ms, so that records updated at exactly that time are read again. The window ends now, or at `until` if that
 * is earlier.
 */
export function openWindow(options: SyncOptions, { scope, server }: Origin, operation: string): Checkpoint {
  const stored = options.checkpoint
    ? decodeCheckpoint(options.checkpoint, { scope, server }, operation, options.movedFrom)
    : undefined;
  if (stored?.offset) return stored;
  const overlap = Math.max(1, options.overlap ?? DEFAULTS.overlap);
  const start = parseTime("since", stored?.until ?? options.since, operation);
  const end = parseTime("until", options.until, operation) ?? Number.POSITIVE_INFINITY;
  return {
    scope,
    server,
    // A server may ignore milliseconds: it then treats an end at 400 ms as the whole second, and excludes records from
    // that second.
    from: start === undefined ? start : isoOf(Math.floor(start / 1000) * 1000 - overlap),
    until: isoOf(Math.min(Date.now(), end)),
    shown: isoOf(start ?? 0),
  };
}

/** The units that timestamps may be rounded down to, in milliseconds, the coarsest first. */
const GRAINS = [3_600_000, 60_000, 1000, 1];

/** Where the server's time can be read. */
export interface Clock {
  /** The headers of the first response. */
  headers?: Headers;
  /** The field of a record with its update time. */
  updatedAt: string;
}

/**
 * Derives the state of the server's clock from a page.
 *
 * @returns the update times of its records; the `Date` of the response, or NaN if there is none; and the earliest
 *   timestamp that the server may assign to a record updated now
 */
function readClock({ records }: Page<Item>, { headers, updatedAt }: Clock) {
  const times = records.map((record) => timeOf(`${record[updatedAt]}`)).filter((time) => !Number.isNaN(time));
  const grain = GRAINS.find((each) => times.every((time) => time % each === 0)) ?? 1;
  const date = Date.parse(headers?.get("date") ?? "");
  return { times, date, earliest: date - (times.length ? date % grain : grain) };
}

/**
 * Returns the window with `shown` set: the time up to which lists included all updates when the server sent a page.
 * This is the page's `Date`, rounded down like the timestamps of the records; without a `Date`, it is the update time
 * of the newest record seen.
 */
export function withShown(window: Checkpoint, page: Page<Item>, clock: Clock): Checkpoint {
  const { times, earliest } = readClock(page, clock);
  const newest = times.reduce((one, other) => Math.max(one, other), timeOf(`${window.shown}`));
  const isKnown = times.length ? !Number.isNaN(earliest) : earliest > newest;
  return { ...window, shown: isoOf(isKnown ? earliest : newest) };
}

/**
 * Limits the window to the time when the server sent a page, by the server's clock. It is closed if no record that is
 * updated from now on can enter it, not even one whose timestamp is rounded down. Without a `Date`, the window is
 * returned unchanged.
 */
export function close(window: Checkpoint, page: Page<Item>, clock: Clock): Checkpoint {
  const { date, earliest } = readClock(page, clock);
  if (Number.isNaN(date)) return window;
  const until = Math.min(date, timeOf(window.until));
  return { ...window, until: isoOf(until), isClosed: earliest >= until };
}
