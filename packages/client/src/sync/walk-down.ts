import { createIdentitySet, type IdentitySet } from "../lists/identity-set.js";
import type { Item, Page } from "../lists/read-page.js";
import { type Ask, hasMoved, isEmptyAt } from "./probe.js";

/** A page in flight, between two offsets. */
interface Part {
  start: number;
  stop: number;
  /** 1 if its last record is the first one of the part above it, otherwise 0. */
  shared: number;
  page: Promise<Page<Item>>;
}

/** The window to read. */
interface Descent {
  identity: string;
  /** The offset to begin at: behind the last record, or where the previous run stopped. */
  end: number;
  /** Whether a previous run returned the records behind that offset. */
  isResumed: boolean;
  /** The limit that the server applies. */
  limit: number;
  /** The maximum number of pages in flight or waiting. */
  width: number;
  /** Creates the error for a window that keeps changing. */
  drifted: () => Error;
}

/** How often in a row a page may be read again before the sync fails, because the window never stops changing. */
const MAX_STALLS = 50;

/**
 * Reads a window from its last offset to its first. If a record leaves the window because it was updated again, another
 * record is read twice, but none is skipped.
 *
 * Pages are fetched in parallel: each ends with the first record of the page above it. If it does not, it may have been
 * read too early, and is read again.
 *
 * @returns the records that this run has not returned before, and the offset from which all records have been returned
 */
export async function* walkDown(
  ask: Ask,
  { identity, end, isResumed, limit, width, drifted }: Descent,
): AsyncGenerator<{ records: Item[]; offset: number }, void, undefined> {
  const known = createIdentitySet();
  const plan = planDown(ask, end, width);
  let size = limit;
  /** Everything from this offset on was returned. */
  let cursor = end;
  let lowest = end;
  /** The record at the cursor. */
  let edge: unknown;
  /** Whether records may have moved to offsets above the next part. */
  let isSearching = !isResumed;
  let stalls = 0;
  /** The length of the last page that was shorter than requested. */
  let short = limit;

  while (cursor > 0) {
    const part = plan.next(size);
    const page = await readAfter(ask, part, edge, identity);
    isSearching ||= await haveMovedUp(ask, part, page, edge, identity);
    const verdict = await judge(ask, part, page, { identity, isSearching, known });
    if (verdict === "complete") {
      cursor = part.start;
      edge = page.records[0]?.[identity];
      // Behind an empty page, the next one is the last page, and has no known record either.
      isSearching &&= edge === undefined;
      if (cursor < lowest) [lowest, stalls] = [cursor, 0];
      yield { records: page.records.filter(({ [identity]: id }) => known.add(id)), offset: cursor };
      continue;
    }
    if (++stalls > MAX_STALLS) throw drifted();
    if (verdict === "limited") {
      // A page may also be short because records entered the window after it was read.
      if (page.records.length === short) size = Math.max(1, short);
      short = page.records.length;
    }
    if (verdict === "entered") {
      edge = undefined;
      cursor += size;
    }
    plan.restartAt(cursor);
  }
}

/** Plans the parts of a window from its end to its start, and fetches them ahead. */
function planDown(ask: Ask, end: number, width: number) {
  let top = end;
  let planned = end;
  let queue: Part[] = [];
  let ahead = width;

  return {
    next(size: number): Part {
      while (queue.length < ahead && planned > 0) {
        const shared = Number(planned < top && size > 1);
        const start = Math.max(0, planned + shared - size);
        const stop = planned + shared;
        const page = ask(start, stop - start);
        // It is awaited in its turn, or never.
        page.catch(() => {});
        queue.push({ start, stop, shared, page });
        planned = start;
      }
      ahead = Math.min(width, ahead + 1);
      return queue.shift() as Part;
    },

    restartAt(offset: number) {
      planned = offset;
      top = Math.max(top, offset);
      queue = [];
      // While the window changes, most pages that are fetched ahead have to be read again.
      ahead = 1;
    },
  };
}

/** Returns a page that was read after the part above it; reads it again if necessary. */
async function readAfter(ask: Ask, { start, stop, shared, page }: Part, edge: unknown, identity: string) {
  const early = await page;
  // Behind an empty page, no record shows whether this one was read after it.
  if (edge === undefined && !shared) return early;
  return early.records.at(-1)?.[identity] === edge ? early : ask(start, stop - start);
}

/**
 * Returns whether the first record of the part above has moved. If the page does not contain that record, this sends a
 * request.
 */
async function haveMovedUp(ask: Ask, { stop, shared }: Part, page: Page<Item>, edge: unknown, identity: string) {
  if (edge === undefined) return false;
  const above = shared ? page.records.at(-1) : (await ask(stop, 1)).records[0];
  return above?.[identity] !== edge;
}

/**
 * Classifies a page:
 *
 * - `"limited"`: the server returns fewer records at once than before
 * - `"moved"`: the window became shorter while the page was read
 * - `"entered"`: records entered the window, which is possible if a clock is ahead; the next ones to return may have
 *   moved above the page
 */
async function judge(
  ask: Ask,
  { start, stop }: Part,
  page: Page<Item>,
  { identity, isSearching, known }: { identity: string; isSearching: boolean; known: IdentitySet },
): Promise<"complete" | "limited" | "moved" | "entered"> {
  const { records, total } = page;
  const end = start + records.length;
  if (total === undefined && end < stop) {
    if (!(await isEmptyAt(ask, end))) return "limited";
    return (await hasMoved(ask, page, identity)) ? "moved" : "complete";
  }
  if (end < Math.min(stop, total ?? stop)) return "limited";
  if (!isSearching || end < stop || records.some((record) => known.has(record[identity]))) return "complete";
  const isLast = total === undefined ? await isEmptyAt(ask, stop) : total <= stop;
  return isLast ? "complete" : "entered";
}
