import { createIdentitySet, type IdentitySet } from "../lists/identity-set.js";
import type { Item, Page } from "../lists/read-page.js";
import { type Ask, hasMoved, isEmptyAt } from "./probe.js";

/** What lies between two offsets, under way. */
interface Part {
  start: number;
  stop: number;
  /** 1 if its last record is the first one of the part above it, otherwise 0. */
  shared: number;
  page: Promise<Page<Item>>;
}

/** The window to walk over. */
interface Descent {
  identity: string;
  /** The offset to begin at: behind the last record, or behind what a run before this one left. */
  end: number;
  /** Whether what is behind that offset was returned by a run before this one. */
  isResumed: boolean;
  /** The limit that the server applies. */
  limit: number;
  /** The maximum number of pages in flight or held. */
  width: number;
  /** Makes the error for a window that keeps changing. */
  drifted: () => Error;
}

/** How often a page is read again in a row, before the window is taken for one that never stops changing. */
const MAX_STALLS = 50;

/**
 * Walks over a window from the last offset to the first, so that a record that leaves the window (because it was updated
 * again) returns another record twice, but never skips one.
 *
 * Pages are fetched in parallel anyway: each ends with the first record of the page above it, and where that differs
 * the page may have been read too early, and is read again.
 *
 * @returns the records that are new to the run, and the offset from which on everything was returned
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
  /** Whether records may be above the part that comes next. */
  let isSearching = !isResumed;
  let stalls = 0;

  while (cursor > 0) {
    const part = plan.next(size);
    const page = await readAfter(ask, part, edge, identity);
    isSearching ||= await haveMovedUp(ask, part, page, edge, identity);
    const verdict = await judge(ask, part, page, { identity, isSearching, known });
    if (verdict === "complete") {
      isSearching = false;
      cursor = part.start;
      edge = page.records[0]?.[identity];
      if (cursor < lowest) [lowest, stalls] = [cursor, 0];
      yield { records: page.records.filter(({ [identity]: id }) => known.add(id)), offset: cursor };
      continue;
    }
    if (++stalls > MAX_STALLS) throw drifted();
    if (verdict === "limited") size = Math.max(1, page.records.length);
    if (verdict === "entered") {
      edge = undefined;
      cursor += size;
    }
    plan.restartAt(cursor);
  }
}

/** Plans the parts of a window from its end down, and fetches them ahead. */
function planDown(ask: Ask, end: number, width: number) {
  let top = end;
  let planned = end;
  let queue: Part[] = [];

  return {
    next(size: number): Part {
      while (queue.length < width && planned > 0) {
        const shared = Number(planned < top && size > 1);
        const start = Math.max(0, planned + shared - size);
        const stop = planned + shared;
        const page = ask(start, stop - start);
        // It is awaited when its turn comes, or never.
        page.catch(() => {});
        queue.push({ start, stop, shared, page });
        planned = start;
      }
      return queue.shift() as Part;
    },

    restartAt(offset: number) {
      planned = offset;
      top = Math.max(top, offset);
      queue = [];
    },
  };
}

/** The page of a part, as it was after the part above it was read. */
async function readAfter(ask: Ask, { start, stop, shared, page }: Part, edge: unknown, identity: string) {
  const early = await page;
  if (edge === undefined && !shared) return early;
  return early.records.at(-1)?.[identity] === edge ? early : ask(start, stop - start);
}

/** Whether the record that the part above begins with is elsewhere by now. A part that does not share it asks where it was. */
async function haveMovedUp(ask: Ask, { stop, shared }: Part, page: Page<Item>, edge: unknown, identity: string) {
  if (edge === undefined) return false;
  const above = shared ? page.records.at(-1) : (await ask(stop, 1)).records[0];
  return above?.[identity] !== edge;
}

/**
 * Judges a page:
 *
 * - `"limited"`: the server returns fewer records at once than it did
 * - `"moved"`: the window became shorter while the page was read
 * - `"entered"`: records entered the window, which a clock that is ahead makes possible; those that are next to be returned may
 *   have moved up, above the page
 */
async function judge(
  ask: Ask,
  { start, stop }: Part,
  page: Page<Item>,
  { identity, isSearching, known }: { identity: string; isSearching: boolean; known: IdentitySet },
): Promise<"complete" | "limited" | "moved" | "entered"> {
  const { records, total } = page;
  const end = start + records.length;
  if (end < stop && !(await isEmptyAt(ask, end))) return "limited";
  if (end < stop && (await hasMoved(ask, page, identity))) return "moved";
  if (!isSearching || end < stop || records.some((record) => known.has(record[identity]))) return "complete";
  const isLast = total === undefined ? await isEmptyAt(ask, stop) : total <= stop;
  return isLast ? "complete" : "entered";
}
