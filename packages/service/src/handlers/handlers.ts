import type { Rules } from "@metadata-service/server-rules";
import type { Collection } from "../lists/collection.js";
import type { ListStore } from "../storage/list-store.js";
import type { MetadataStore } from "../storage/metadata-store.js";
import { createMetadata } from "./create-metadata.js";
import type { Handler } from "./handler.js";
import { listRecords } from "./list-records.js";

/** What the handlers work on. */
export interface HandlerParts {
  readonly metadata: MetadataStore;
  readonly lists: ListStore;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly fileUrl: string;
}

/**
 * The handler of each operation by operationId. A list operation needs nothing of its own: its `x-pagination` says it
 * all.
 *
 * @throws Error when an operation of the document has no handler
 */
export function createHandlers(rules: Rules, parts: HandlerParts): ReadonlyMap<string, Handler> {
  const handlers = new Map<string, Handler>([["createMetadata", createMetadata(parts.metadata, parts.fileUrl)]]);
  for (const operation of rules.operations) {
    const collection = parts.collections.get(operation.pagination?.collection ?? "");
    if (collection) handlers.set(operation.id, listRecords(parts.lists, collection));
    if (!handlers.has(operation.id)) throw new Error(`The operation ${operation.id} of the spec has no handler`);
  }
  return handlers;
}
