import { ClientError } from "../errors/client-error.js";
import type { Item, Page } from "../lists/read-page.js";

/** Fetches records of a window from an offset on. */
export type Ask = (offset: number, count: number) => Promise<Page<Item>>;

/** Returns whether a window has no record at an offset. */
export const isEmptyAt = async (ask: Ask, offset: number) => (await ask(offset, 1)).records.length === 0;

/**
 * Returns whether the last record of a page is no longer at its offset. Records that followed the page may then be at
 * its offsets.
 */
export async function hasMoved(ask: Ask, { offset, records }: Page<Item>, identity: string): Promise<boolean> {
  if (!records.length) return false;
  const now = await ask(offset + records.length - 1, 1);
  return now.records[0]?.[identity] !== records.at(-1)?.[identity];
}

/**
 * Finds an offset at or shortly after the end of a window: from the total if there is one, otherwise by a binary
 * search. If records changed between the requests, the first page is requested again.
 *
 * @param first the first page
 * @param limit the limit with which it was requested
 */
export async function findEnd(
  ask: Ask,
  first: Page<Item>,
  identity: string,
  limit: number,
): Promise<{ page: Page<Item>; end: number }> {
  let page = first;
  for (let tries = 3; ; tries--) {
    const { length } = page.records;
    if (page.total !== undefined || length === 0) return { page, end: page.total ?? length };
    const isEnd = await isEmptyAt(ask, length);
    if (isEnd && !(await hasMoved(ask, page, identity))) return { page, end: length };
    if (tries < 2 || (length >= limit && !isEnd)) return { page, end: await search(ask, length) };
    page = await ask(0, limit);
  }
}

async function search(ask: Ask, length: number): Promise<number> {
  let low = length;
  let high = low * 2;
  while (!(await isEmptyAt(ask, high))) {
    [low, high] = [high, high * 2];
    if (high > Number.MAX_SAFE_INTEGER) throw new ClientError("the list has no end");
  }
  while (high - low > length) {
    const middle = Math.ceil((low + high) / 2);
    if (await isEmptyAt(ask, middle)) high = middle;
    else low = middle;
  }
  return high;
}
