import type { ListStore } from "../storage/list-store.js";
import type { MetadataStore } from "../storage/metadata-store.js";
import type { Tracing } from "./tracing.js";

interface RequestStores {
  readonly metadata: MetadataStore;
  readonly lists: ListStore;
}

/**
 * The stores, with a span for what a request asks of them. That of a create request includes the wait for its batch: one
 * statement stores records of many requests, and belongs to none of them alone.
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
