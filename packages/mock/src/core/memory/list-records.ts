import {
  buildPage,
  type Instant,
  memberKey,
  type OperationRules,
  type PaginationRules,
  type Query,
  windowOf,
} from "@metadata-service/server-rules";
import type { Collection } from "../data/create-collection.js";
import type { RowFilter } from "../data/match-rows.js";
import type { MemberKey } from "../data/record-members.js";
import type { CheckedRequest } from "../exchange.js";

/**
 * The page of a collection that a request asks for.
 *
 * @param clampLimit the highest limit that is applied, in the scenario that clamps
 */
export function listRecords(
  { request, query, operation }: CheckedRequest,
  pagination: PaginationRules,
  collection: Collection,
  clampLimit = Number.POSITIVE_INFINITY,
): unknown {
  const limit = Math.min(Number(query["limit"] ?? pagination.defaultLimit), clampLimit);
  const offset = Number(query["offset"] ?? 0);
  const filter = filterOf(operation, pagination, query);
  return buildPage(pagination, {
    records: collection.read(pagination, filter, offset, limit),
    limit,
    offset,
    total: collection.count(filter),
    url: `${request.origin}${request.path}${request.search && `?${request.search}`}`,
  });
}

/** The window by updated date, and every other query parameter that is named like a member of the records. */
function filterOf(operation: OperationRules, pagination: PaginationRules, query: Query): RowFilter {
  const { from, to } = windowOf(pagination, query);
  const own = ["limit", "offset", pagination.updatedFrom, pagination.updatedTo];
  const equal: Record<MemberKey, unknown> = {};
  for (const { name, in: place } of operation.parameters)
    if (place === "query" && !own.includes(name) && query[name] !== undefined)
      equal[memberKey(pagination, name)] = query[name];
  return {
    ...(from && { from: microseconds(from) }),
    ...(to && { to: microseconds(to) }),
    ...(Object.keys(equal).length > 0 && { equal }),
  };
}

function microseconds({ seconds, fraction }: Instant): number {
  return seconds * 1_000_000 + Number(fraction.padEnd(6, "0"));
}
