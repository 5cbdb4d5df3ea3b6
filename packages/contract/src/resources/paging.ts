import { jsonSuccessOf, type Operation, type Parameter } from "../document/document.js";
import { isRecord } from "../lib/objects.js";
import { plainName } from "../lib/plain-name.js";
import { flatten } from "../values/flatten.js";

/** How a list without `x-pagination` is read in pages, judged by the names of its parameters. */
export interface Paging {
  /** The most records of a page; undefined if a request cannot say. */
  readonly size?: Parameter;
  /** Where a page begins. */
  readonly start: Parameter;
  /** The value of the first page; undefined if it has none. */
  readonly first: number | undefined;
  /** Returns the value of the page after one with this many records and this body; undefined if that is the last one. */
  next(value: number | string | undefined, records: number, body: unknown): number | string | undefined;
}

/** Returns the query of a page. */
export const pageQuery = ({ start, size }: Paging, records: number | undefined, value: number | string | undefined) => [
  ...(size && records !== undefined ? [[size.name, String(records)] as [string, string]] : []),
  ...(value === undefined ? [] : [[start.name, String(value)] as [string, string]]),
];

/** Names without case and separators: `PageSize`, `per_page`, `$skip`, `page[size]`. */
const SIZES = ["limit", "pagelimit", "perpage", "pagesize", "size", "itemsperpage", "maxresultcount", "take", "top"];
const OFFSETS = ["offset", "pageoffset", "skip", "skipcount"];
const PAGES = ["page", "pagenumber", "pageindex"];
const CURSORS = ["cursor", "nextcursor", "pagecursor", "pagetoken", "nextpagetoken", "nexttoken", "continuationtoken"];
/** Names of the field with the cursor of the next page, beside the records or in an object there. */
const NEXT = /^(next(page)?(cursor|token)?|continuationtoken|endcursor)$/;

/** Words in the names of parameters for paging. */
const WORDS = new Set(
  "page cursor per size after before first last top skip take start marker limit offset pagetoken perpage pagesize".split(
    " ",
  ),
);

/** Whether a list has parameters that look like paging, so that a response may contain only a part of its records. */
export const mayBePaged = (list: Operation): boolean =>
  list.parameters.some(({ in: place, name }) => place === "query" && wordsOf(name).some((word) => WORDS.has(word)));

/** `PageSize` -> `page`, `size`. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);

/** Returns how a list is paged; undefined if that is unknown. */
export function pagingOf(list: Operation): Paging | undefined {
  const find = (names: readonly string[], type = "integer") =>
    list.parameters.find(
      ({ in: place, name, schema }) =>
        place === "query" && names.includes(plainName(name)) && [schema.node.type].flat().includes(type),
    );
  const size = find(SIZES);
  const sized = size && { size };
  const offset = find(OFFSETS);
  if (offset) return { ...sized, start: offset, first: 0, next: (value, records) => Number(value) + records };
  const page = find(PAGES);
  const first = [page?.schema.node.default, page?.schema.node.minimum].find((value) => typeof value === "number") ?? 1;
  if (page) return { ...sized, start: page, first, next: (value) => Number(value) + 1 };
  const cursor = find(CURSORS, "string");
  if (!cursor || !describesNext(list)) return undefined;
  const next = (_: unknown, __: number, body: unknown) => cursorIn(body, cursor.name);
  return { ...sized, start: cursor, first: undefined, next };
}

/** Whether a page shows the cursor of the next one. */
function describesNext(list: Operation): boolean {
  const fieldsOf = (schema: object) => Object.entries(flatten(list.document, schema).properties ?? {});
  const fields = fieldsOf(jsonSuccessOf(list)?.schema?.node ?? {});
  return [...fields, ...fields.flatMap(([, schema]) => fieldsOf(schema))].some(([name]) => NEXT.test(plainName(name)));
}

/** Returns the cursor of the next page, which may be part of its URL. */
function cursorIn(body: unknown, parameter: string, depth = 1): string | undefined {
  if (!isRecord(body)) return undefined;
  const text = Object.entries(body).find(
    ([name, value]) => NEXT.test(plainName(name)) && typeof value === "string",
  )?.[1];
  if (typeof text === "string" && /^(https?:|\/|\?)/.test(text) && URL.canParse(text, "http://localhost"))
    return new URL(text, "http://localhost").searchParams.get(parameter) ?? undefined;
  if (typeof text === "string" && text !== "") return text;
  if (depth === 0) return undefined;
  return Object.values(body)
    .map((value) => cursorIn(value, parameter, depth - 1))
    .find((found) => found !== undefined);
}
