import { buildPage, windowOf } from "@metadata-service/server-rules";
import type { Collection } from "../lists/collection.js";
import type { ListStore } from "../storage/list-store.js";
import { sqlMoment } from "../storage/sql-moment.js";
import type { Handler } from "./handler.js";
import { filtersOf, listParameters, refuseUnknown } from "./list-parameters.js";

/** Any list operation: a page of its collection, in its own member names and its own page shape. */
export function listRecords(store: ListStore, collection: Collection): Handler {
  return async ({ operation, query, inTurn, url }) => {
    const pagination = operation.pagination;
    if (!pagination) throw new Error(`${operation.id} has no x-pagination`);
    const parameters = listParameters(operation);
    refuseUnknown(parameters.unknown, query);
    const [limit, offset] = [Number(query["limit"]), Number(query["offset"])];
    const { from, to } = windowOf(pagination, query);
    const { convert } = collection.showIn(operation);
    const { documents, total } = await store.page({
      collection: collection.name,
      limit,
      offset,
      updatedFrom: from && sqlMoment(from),
      updatedTo: to && sqlMoment(to),
      filters: filtersOf(parameters, query, { shown: pagination, kept: collection.kept.pagination ?? pagination }),
    });
    const length = documents.reduce((sum, document) => sum + document.length, 0);
    const records = await inTurn(length, () =>
      documents.map((document) => convert(JSON.parse(document) as Record<string, unknown>)),
    );
    return buildPage(pagination, { records, limit, offset, total, url: url() });
  };
}
