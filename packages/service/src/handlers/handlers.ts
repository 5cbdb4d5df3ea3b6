import type { OperationRules, Rules } from "@metadata-service/server-rules";
import type { Collection } from "../lists/collection.js";
import type { Database } from "../storage/database.js";
import type { ListStore } from "../storage/list-store.js";
import type { MetadataStore } from "../storage/metadata-store.js";
import { createMetadata } from "./create-metadata.js";
import type { Handler } from "./handler.js";
import { listParameters } from "./list-parameters.js";
import { listRecords } from "./list-records.js";

/** The dependencies of the handlers. */
export interface HandlerParts {
  readonly db: Database;
  readonly metadata: MetadataStore;
  readonly lists: ListStore;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly fileUrl: string;
}

/** The hand-written handlers, by operationId. A new one needs a file in this folder and a line here. */
const BY_HAND: Readonly<Record<string, (parts: HandlerParts) => Handler>> = {
  createMetadata: ({ metadata, fileUrl }) => createMetadata(metadata, fileUrl),
};

/** The handlers for the operations of the spec. */
export interface Handlers {
  /** By operationId; an operation without a handler gets a 501. */
  readonly handlers: ReadonlyMap<string, Handler>;
  /** The parts of the spec that the service does not implement, in sentences for operators. */
  readonly notices: readonly string[];
}

/**
 * Returns the handler of each operation. A list operation needs no hand-written one: its `x-pagination` is sufficient,
 * and a query parameter with the name of a record field is a filter.
 */
export function createHandlers(rules: Rules, parts: HandlerParts): Handlers {
  const handlers = new Map<string, Handler>();
  for (const operation of rules.operations) {
    const collection = parts.collections.get(operation.pagination?.collection ?? "");
    const byHand = Object.hasOwn(BY_HAND, operation.id) ? BY_HAND[operation.id] : undefined;
    if (byHand) handlers.set(operation.id, byHand(parts));
    else if (collection && operation.method === "GET")
      handlers.set(operation.id, listRecords(parts.lists, collection, operation));
  }
  return { handlers, notices: [...withoutHandler(rules, handlers), ...withoutMeaning(rules, handlers)] };
}

function withoutHandler({ operations }: Rules, handlers: ReadonlyMap<string, Handler>): string[] {
  const missing = operations.filter(({ id }) => !handlers.has(id)).map(nameOf);
  if (missing.length === 0) return [];
  return [
    `These operations get a 501 because they have no handler: ${missing.join(", ")}; CONTRIBUTING.md explains how to write one`,
  ];
}

function withoutMeaning({ operations }: Rules, handlers: ReadonlyMap<string, Handler>): string[] {
  return operations.flatMap((operation) => {
    if (!operation.pagination || !handlers.has(operation.id) || Object.hasOwn(BY_HAND, operation.id)) return [];
    const { unknown } = listParameters(operation);
    const names = unknown.map(({ name }) => name);
    return names.length > 0
      ? [`${nameOf(operation)} does not implement ${names.join(", ")}; requests that use it get a 501`]
      : [];
  });
}

function nameOf({ id, method, path }: OperationRules): string {
  return `${id} (${method} ${path})`;
}
