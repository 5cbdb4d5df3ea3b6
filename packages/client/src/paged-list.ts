import { follow } from "./abort.js";
import { PageDriftError } from "./errors.js";
import { identitySet } from "./identity-set.js";
import type { ClientOptions } from "./options.js";
import type { Item } from "./page-shape.js";
import type { ListOptions, Page, PagedList, PaginationDescriptor } from "./types.js";
import { type FetchPage, walk } from "./walk.js";

/** How often a list is walked until it holds still. */
const MAX_WALKS = 5;

/** What a list is made of. */
export interface ListSource {
  operation: string;
  /** The operation with what else decides on what it lists; a checkpoint is good for one scope. */
  scope: string;
  pagination: PaginationDescriptor;
  query: { limit?: number; offset?: number };
  options: ListOptions & { concurrency: number };
  fetchPage(offset: number, limit: number, signal: AbortSignal, more?: object): Promise<Page<Item>>;
  /** The time of the server's last answer, in milliseconds; NaN where it does not tell. */
  serverTime(): number;
  /** One request with the query as it is. */
  fetchBody(): Promise<unknown>;
  onEvent: ClientOptions["onEvent"];
}

/** Makes the list of a list operation: nothing is fetched before it is iterated. */
export function pagedList(source: ListSource): PagedList<Item, unknown> {
  const { operation, pagination, query, options, onEvent } = source;
  const { drift, signal, concurrency } = options;

  async function* pages(): AsyncGenerator<Page<Item>, void, undefined> {
    const stop = follow(signal);
    const fetchPage: FetchPage = (offset, limit) => source.fetchPage(offset, limit, stop.signal);
    const { offset = 0, limit = pagination.maxLimit } = query;
    const drifted = (message: string) =>
      Object.assign(new PageDriftError(`the list changed: ${message}`), { operation });
    try {
      const seen = identitySet();
      for (let number = 1; ; number++) {
        const own = number > 1 ? identitySet() : seen;
        let isCalm = true;
        let repeats = 0;
        let found = 0;
        const onChange = (message: string, hides: boolean) => {
          isCalm &&= !hides;
          onEvent?.({ type: "drift", operation, message });
          if (drift === "throw") throw drifted(message);
        };
        for await (const page of walk(fetchPage, pagination, offset, limit, concurrency, onChange)) {
          signal?.throwIfAborted();
          let known = 0;
          const records = page.records.filter((record) => {
            const identity = `${record[pagination.identity]}`;
            const isFirst = own.add(identity);
            if (!isFirst && !known++) onChange(`${identity} a second time`, false);
            return own === seen ? isFirst : seen.add(identity);
          });
          repeats += known;
          found += records.length;
          if (records.length) {
            onEvent?.({ type: "page", operation, offset: page.offset, records: records.length, total: page.total });
            yield { ...page, records };
          }
          if (known && known === page.records.length) {
            isCalm = false;
            // Without a total, a page that repeats for ever would be a list without end.
            if (page.total === undefined && drift !== "continue") break;
            if (page.total === undefined && repeats > found) throw drifted("more records a second time than new ones");
          }
        }
        // Records that are twice in the list itself stay so, however often it is walked.
        if (drift === "continue" || (isCalm && (!repeats || (number > 1 && !found)))) return;
        if (number === MAX_WALKS) throw drifted("it does not hold still");
      }
    } finally {
      stop.end();
    }
  }

  async function* records() {
    for await (const page of pages())
      for (const record of page.records) {
        // What is held already would be handed out otherwise.
        signal?.throwIfAborted();
        yield record;
      }
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
