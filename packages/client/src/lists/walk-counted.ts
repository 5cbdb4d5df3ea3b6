import type { PaginationDescriptor } from "../descriptors.js";
import type { Item, Page } from "./read-page.js";
import { type Ahead, type FetchPage, fetchAhead, type Route, type Watch, withoutOverlap } from "./walk.js";

/**
 * One walk over a list whose pages have a total, from an offset up: every page, in order, at most `width` of them in flight
 * or held.
 *
 * The first page is fetched alone: it has the limit that the server applied, and the end of the list. See {@link planAhead}
 * for how the others show that rows moved between two requests, even if the total stayed the same.
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
 * Plans the pages behind the first one, and fetches them ahead. The plan makes moves of rows visible:
 *
 * - A page begins with the last record of the page before it, wherever that costs no further request: one more record is
 *   asked for if the limit is below the maximum; if it is not, the room that the last page would leave is used up.
 * - The last page is fetched before the others and kept for its turn. If a record is deleted meanwhile, the page before it
 *   ends with its first record, even if another record was appended.
 */
function planAhead(fetchPage: FetchPage, maxLimit: number, { first, limit, width }: Route, page: Page<Item>) {
  let end = 0;
  /** Everything before this offset was asked for. */
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

  // A server that applied another limit than it was asked for does so with the other pages, too.
  hasRoom = page.limit === first && limit < maxLimit;
  size = page.limit === first ? limit + Number(hasRoom) : page.limit;
  start(page);

  return {
    /** The next page in order; undefined at the end of the list. */
    async next(): Promise<Ahead | undefined> {
      if (width < 2) await tail?.page.catch(() => {});
      while (queue.length + Number(tail?.isPending ?? 0) < width && planned < end) launch();
      return queue.shift();
    },

    /** Adapts the plan to a page that came: to another total, or to another limit than was asked for. */
    adapt(page: Page<Item>) {
      if (page.total !== end) {
        end = page.total ?? 0;
        // It would end the list where it ended before.
        tail = undefined;
      }
      if (page.limit === size || page.offset + page.records.length >= end) return;
      size = page.limit;
      hasRoom = false;
      start(page);
    },
  };
}

/** The offset of the last page, less what the pages overlap; undefined if there is no more than one page. */
function lastOffset({ planned, end, size, hasRoom }: { planned: number; end: number; size: number; hasRoom: boolean }) {
  const left = end - planned;
  const pages = Math.ceil(left / (size - Number(hasRoom)));
  if (pages < 2) return undefined;
  const overlaps = hasRoom ? pages : Math.min(pages, pages * size - left);
  return planned + (pages - 1) * size - overlaps;
}

/** The last page, which takes up the room of a page in flight while it is pending. */
function keepTail(offset: number, page: Promise<Page<Item>>) {
  const tail = { offset, page, isPending: true };
  const settle = () => {
    tail.isPending = false;
  };
  page.then(settle, settle);
  return tail;
}
