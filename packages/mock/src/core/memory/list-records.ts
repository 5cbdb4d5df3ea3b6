import { buildPage, type Instant, windowOf } from "@metadata-service/server-rules";
import type { Collection } from "../data/create-collection.js";
import type { RowFilter } from "../data/match-rows.js";
import type { Present } from "../data/read-record.js";
import type { CheckedRequest } from "../exchange.js";
import { ignoredDetail, urlOf } from "../resources/list-page.js";
import { readListQuery } from "../resources/list-query.js";
import type { OperationResult } from "../resources/operation-context.js";
import type { ResourceUse } from "../resources/resource-index.js";

/**
 * Returns the requested page of a list with `x-pagination`.
 *
 * @param page the highest limit that is applied, as set by the scenario, and how values are returned
 */
export function listRecords(
  request: CheckedRequest,
  { use, view }: ResourceUse,
  collection: Collection,
  { clampLimit, present }: { readonly clampLimit: number; readonly present: Present | undefined },
): OperationResult | undefined {
  const { query, operation } = request;
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
  const [total, url] = [collection.count(filter), urlOf(request)];
  const body = buildPage(pagination, {
    records: collection.read(view, filter, { offset, limit }, present),
    limit,
    offset,
    total,
    url,
  });
  return { body, facts: { page: { limit, offset, total, url } }, ...ignoredDetail(asked.ignored) };
}

function microseconds({ seconds, fraction }: Instant): number {
  return seconds * 1_000_000 + Number(fraction.padEnd(6, "0"));
}
