import { buildPage, type Instant, windowOf } from "@metadata-service/server-rules";
import type { Collection } from "../data/create-collection.js";
import type { RowFilter } from "../data/match-rows.js";
import type { Present } from "../data/read-record.js";
import type { CheckedRequest } from "../exchange.js";
import { ignoredDetail } from "../resources/list-page.js";
import { readListQuery } from "../resources/list-query.js";
import type { OperationResult } from "../resources/operation-context.js";
import type { ResourceUse } from "../resources/resource-index.js";

/**
 * Returns the requested page of a list with `x-pagination`.
 *
 * @param page the highest limit that is applied, as set by the scenario, and how values are returned
 */
export function listRecords(
  { request, query, search, operation }: CheckedRequest,
  { use, view }: ResourceUse,
  collection: Collection,
  { clampLimit, present }: { readonly clampLimit: number; readonly present: Present | undefined },
): OperationResult | undefined {
  const { pagination } = operation;
  if (!pagination || !view) return undefined;
  const { updatedFrom, updatedTo } = pagination;
  const limit = Math.min(Number(query["limit"] ?? pagination.defaultLimit), clampLimit);
  const offset = Number(query["offset"] ?? 0);
  const own = new Set(["limit", "offset", updatedFrom, updatedTo]);
  const others = Object.fromEntries(Object.entries(query).filter(([name]) => !own.has(name)));
  const asked = readListQuery(view, use.query ?? {}, others, limit);
  const { from, to } = windowOf(pagination, query);
  const filter: RowFilter = {
    ...asked.filter,
    ...(from && { from: microseconds(from) }),
    ...(to && { to: microseconds(to) }),
  };
  const body = buildPage(pagination, {
    records: collection.read(view, filter, { offset, limit }, present),
    limit,
    offset,
    total: collection.count(filter),
    url: `${request.origin}${request.path}${search && `?${search}`}`,
  });
  return { body, ...ignoredDetail(asked.ignored) };
}

function microseconds({ seconds, fraction }: Instant): number {
  return seconds * 1_000_000 + Number(fraction.padEnd(6, "0"));
}
