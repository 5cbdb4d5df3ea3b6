import type { PaginationDescriptor } from "../descriptors.js";
import { PageDriftError } from "../errors/page-drift-error.js";
import { follow } from "../http/abort.js";
import type { ResponsePromise } from "../http/response-promise.js";
import { type ClientOptions, DEFAULTS, type ListOptions } from "../options.js";
import { createIdentitySet, type IdentitySet } from "./identity-set.js";
import type { Item, Page } from "./read-page.js";
import type { Route, Watch } from "./walk.js";
import { walkArray } from "./walk-array.js";
import { walkCounted } from "./walk-counted.js";

/**
 * A list that is read when it is iterated: `for await (const record of list)` returns every record, in order. Pages are
 * fetched in parallel. No request is sent before you iterate, and leaving the loop cancels the requests in flight.
 *
 * @typeParam Record one record
 * @typeParam Body the body of one page
 */
export interface PagedList<Record, Body> extends AsyncIterable<Record> {
  /**
   * Iterates over the records in batches, one for each page: the fastest way through a long list, since there is no
   * `await` for each record.
   *
   * @example
   * ```ts
   * for await (const records of client.listPurchaseOrders().batches()) await insert(records);
   * ```
   */
  batches(): AsyncIterable<Record[]>;
  /** Iterates over the pages: their records, with offset, limit and (if the list has it) total. */
  pages(): AsyncIterable<Page<Record>>;
  /** Reads the whole list into an array. */
  toArray(): Promise<Record[]>;
  /** Sends exactly one request with the given query, and returns the response body unchanged. */
  page(): ResponsePromise<Body>;
}

/** The parts of a list. */
export interface ListSource {
  operation: string;
  pagination: PaginationDescriptor;
  query: { limit?: number; offset?: number };
  options: ListOptions;
  /** The maximum number of pages fetched at once. */
  width: number;
  fetchPage(offset: number, limit: number, signal: AbortSignal): Promise<Page<Item>>;
  /** One request with the query as it is. */
  fetchBody(): ResponsePromise<unknown>;
  onEvent: ClientOptions["onEvent"];
}

/** Creates the list of a list operation. */
export function pagedList(source: ListSource): PagedList<Item, unknown> {
  const { signal } = source.options;

  async function* pages() {
    const stop = follow(signal);
    try {
      yield* walkUntilComplete(source, stop.signal);
    } finally {
      stop.end();
    }
  }

  async function* batches() {
    for await (const { records } of pages()) yield records;
  }

  async function* records() {
    for await (const { records } of pages())
      for (const record of records) {
        // Otherwise, records that were already fetched would be returned.
        signal?.throwIfAborted();
        yield record;
      }
  }

  return {
    [Symbol.asyncIterator]: records,
    batches,
    pages,
    page: source.fetchBody,
    async toArray() {
      const all: Item[] = [];
      for await (const batch of batches()) for (const record of batch) all.push(record);
      return all;
    },
  };
}

/** The findings of a walk over a list. */
interface Findings {
  /** Whether a change may have caused the walk to miss a record. */
  mayHide: boolean;
  /** Whether the walk could not have detected a change. */
  isBlind: boolean;
  /** The records that were returned twice, each with its place. */
  repeats: string[];
  /** The number of records that no earlier walk returned. */
  found: number;
}

/**
 * Reads a list, and reads it again while a change may have hidden a record. Returns each record once; records that an
 * earlier walk missed come last.
 */
async function* walkUntilComplete(
  source: ListSource,
  signal: AbortSignal,
): AsyncGenerator<Page<Item>, void, undefined> {
  const { pagination, query, options, width } = source;
  const seen = createIdentitySet();
  let limit = query.limit ?? pagination.maxLimit;
  let before: Findings | undefined;
  for (let number = 1; number <= DEFAULTS.maxWalks; number++) {
    const findings: Findings = { mayHide: false, isBlind: false, repeats: [], found: 0 };
    // Every second walk starts with a shorter page, so that its page boundaries differ.
    const first = number % 2 ? limit : Math.ceil(limit / 2);
    const route: Route = { offset: query.offset ?? 0, first, limit, width };
    let applied: number | undefined;
    for await (const page of walkOnce(source, signal, { route, seen, isFirst: number === 1, findings })) {
      applied ??= page.limit;
      yield page;
    }
    if (options.drift === "continue" || isComplete(findings, before, limit)) return;
    before = findings;
    if (number === 1) limit = Math.min(limit, applied ?? limit);
  }
  throw drifted(source, "it keeps changing");
}

/** Reads a list once, and returns pages with the records that no earlier page had. */
async function* walkOnce(
  source: ListSource,
  signal: AbortSignal,
  { route, seen, isFirst, findings }: { route: Route; seen: IdentitySet; isFirst: boolean; findings: Findings },
): AsyncGenerator<Page<Item>, void, undefined> {
  const { operation, pagination, onEvent } = source;
  const { drift = DEFAULTS.drift } = source.options;
  const walk = pagination.shape === "array" ? walkArray : walkCounted;
  const own = isFirst ? seen : createIdentitySet();
  const watch: Watch = {
    changed(message, hides) {
      findings.mayHide ||= hides;
      onEvent?.({ type: "drift", operation, message });
      if (drift === "throw") throw drifted(source, message);
    },
    blind() {
      findings.isBlind = true;
    },
  };
  const fetchPage = (offset: number, limit: number) => source.fetchPage(offset, limit, signal);

  for await (const page of walk(fetchPage, pagination, route, watch)) {
    signal.throwIfAborted();
    const { records, repeats } = sift(page, pagination.identity, own, seen);
    if (repeats[0]) watch.changed(`${repeats[0]} is a duplicate`, false);
    for (const repeat of repeats) findings.repeats.push(repeat);
    findings.found += records.length;
    if (records.length) {
      onEvent?.({ type: "page", operation, offset: page.offset, records: records.length, total: page.total });
      yield { ...page, records };
    }
    // Pages that repeat forever would make the list endless.
    if (findings.repeats.length > own.size) {
      findings.mayHide = true;
      if (drift === "continue") throw drifted(source, "it has more duplicates than records");
      return;
    }
  }
}

/** Splits the records of a page into new ones and those that this walk already returned. */
function sift({ records, offset }: Page<Item>, identity: string, own: IdentitySet, seen: IdentitySet) {
  const repeats: string[] = [];
  const fresh = records.filter((record, index) => {
    const id = record[identity];
    if (own.add(id)) return own === seen || seen.add(id);
    repeats.push(`${id} at offset ${offset + index}`);
    return false;
  });
  return { records: fresh, repeats };
}

/**
 * Returns whether a walk shows that nothing was missed. If a list contains a record twice, every walk returns it twice,
 * at the same places. Any other duplicate is a record that moved, maybe in exchange for one that was not read yet. A
 * walk that could not detect changes must be confirmed by another one.
 */
function isComplete(
  { mayHide, isBlind, repeats, found }: Findings,
  before: Findings | undefined,
  limit: number,
): boolean {
  if (mayHide) return false;
  if (!repeats.length && !isBlind) return true;
  const isConfirmed = before !== undefined && !found && `${repeats}` === `${before.repeats}`;
  return isConfirmed && (limit > 1 || !repeats.length);
}

const drifted = ({ operation }: ListSource, message: string) =>
  new PageDriftError(`the list changed: ${message}`, { operation });
