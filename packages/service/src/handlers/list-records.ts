import { buildPage } from "@metadata-service/server-rules";
import type { Collection } from "../lists/collection.js";
import type { ListStore } from "../storage/list-store.js";
import { sqlMoment } from "../storage/sql-moment.js";
import type { CheckedRequest, Handler } from "./handler.js";

/** Any list operation: a page of its collection, in its own member names and its own page shape. */
export function listRecords(store: ListStore, collection: Collection): Handler {
  return async ({ operation, query, url }) => {
    const pagination = operation.pagination;
    if (!pagination) throw new Error(`${operation.id} has no x-pagination`);
    const [limit, offset] = [Number(query["limit"]), Number(query["offset"])];
    const { documents, total } = await store.page({
      collection: collection.name,
      limit,
      offset,
      updatedFrom: momentOf(query, pagination.updatedFrom),
      updatedTo: momentOf(query, pagination.updatedTo),
    });
    const show = collection.showIn(operation);
    const records = documents.map((document) => show(JSON.parse(document) as Record<string, unknown>));
    return buildPage(pagination, { records, limit, offset, total, url: url() });
  };
}

function momentOf(query: CheckedRequest["query"], name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : query[name];
  return typeof value === "string" ? sqlMoment(value) : undefined;
}
