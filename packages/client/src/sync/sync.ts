import type { PaginationDescriptor } from "../descriptors.js";
import { PageDriftError } from "../errors/page-drift-error.js";
import { follow } from "../http/abort.js";
import type { WithResponse } from "../http/response-promise.js";
import type { Item, Page } from "../lists/read-page.js";
import type { ClientOptions, SyncOptions } from "../options.js";
import { type Checkpoint, encodeCheckpoint } from "./checkpoint.js";
import { type Ask, findEnd } from "./probe.js";
import { walkDown } from "./walk-down.js";
import { close, openWindow, withShown } from "./window.js";

/** A batch of records from an incremental sync. */
export interface SyncBatch<Record> {
  /**
   * The records of this batch; a run returns no record twice. Batches come from the end of the window to its start. May
   * be empty.
   */
  records: Record[];
  /** Store it after processing the records; a sync with this checkpoint continues after them. A short JSON string. */
  checkpoint: string;
}

/** The parts of a sync. */
export interface SyncSource {
  operation: string;
  /** The operation with the filters of its list. */
  scope: string;
  pagination: PaginationDescriptor;
  /** The maximum number of pages fetched at once. */
  width: number;
  fetchPage(offset: number, limit: number, signal: AbortSignal, window: object): Promise<WithResponse<Page<Item>>>;
  onEvent: ClientOptions["onEvent"];
}

/** Returns the records that were updated in a window of time, and can be resumed. */
export async function* sync(
  source: SyncSource,
  options: SyncOptions,
): AsyncGenerator<SyncBatch<Item>, void, undefined> {
  const stop = follow(options.signal);
  try {
    const { window, limit, page, isResumed } = await open(source, options, stop.signal);
    if (page) {
      const records = unique(page.records, source.pagination.identity);
      yield batchOf(source, window, records);
      return;
    }
    const ask = dataOf(asking(source, window, stop.signal));
    const { pagination, operation, width } = source;
    const drifted = () => new PageDriftError("the list changed: it keeps changing", { operation });
    const { identity } = pagination;
    const descent = { identity, end: window.offset ?? 0, isResumed, limit, width, drifted };
    for await (const { records, offset } of walkDown(ask, descent)) {
      stop.signal.throwIfAborted();
      yield batchOf(source, { ...window, offset }, records);
    }
  } finally {
    stop.end();
  }
}

/** Fetches pages of a window. */
const asking =
  ({ pagination, fetchPage }: SyncSource, { from, until }: Checkpoint, signal: AbortSignal) =>
  (offset: number, count: number) => {
    const { updatedFrom = "", updatedTo = "" } = pagination;
    return fetchPage(offset, count, signal, { [updatedFrom]: from, [updatedTo]: until });
  };

const dataOf =
  (fetchPage: ReturnType<typeof asking>): Ask =>
  async (offset, count) =>
    (await fetchPage(offset, count)).data;

/**
 * Opens the window of a run, and determines up to which time the server's lists include all updates.
 *
 * @returns the window with an offset behind its last record, and the limit that the server applies; or the page of a
 *   window that has only one
 */
async function open(source: SyncSource, options: SyncOptions, signal: AbortSignal) {
  const { operation, scope, pagination } = source;
  const { identity, updatedAt = "", maxLimit } = pagination;
  let limit = options.limit ?? maxLimit;
  const stored = openWindow(options, scope, operation);
  if (stored.offset && stored.isClosed) return { window: stored, limit, isResumed: true };
  // If the window is not closed, records that were not returned may have moved above the offset: read it from its end
  // again.
  let window = { ...stored, offset: undefined } as Checkpoint;

  const { data: page, response } = await asking(source, window, signal)(0, limit);
  window = withShown(window, page, response.headers, updatedAt);
  let offset = await findEnd(dataOf(asking(source, window, signal)), page, identity);
  if (offset <= page.records.length) return { window, limit, page, isResumed: false };

  limit = page.records.length;
  const closed = close(window, page, response.headers, updatedAt);
  const ask = dataOf(asking(source, closed, signal));
  if (closed.until !== window.until) offset = await findEnd(ask, await ask(0, limit), identity);
  if (!closed.isClosed)
    // Without a `Date` from the server, its latest records are the best estimate of its time. All others are read after
    // them.
    window = withShown(window, await ask(Math.max(0, offset - limit), limit), response.headers, updatedAt);
  return { window: { ...closed, shown: window.shown, offset }, limit, isResumed: false };
}

const unique = (records: Item[], identity: string) => [...new Map(records.map((one) => [one[identity], one])).values()];

function batchOf({ operation, onEvent }: SyncSource, window: Checkpoint, records: Item[]): SyncBatch<Item> {
  onEvent?.({ type: "page", operation, offset: window.offset ?? 0, records: records.length, total: undefined });
  return { records, checkpoint: encodeCheckpoint(window) };
}
