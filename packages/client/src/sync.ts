import { type Fail, readCheckpoint, timeOf } from "./checkpoint.js";
import type { Item } from "./page-shape.js";
import type { ListSource } from "./paged-list.js";
import type { Page, SyncBatch, SyncOptions } from "./types.js";

/** The default of {@link SyncOptions.overlap}. */
const OVERLAP = 300_000;

/** What a sync needs of the client; it imports nothing of it, so that bundlers can keep it in a file of its own. */
interface Tools {
  signal: AbortSignal;
  /** False for an identity that was there before. */
  isNew(identity: string): boolean;
  fail: Fail;
}

/**
 * Hands out what was updated in a window of time, resumably.
 *
 * The window is frozen when it begins, so that a record can only leave it, by being updated again; those behind it then
 * move one place down. Walking from the last offset to the first, that makes a record come twice, never not at all.
 * Pages are fetched in parallel all the same: each ends with the first record of the one above it, and where that differs
 * the lower page may have been read too early, and is read again.
 */
export async function* sync(
  source: ListSource,
  options: SyncOptions,
  tools: Tools,
): AsyncGenerator<SyncBatch<Item>, void, undefined> {
  const { operation, scope, pagination } = source;
  const { signal, isNew, fail } = tools;
  const { identity, updatedFrom = "", updatedTo = "", maxLimit } = pagination;
  const overlap = Math.max(1, options.overlap ?? OVERLAP);
  const stored = options.checkpoint ? readCheckpoint(fail, options.checkpoint, scope) : undefined;
  const isResumed = stored?.offset !== undefined;

  const since = stored?.until ?? options.since;
  const from = isResumed ? stored.from : since && new Date(timeOf(fail, "since", since) - overlap).toISOString();
  const latest = options.until === undefined ? Number.POSITIVE_INFINITY : timeOf(fail, "until", options.until);
  const until = isResumed ? stored.until : new Date(Math.min(Date.now(), latest)).toISOString();
  const window = { ...(from && { [updatedFrom]: from }), [updatedTo]: until };

  const ask = (offset: number, count: number) => source.fetchPage(offset, count, signal, window);
  /** What lies between two offsets. */
  const part = (start: number, stop: number) => {
    const page = ask(start, stop - start);
    // It is awaited when its turn comes, or never.
    page.catch(() => {});
    return { start, stop, page };
  };
  const idOf = (record: Item | undefined) => record?.[identity];
  const isEmptyAt = async (offset: number) => (await ask(offset, 1)).records.length === 0;
  /** Whether records moved down since a page was read: what was behind it may be in its place by now. */
  const hasMoved = async ({ offset, records }: Page<Item>) =>
    records.length > 0 && idOf((await ask(offset + records.length - 1, 1)).records[0]) !== idOf(records.at(-1));

  /** An offset behind the last record of the window. */
  async function findEnd(page: Page<Item>): Promise<number> {
    const { records, total } = page;
    let low = records.length;
    if (total !== undefined || low === 0) return total ?? low;
    if ((await isEmptyAt(low)) && !(await hasMoved(page))) return low;
    let high = low * 2;
    while (!(await isEmptyAt(high))) [low, high] = [high, high * 2];
    while (high - low > records.length) {
      const middle = Math.ceil((low + high) / 2);
      if (await isEmptyAt(middle)) high = middle;
      else low = middle;
    }
    return high;
  }

  let limit = options.limit ?? maxLimit;
  let end = stored?.offset ?? 0;
  let queue: ReturnType<typeof part>[] = [];
  if (!isResumed) {
    const first = ask(0, limit);
    const page = await first;
    // A clock that is ahead here would leave out what is updated until it is that late there.
    const now = source.serverTime();
    if (Date.parse(until) - now > overlap / 2) return yield* sync(source, { ...options, until: new Date(now) }, tools);
    end = await findEnd(page);
    const { length } = page.records;
    // It was all there is, or it tells the limit that the server applies.
    if (end > length) limit = length;
    else queue = [{ start: 0, stop: end, page: first }];
  }
  const top = end;
  let planned = queue.length ? 0 : end;
  let edge: unknown;
  do {
    signal.throwIfAborted();
    while (queue.length < source.options.concurrency && planned > 0) {
      const above = Number(planned < top && limit > 1);
      const start = Math.max(0, planned + above - limit);
      queue.push(part(start, planned + above));
      planned = start;
    }
    const next = queue.shift();
    let records: Item[] = [];
    if (next) {
      const { start, stop: behind } = next;
      let page = await next.page;
      if (end < top && idOf(page.records.at(-1)) !== edge) page = await ask(start, behind - start);
      ({ records } = page);
      const stop = start + records.length;
      // Fewer than asked for: the window has become shorter, or the server gives no more at once.
      if (stop < behind && !(await isEmptyAt(stop))) {
        limit = Math.max(1, records.length);
        planned = end;
        queue = [];
        continue;
      }
      if (stop < behind && (await hasMoved(page))) {
        queue.unshift(part(start, behind));
        continue;
      }
      end = start;
      edge = idOf(records[0]);
    }
    records = records.filter((record) => isNew(`${idOf(record)}`));
    const checkpoint = { operation: scope, from: end ? from : undefined, until, offset: end || undefined };
    source.onEvent?.({ type: "page", operation, offset: end, records: records.length, total: undefined });
    yield { records, checkpoint: JSON.stringify(checkpoint) };
  } while (end);
}
