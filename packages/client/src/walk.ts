import type { Item } from "./page-shape.js";
import type { Page, PaginationDescriptor } from "./types.js";

/** Fetches the page at an offset. */
export type FetchPage = (offset: number, limit: number) => Promise<Page<Item>>;

/**
 * One walk over a list, from an offset up: every page, in order, at most `width` of them in flight or held.
 *
 * The first page is fetched alone: it tells the stride, which is the limit that the server applied, and the end. A page
 * that is shorter or longer than the stride starts the plan anew behind its last record. A plain array tells no end and
 * no total: pages ahead are speculation, doubled with every full page, and only an empty page is the end; each page
 * begins with the last record of the page before, the only way to see that nothing moved in between.
 *
 * With a total, the last page is fetched second and kept for its turn: a record that is deleted meanwhile then makes
 * another come twice, even where an insertion at the end leaves the total as it was.
 *
 * @param onChange told how the list changed, and whether that may have hidden a record from this walk
 */
export async function* walk(
  fetchPage: FetchPage,
  { shape, identity }: PaginationDescriptor,
  start: number,
  limit: number,
  width: number,
  onChange: (change: string, hides: boolean) => void,
): AsyncGenerator<Page<Item>, void, undefined> {
  const isArray = shape === "array";
  let queue: Promise<Page<Item>>[] = [];
  let window = 1;
  let next = start;
  let stride = 0;
  let seam = 0;
  let end = Number.POSITIVE_INFINITY;
  // A page of one record has no room for that of the page before.
  if (isArray) limit = Math.max(2, limit);
  let full = limit;
  let tail: Promise<Page<Item>> | undefined;
  let tailAt = 0;
  let early = 0;
  let last: unknown;
  let most: number | undefined;

  const fetch = (offset: number) => {
    const page = fetchPage(offset, limit);
    // It is awaited when its turn comes, or never.
    page.catch(() => {});
    return page;
  };

  while (queue.length || next < end) {
    while (queue.length + early < window && next < end) {
      queue.push(tail && next === tailAt ? tail : fetch(next));
      next += stride;
    }
    const page = (await queue.shift()) as Page<Item>;
    let { offset, records } = page;
    const { total = 0 } = page;
    const { length } = records;
    if (isArray) {
      // Where the page before was full, this one begins with its last record.
      if (seam) {
        if (records[0]?.[identity] === last) {
          records = records.slice(1);
          offset++;
        } else onChange(`another record at offset ${offset}`, true);
      } else if (length && last !== undefined && full > 1) {
        // The page before was short, but not the last: what follows is asked for once more, with its last record.
        seam = 1;
        next = offset - 1;
        queue = [];
        continue;
      }
      if (!length) return;
      const isFull = length >= full;
      window = isFull ? Math.min(width, window * 2) : 1;
      seam = Number(isFull && length > 1);
      full = length;
      last = records.at(-1)?.[identity] ?? last;
    } else {
      if (most !== undefined && total !== end) {
        onChange(`a total of ${total} after ${end}`, total < most);
        tail = undefined;
      }
      most = Math.max(most ?? 0, total);
      window = width;
      end = total;
    }
    yield { ...page, offset, records };

    if (length - seam !== stride) {
      stride = length - seam;
      next = page.offset + stride;
      queue = [];
      const steps = Math.floor((end - 1 - next) / stride);
      if (!isArray && steps > 0) {
        tailAt = next + steps * stride;
        tail = fetch(tailAt);
        early = 1;
        const free = () => {
          early = 0;
        };
        const freed = tail.then(free, free);
        if (width < 2) await freed;
      }
    }
  }
}
