import {
  type Located,
  propertiesOf,
  type QueryUse,
  type SchemaObject,
  successResponse,
} from "@metadata-service/spec-tools";
import type { Collection } from "../data/create-collection.js";
import type { RowFilter } from "../data/match-rows.js";
import type { CheckedRequest } from "../exchange.js";
import { wrapRecords } from "./envelope.js";
import { type ListQuery, readListQuery } from "./list-query.js";
import type { OperationResult, ResourceContext } from "./operation-context.js";
import { type PageFacts, plainName } from "./page-facts.js";
import type { ResourceUse } from "./resource-index.js";

/** The page size if the spec has no limit parameter. */
const DEFAULT_LIMIT = 100;

/** Returns a page of a list without `x-pagination`; undefined if its schema allows none with the records. */
export function listPage(
  context: ResourceContext,
  { use, model, view }: ResourceUse,
  request: CheckedRequest,
): OperationResult | undefined {
  if (!use.response || !view) return undefined;
  const { collection, maker } = context;
  // Without a paging parameter, all records must be on the first page, because there is no other way to read them.
  const isPaged = Object.values(use.query ?? {}).some((one) => ["limit", "offset", "page"].includes(one.use));
  const asked = readListQuery(view, use.query ?? {}, sentLast(request), isPaged ? DEFAULT_LIMIT : collection.count({}));
  const conditions = Object.entries(context.scope).map(([key, value]) => ({ key, compare: "equal", value }) as const);
  const all = [...conditions, ...(asked.filter.conditions ?? [])];
  const filter = { ...asked.filter, ...(all.length > 0 && { conditions: all }) };
  const limit = Math.min(asked.limit ?? DEFAULT_LIMIT, context.clampLimit);
  const place = placeOf(asked, collection, filter);
  // A schema without a minimum allows a place before the first record.
  const offset = Math.max(0, place);
  const records = collection.read(view, filter, { offset, limit }, context.typed?.present);
  const page = {
    total: collection.count(filter),
    limit,
    offset: place,
    count: records.length,
    ...pageLinks(use.query ?? {}, request, limit),
  };
  const body = wrapRecords(maker, model, use.response, records, page);
  const schema = successResponse(model)?.content.find(({ mediaType }) => mediaType === use.response?.mediaType)?.schema;
  // The schema may allow fewer records than there are, or say more about them than that they are records.
  const others = { facts: { page: { ...page, url: urlOf(request) } }, ...ignoredDetail(asked.ignored) };
  if (!schema || maker.fits(schema.pointer, body)) return { body, ...others };
  const most = arrayAt(maker.document, schema, use.response.at)?.node.maxItems ?? 0;
  const fewer = wrapRecords(maker, model, use.response, records.slice(0, most), { ...page, count: most });
  return maker.fits(schema.pointer, fewer) ? { body: fewer, ...others } : undefined;
}

/** Returns the query with what was sent after the defaults: of two parameters that mean the same, the one that was sent counts. */
function sentLast({ query, search }: CheckedRequest): CheckedRequest["query"] {
  const sent = new URLSearchParams(search);
  const [given, defaults] = [true, false].map((isSent) =>
    Object.entries(query).filter(([name]) => sent.has(name) === isSent),
  ) as [[string, unknown][], [string, unknown][]];
  return Object.fromEntries([...defaults, ...given]);
}

/** The place of the first record of a page: behind the record that the request names, if there is one. */
function placeOf({ after, offset }: ListQuery, collection: Collection, filter: RowFilter): number {
  const before = after === undefined ? -1 : collection.placeOf(after, filter);
  return before < 0 ? offset : before + 1;
}

/** Returns the schema of the array of records in a page. */
function arrayAt(
  document: object,
  page: Located<SchemaObject>,
  at: readonly string[],
): Located<SchemaObject> | undefined {
  return at.reduce<Located<SchemaObject> | undefined>(
    (place, name) => place && propertiesOf(document, place).get(name),
    page,
  );
}

/** How the pages of a list are numbered, and the links to them. */
function pageLinks(
  uses: Readonly<Record<string, QueryUse>>,
  { request, search }: CheckedRequest,
  limit: number,
): Pick<PageFacts, "firstPage" | "cursors" | "linkTo"> {
  const all = Object.entries(uses);
  const nameOf = (wanted: string) => all.find(([, { use }]) => use === wanted)?.[0];
  const page = all.flatMap(([name, use]) => (use.use === "page" ? [{ name, first: use.first }] : []))[0];
  const [offsetName, cursorName] = [nameOf("offset"), nameOf("cursor") ?? nameOf("after")];
  return {
    ...(page && { firstPage: page.first }),
    cursors: all.flatMap(([name, { use }]) => (use === "cursor" || use === "after" ? [plainName(name)] : [])),
    linkTo(offset, as) {
      if (as === "cursor") return cursorName === undefined ? undefined : String(offset);
      const [name, value] =
        offsetName !== undefined
          ? [offsetName, offset]
          : page
            ? [page.name, Math.floor(offset / Math.max(limit, 1)) + page.first]
            : [cursorName, offset];
      if (name === undefined) return undefined;
      const query = new URLSearchParams(search);
      query.set(name, String(value));
      return `${request.origin}${request.path}?${query}`;
    },
  };
}

/** Returns the URL of a request, which the links of a page repeat. */
export const urlOf = ({ request, search }: CheckedRequest): string =>
  `${request.origin}${request.path}${search && `?${search}`}`;

/** Describes the query parameters that were ignored. */
export function ignoredDetail(names: readonly string[]): { detail?: string } {
  return names.length > 0 ? { detail: `not interpreted: ${names.join(", ")}` } : {};
}
