import type { Item } from "./page-shape.js";
import type { Page, PaginationDescriptor } from "./types.js";

/** Fetches the page at an offset. */
export type FetchPage = (offset: number, limit: number) => Promise<Page<Item>>;

/** A page and what it tells of changes since the page before it. */
export interface Step {
  page: Page<Item>;
  /** How the list changed, where that can be seen. */
  change?: string;
  /** Whether the change may have hidden a record from this walk. */
  hides?: boolean;
}

/**
 * One walk over a list, from an offset up: every page, in order, at most `width` of them in flight or held.
 *
 * The first page is fetched alone: it tells the stride, which is the limit that the server applied, and the end. A page
 * that is shorter or longer than the stride starts the plan anew behind its last record. A plain array tells no end and
 * no total: pages ahead are speculation, doubled with every full page, and only an empty page is the end; each page
 * begins with the last record of the page before, the only way to see that nothing moved in between.
 */
export async function* walk(
  fetchPage: FetchPage,
  { shape, identity }: PaginationDescriptor,
  start: number,
  limit: number,
  width: number,
): AsyncGenerator<Step, void, undefined> {
  const isArray = shape === "array";
  let queue: Promise<Page<Item>>[] = [];
  let window = 1;
  let next = start;
  let stride = 0;
  let end = Number.POSITIVE_INFINITY;
  let size = limit;
  /** Where the records handed out so far end, the last of them, and the highest total seen. */
  let position = start;
  let last: unknown;
  let most: number | undefined;

  while (queue.length > 0 || next < end) {
    while (queue.length < window && next < end) {
      const page = fetchPage(next, limit);
      // It is awaited when its turn comes, or never.
      page.catch(() => {});
      queue.push(page);
      next += stride;
    }
    const page = await (queue.shift() as Promise<Page<Item>>);
    const { offset, total } = page;
    const { length } = page.records;
    const step: Step = { page };
    if (position > offset && length > 0) {
      if (page.records[0]?.[identity] === last)
        step.page = { ...page, offset: position, records: page.records.slice(1) };
      else Object.assign(step, { change: `another record at offset ${offset}`, hides: true });
    }
    if (most !== undefined && total !== undefined && total !== most)
      Object.assign(step, { change: `a total of ${total} after ${most}`, hides: total < most });
    yield step;

    position = offset + length;
    last = page.records.at(-1)?.[identity];
    most = total && Math.max(total, most ?? 0);
    const isFull = length >= size;
    if (isArray) {
      window = isFull ? Math.min(width, window * 2) : 1;
      if (!isFull) size = length;
      if (length === 0) return;
    } else {
      window = width;
      end = total as number;
    }
    const advance = length - (isArray && isFull && length > 1 ? 1 : 0);
    if (advance !== stride) {
      stride = advance;
      next = offset + advance;
      queue = [];
    }
  }
}
