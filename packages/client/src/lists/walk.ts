import type { Item, Page } from "./read-page.js";

/** Fetches the page at an offset. */
export type FetchPage = (offset: number, limit: number) => Promise<Page<Item>>;

/** Where a walk over a list begins, and how it is to go. */
export interface Route {
  offset: number;
  /** The limit of the first page. It differs from walk to walk, so that the pages of each end at other records. */
  first: number;
  limit: number;
  /** The maximum number of pages in flight or held. */
  width: number;
}

/** What a walk reports. */
export interface Watch {
  /** The list changed; `hides` says whether that may have hidden a record from the walk. */
  changed(message: string, hides: boolean): void;
  /** The server returns one record at a time, so no change would show. */
  blind(): void;
}

/** A page under way. */
export interface Ahead {
  offset: number;
  /** 1 if the page begins with the last record of the page before it, otherwise 0. */
  overlap: number;
  page: Promise<Page<Item>>;
}

/** Starts to fetch a page, which is awaited when its turn comes, or never. */
export function fetchAhead(fetchPage: FetchPage, offset: number, limit: number): Promise<Page<Item>> {
  const page = fetchPage(offset, limit);
  page.catch(() => {});
  return page;
}

/**
 * Takes off a page the record that it shares with the page before. Another record in its place is the sign that rows moved
 * between the two requests.
 */
export function withoutOverlap(page: Page<Item>, overlap: number, last: unknown, identity: string, watch: Watch) {
  if (!overlap) return page;
  const { offset, records, limit } = page;
  if (records[0]?.[identity] === last)
    return { ...page, offset: offset + 1, records: records.slice(1), limit: limit - 1 };
  watch.changed(`another record at offset ${offset}`, true);
  return page;
}
