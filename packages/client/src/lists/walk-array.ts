import type { PaginationDescriptor } from "../descriptors.js";
import type { Item, Page } from "./read-page.js";
import { type Ahead, type FetchPage, fetchAhead, type Route, type Watch, withoutOverlap } from "./walk.js";

/**
 * Reads a list whose pages are plain arrays, once, from an offset up: every page, in order, with at most `width` of
 * them in flight or waiting.
 *
 * An array has no total: only an empty page marks the end. Pages are fetched ahead without knowing whether they exist;
 * their number doubles with every full page. Each page begins with the last record of the page before it, which shows
 * whether rows moved in between. This is checked before an empty page, too, because the rows there may have moved up.
 */
export async function* walkArray(
  fetchPage: FetchPage,
  { identity, maxLimit }: PaginationDescriptor,
  route: Route,
  watch: Watch,
): AsyncGenerator<Page<Item>, void, undefined> {
  const plan = speculate(fetchPage, maxLimit, route);
  let last: unknown;
  let isEnd = false;
  /** Whether rows moved, so that the list must be read again. */
  let hasMoved = false;
  for (;;) {
    const ahead = plan.next();
    const page = await ahead.page;
    const isEmpty = !page.records.length;
    if (!ahead.overlap && last !== undefined) {
      isEnd = isEmpty;
      // The page before was short, or the last one: request the records behind it again, together with its last record.
      if (plan.askAgain(ahead.offset, isEnd, hasMoved)) continue;
      watch.blind();
    }
    if (isEmpty) return endAt(ahead, watch);
    const rest = withoutOverlap(page, ahead.overlap, last, identity, watch);
    if (isEnd && !rest.records.length) return;
    isEnd = false;
    hasMoved ||= ahead.overlap > 0 && rest === page;
    yield rest;
    last = page.records.at(-1)?.[identity];
    plan.adapt(page);
  }
}

/** Ends the list. If the last record of the page before was requested again, it is gone. */
function endAt({ overlap, offset }: Ahead, watch: Watch): void {
  if (overlap) watch.changed(`no record at offset ${offset}`, true);
}

/** Plans the pages of a list whose end is not known, and fetches them ahead. */
function speculate(fetchPage: FetchPage, maxLimit: number, { offset, first, limit, width }: Route) {
  // A page of one record has no room for the last record of the page before it.
  const least = Math.min(2, maxLimit);
  let size = Math.max(least, first);
  /** The number of records of a full page; a server may lower the limit silently. */
  let full = size;
  let overlap = 0;
  let window = 1;
  let queue: Ahead[] = [];
  /** Everything before this offset was requested. */
  let planned = offset;
  let isFirst = true;
  /** Whether a page has one record, so that the next one would contain only the overlap. */
  let isNarrow = false;

  const restartAt = (next: number, isShared: boolean) => {
    queue = [];
    planned = next;
    overlap = Number(isShared);
  };

  return {
    /** Returns the next page in order. */
    next(): Ahead {
      while (queue.length < window) {
        const from = planned - overlap;
        queue.push({ offset: from, overlap, page: fetchAhead(fetchPage, from, size) });
        planned = from + full;
      }
      return queue.shift() as Ahead;
    },

    /**
     * Requests the records from an offset again, with the record before it. Returns false if another request could not
     * show more: at the end of the list if rows moved, or if pages have only one record.
     */
    askAgain(from: number, isEnd: boolean, hasMoved: boolean): boolean {
      const again = isEnd ? !hasMoved : !isNarrow;
      if (again) restartAt(from, true);
      return again;
    },

    /** Adapts the plan to a page: fetches more pages ahead if it was full, and only the next one if not. */
    adapt({ offset: from, records: { length } }: Page<Item>) {
      const isFull = length >= full;
      window = isFull ? Math.min(width, window * 2) : 1;
      const hasRoom = length > 1;
      if (hasRoom || overlap) isNarrow = !hasRoom;
      if (isFirst || length !== full || (overlap && isNarrow)) restartAt(from + length, isFull && hasRoom);
      if (isFirst) size = Math.max(least, limit);
      full = isFirst && isFull ? size : length;
      isFirst = false;
    },
  };
}
