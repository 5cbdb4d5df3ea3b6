import { PageDriftError } from "./errors.js";
import type { ClientEvent } from "./events.js";
import { identitySet } from "./identity-set.js";
import type { Item } from "./page-shape.js";
import type { ListOptions, Page, PagedList, PaginationDescriptor } from "./types.js";
import { type FetchPage, walk } from "./walk.js";

/** How often a list is walked until it holds still. */
const MAX_WALKS = 5;

/** What a list is made of. */
export interface ListSource {
  operation: string;
  pagination: PaginationDescriptor;
  query: { limit?: number; offset?: number };
  options: ListOptions;
  /** How many pages are fetched at once where the options do not say. */
  concurrency: number;
  fetchPage(offset: number, limit: number, signal: AbortSignal): ReturnType<FetchPage>;
  /** One request with the query as it is. */
  fetchBody(): Promise<unknown>;
  emit: ((event: ClientEvent) => void) | undefined;
}

/** Makes the list of a list operation: nothing is fetched before it is iterated. */
export function pagedList(source: ListSource): PagedList<Item, unknown> {
  const { operation, pagination, query, options, emit } = source;
  const { drift = "restart", signal } = options;
  const width = options.concurrency ?? source.concurrency;

  async function* pages(): AsyncGenerator<Page<Item>, void, undefined> {
    const stop = new AbortController();
    const relay = () => stop.abort(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener("abort", relay);
    const fetchPage: FetchPage = (offset, limit) => source.fetchPage(offset, limit, stop.signal);
    try {
      const seen = identitySet();
      for (let number = 1; ; number++) {
        const own = number > 1 ? identitySet() : seen;
        let fresh = 0;
        let hides = false;
        let repeats = false;
        const steps = walk(fetchPage, pagination, query.offset ?? 0, query.limit ?? pagination.maxLimit, width);
        for await (const step of steps) {
          let { change } = step;
          let known = 0;
          const records = step.page.records.filter((record) => {
            const identity = String(record[pagination.identity]);
            const isFirst = own.add(identity);
            if (!isFirst) change = `${pagination.identity} ${identity} a second time`;
            known += Number(!isFirst);
            return own === seen ? isFirst : seen.add(identity);
          });
          if (change) {
            emit?.({ type: "drift", operation, message: change });
            if (drift === "throw") throw new PageDriftError(`the list changed: ${change}`, { operation });
          }
          hides ||= !!step.hides;
          repeats ||= known > 0;
          fresh += records.length;
          const page = { ...step.page, records };
          emit?.({ type: "page", operation, offset: page.offset, records: records.length, total: page.total });
          if (records.length > 0) yield page;
          // A plain array that repeats a page may do so for ever.
          if (pagination.shape === "array" && known > 0 && known === step.page.records.length) {
            hides = true;
            if (drift === "continue") number = MAX_WALKS;
            break;
          }
        }
        // Records that are twice in the list itself stay so, however often it is walked.
        const isCalm = !hides && (!repeats || (number > 1 && fresh === 0));
        if (isCalm || (drift === "continue" && number < MAX_WALKS)) return;
        if (number >= MAX_WALKS) throw new PageDriftError("the list did not hold still", { operation });
      }
    } finally {
      signal?.removeEventListener("abort", relay);
      stop.abort();
    }
  }

  async function* records() {
    for await (const page of pages()) yield* page.records;
  }

  return {
    pages,
    [Symbol.asyncIterator]: records,
    page: source.fetchBody,
    async toArray() {
      const all: Item[] = [];
      for await (const page of pages()) all.push(...page.records);
      return all;
    },
  };
}
