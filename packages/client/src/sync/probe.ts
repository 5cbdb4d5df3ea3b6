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
 * search.
 */
export async function findEnd(ask: Ask, page: Page<Item>, identity: string): Promise<number> {
  const { records, total } = page;
  let low = records.length;
  if (total !== undefined || low === 0) return total ?? low;
  if ((await isEmptyAt(ask, low)) && !(await hasMoved(ask, page, identity))) return low;
  let high = low * 2;
  while (!(await isEmptyAt(ask, high))) {
    [low, high] = [high, high * 2];
    if (high > Number.MAX_SAFE_INTEGER) throw new ClientError("the list has no end");
  }
  while (high - low > records.length) {
    const middle = Math.ceil((low + high) / 2);
    if (await isEmptyAt(ask, middle)) high = middle;
    else low = middle;
  }
  return high;
}
