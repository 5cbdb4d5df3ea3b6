import type { ListStore } from "../storage/lists/list-store.js";
import type { MetadataStore } from "../storage/records/metadata-store.js";
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
      get: (...args) => tracing.database("SELECT", "metadata", () => metadata.get(...args)),
      change: (...args) => tracing.database("UPDATE", "metadata", () => metadata.change(...args)),
      remove: (...args) => tracing.database("DELETE", "metadata", () => metadata.remove(...args)),
      page: (...args) => tracing.database("SELECT", "metadata", () => metadata.page(...args)),
    },
    lists: {
      ...lists,
      page: (...args) => tracing.database("SELECT", "list_records", () => lists.page(...args)),
    },
  };
}
