import type { PaginationDescriptor } from "../descriptors.js";
import { PageDriftError } from "../errors/page-drift-error.js";
import { follow } from "../http/abort.js";
import type { WithResponse } from "../http/response-promise.js";
import { createIdentitySet } from "../lists/identity-set.js";
import type { Item, Page } from "../lists/read-page.js";
import type { ClientOptions, SyncOptions } from "../options.js";
import { type Checkpoint, encodeCheckpoint, type Origin } from "./checkpoint.js";
import { type Ask, findEnd } from "./probe.js";
import { walkDown } from "./walk-down.js";
import { type Clock, close, openWindow, withShown } from "./window.js";

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
export interface SyncSource extends Origin {
  operation: string;
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
  const { operation, pagination, width } = source;
  const { identity } = pagination;
  const stop = follow(options.signal);
  try {
    const { window, limit, page, isResumed } = await open(source, options, stop.signal);
    if (page) {
      const known = createIdentitySet();
      yield batchOf(
        source,
        window,
        page.records.filter(({ [identity]: id }) => known.add(id)),
      );
      return;
    }
    const drifted = () => new PageDriftError("the list changed: it keeps changing", { operation });
    const descent = { identity, end: window.offset ?? 0, isResumed, limit, width, drifted };
    for await (const { records, offset } of walkDown(asking(source, window, stop.signal), descent)) {
      stop.signal.throwIfAborted();
      yield batchOf(source, { ...window, offset }, records);
    }
  } finally {
    stop.end();
  }
}

/** Fetches pages of a window; keeps the headers of the first response. */
const asking =
  ({ pagination, fetchPage }: SyncSource, { from, until }: Checkpoint, signal: AbortSignal, clock?: Clock): Ask =>
  async (offset, count) => {
    const { updatedFrom = "", updatedTo = "" } = pagination;
    const { data, response } = await fetchPage(offset, count, signal, { [updatedFrom]: from, [updatedTo]: until });
    if (clock) clock.headers ??= response.headers;
    return data;
  };

/**
 * Opens the window of a run, and determines up to which time the server's lists include all updates.
 *
 * @returns the window with an offset behind its last record, and the limit that the server applies; or the page of a
 *   window that has only one
 */
async function open(source: SyncSource, options: SyncOptions, signal: AbortSignal) {
  const { identity, updatedAt = "", maxLimit } = source.pagination;
  const limit = options.limit ?? maxLimit;
  const stored = openWindow(options, source, source.operation);
  if (stored.offset && stored.isClosed) return { window: stored, limit, isResumed: true };
  // If the window is not closed, records that were not returned may have moved above the offset: read it from its end
  // again.
  let window: Checkpoint = { ...stored, offset: undefined };
  const clock: Clock = { updatedAt };
  const ask = asking(source, window, signal, clock);
  const first = await ask(0, limit);
  window = withShown(window, first, clock);
  const { page, end } = await findEnd(ask, first, identity, limit);
  const { length } = page.records;
  if (end <= length) return { window, limit, page, isResumed: false };

  let offset = end;
  const closed = close(window, page, clock);
  const askClosed = asking(source, closed, signal);
  if (closed.until !== window.until)
    offset = (await findEnd(askClosed, await askClosed(0, length), identity, length)).end;
  if (!closed.isClosed)
    // Without a `Date` from the server, its latest records are the best estimate of its time. All others are read after
    // them.
    window = withShown(window, await askClosed(Math.max(0, offset - length), length), clock);
  return { window: { ...closed, shown: window.shown, offset }, limit: length, isResumed: false };
}

function batchOf({ operation, onEvent }: SyncSource, window: Checkpoint, records: Item[]): SyncBatch<Item> {
  onEvent?.({ type: "page", operation, offset: window.offset ?? 0, records: records.length, total: undefined });
  return { records, checkpoint: encodeCheckpoint(window) };
}
