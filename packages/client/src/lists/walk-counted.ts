import type { PaginationDescriptor } from "../descriptors.js";
import type { Item, Page } from "./read-page.js";
import { type Ahead, type FetchPage, fetchAhead, type Route, type Watch, withoutOverlap } from "./walk.js";

/**
 * Reads a list whose pages have a total, once, from an offset up: every page, in order, with at most `width` of them in
 * flight or waiting.
 *
 * The first page is fetched alone, because it shows the limit that the server applies and the end of the list. {@link
 * planAhead} describes how the other pages show that rows moved between two requests, even if the total is the same.
 */
export async function* walkCounted(
  fetchPage: FetchPage,
  { identity, maxLimit }: PaginationDescriptor,
  route: Route,
  watch: Watch,
): AsyncGenerator<Page<Item>, void, undefined> {
  const first = await fetchPage(route.offset, route.first);
  yield first;
  const plan = planAhead(fetchPage, maxLimit, route, first);
  let { total: end = 0 } = first;
  let last = first.records.at(-1)?.[identity];
  for (let ahead = await plan.next(); ahead; ahead = await plan.next()) {
    const page = await ahead.page;
    const { total = 0 } = page;
    if (total !== end) {
      watch.changed(`a total of ${total} after ${end}`, total < end);
      end = total;
    }
    const rest = withoutOverlap(page, ahead.overlap, last, identity, watch);
    last = page.records.at(-1)?.[identity];
    yield rest;
    plan.adapt(page);
  }
}

/**
 * Plans the pages after the first one, and fetches them ahead. The plan makes moved rows detectable:
 *
 * - A page begins with the last record of the page before it, as long as this costs no additional request. If the limit
 *   is below the maximum, one more record is requested; otherwise the pages overlap as far as the last page has room.
 * - The last page is fetched before the others, but returned last. If a record is deleted meanwhile, the page before it
 *   ends with its first record, even if another record was appended.
 */
function planAhead(fetchPage: FetchPage, maxLimit: number, { first, limit, width }: Route, page: Page<Item>) {
  let end = 0;
  /** Everything before this offset was requested. */
  let planned = 0;
  let size = 0;
  let hasRoom = false;
  let queue: Ahead[] = [];
  let tail: ReturnType<typeof keepTail> | undefined;

  const start = (behind: Page<Item>) => {
    end = behind.total ?? 0;
    planned = behind.offset + behind.records.length;
    queue = [];
    const offset = lastOffset({ planned, end, size, hasRoom });
    tail = offset === undefined ? undefined : keepTail(offset, fetchAhead(fetchPage, offset, size));
  };

  const launch = () => {
    const overlap = Number(hasRoom || (end - planned) % size > 0);
    const offset = planned - overlap;
    queue.push({ offset, overlap, page: tail?.offset === offset ? tail.page : fetchAhead(fetchPage, offset, size) });
    planned = offset + size;
  };

  // If the server changed the limit of the first page, it will change that of the others, too.
  hasRoom = page.limit === first && limit < maxLimit;
  size = page.limit === first ? limit + Number(hasRoom) : page.limit;
  start(page);

  return {
    /** Returns the next page in order, or undefined at the end of the list. */
    async next(): Promise<Ahead | undefined> {
      if (width < 2) await tail?.page.catch(() => {});
      while (queue.length + Number(tail?.isPending ?? 0) < width && planned < end) launch();
      return queue.shift();
    },

    /** Adapts the plan to a page with another total or another limit than expected. */
    adapt(page: Page<Item>) {
      if (page.total !== end) {
        end = page.total ?? 0;
        // The early last page belongs to the old total.
        tail = undefined;
      }
      if (page.limit === size || page.offset + page.records.length >= end) return;
      size = page.limit;
      hasRoom = false;
      start(page);
    },
  };
}

/** Returns the offset of the last page, reduced by the overlaps; undefined if there is only one page. */
function lastOffset({ planned, end, size, hasRoom }: { planned: number; end: number; size: number; hasRoom: boolean }) {
  const left = end - planned;
  const pages = Math.ceil(left / (size - Number(hasRoom)));
  if (pages < 2) return undefined;
  const overlaps = hasRoom ? pages : Math.min(pages, pages * size - left);
  return planned + (pages - 1) * size - overlaps;
}

/** The early last page; while it is pending, it counts as a page in flight. */
function keepTail(offset: number, page: Promise<Page<Item>>) {
  const tail = { offset, page, isPending: true };
  const settle = () => {
    tail.isPending = false;
  };
  page.then(settle, settle);
  return tail;
}
