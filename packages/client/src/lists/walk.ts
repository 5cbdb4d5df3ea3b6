import type { Item, Page } from "./read-page.js";

export type FetchPage = (offset: number, limit: number) => Promise<Page<Item>>;

/** Where a walk over a list begins, and in what steps. */
export interface Route {
  offset: number;
  /** The limit of the first page. It differs from walk to walk, so that page boundaries differ too. */
  first: number;
  limit: number;
  /** The maximum number of pages in flight or held. */
  width: number;
}

/** Callbacks with which a walk reports changes. */
export interface Watch {
  /** Called if the list changed; `hides` is true if the walk may have missed a record. */
  changed(message: string, hides: boolean): void;
  /** Called if the server returns one record at a time, so that the walk cannot detect changes. */
  blind(): void;
}

/** A page in flight. */
export interface Ahead {
  offset: number;
  /** 1 if the page begins with the last record of the page before it, otherwise 0. */
  overlap: number;
  page: Promise<Page<Item>>;
}

/** Starts to fetch a page. It may never be awaited, so a rejection must not be reported as unhandled. */
export function fetchAhead(fetchPage: FetchPage, offset: number, limit: number): Promise<Page<Item>> {
  const page = fetchPage(offset, limit);
  page.catch(() => {});
  return page;
}

/**
 * Removes the record that a page shares with the page before it. If another record is in its place, rows moved between
 * the two requests.
 */
export function withoutOverlap(page: Page<Item>, overlap: number, last: unknown, identity: string, watch: Watch) {
  if (!overlap) return page;
  const { offset, records, limit } = page;
  if (records[0]?.[identity] === last)
    return { ...page, offset: offset + 1, records: records.slice(1), limit: limit - 1 };
  watch.changed(`another record at offset ${offset}`, true);
  return page;
}
