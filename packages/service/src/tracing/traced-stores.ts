import type { ListStore } from "../storage/list-store.js";
import type { MetadataStore } from "../storage/metadata-store.js";
import type { Tracing } from "./tracing.js";

interface RequestStores {
  readonly metadata: MetadataStore;
  readonly lists: ListStore;
}

/**
 * Wraps the stores, with a span for each call of a request. The span of a create request includes the wait for its
 * batch: one statement stores records of many requests, so it does not belong to a single one.
 */
export function tracedStores({ metadata, lists }: RequestStores, tracing: Tracing | undefined): RequestStores {
  if (!tracing) return { metadata, lists };
  return {
    metadata: {
      ...metadata,
      create: (...args) => tracing.database("INSERT", "metadata", () => metadata.create(...args)),
    },
    lists: {
      ...lists,
      page: (...args) => tracing.database("SELECT", "list_records", () => lists.page(...args)),
    },
  };
}
