import type { Operation, Parameter } from "../document/document.js";

/** How a list without `x-pagination` is read in pages, judged by the names of its parameters. */
export interface Paging {
  /** The most records of a page; undefined if a request cannot say. */
  readonly size?: Parameter;
  /** Where a page begins. */
  readonly start: Parameter;
  /** The value of the first page. */
  readonly first: number;
  /** Returns the value of the page after one with this many records. */
  next(value: number, records: number): number;
}

/** Names without case and separators: `PageSize`, `per_page`, `$skip`, `page[size]`. */
const SIZES = ["limit", "pagelimit", "perpage", "pagesize", "size", "itemsperpage", "maxresultcount", "take", "top"];
const OFFSETS = ["offset", "pageoffset", "skip", "skipcount"];
const PAGES = ["page", "pagenumber", "pageindex"];

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

/** Returns how a list is paged; undefined if that is unknown, for example with a cursor. */
export function pagingOf(list: Operation): Paging | undefined {
  const find = (names: readonly string[]) =>
    list.parameters.find(
      ({ in: place, name, schema }) =>
        place === "query" &&
        names.includes(name.replace(/[^A-Za-z0-9]/g, "").toLowerCase()) &&
        [schema.node.type].flat().includes("integer"),
    );
  const size = find(SIZES);
  const offset = find(OFFSETS);
  if (offset) return { ...(size && { size }), start: offset, first: 0, next: (value, records) => value + records };
  const page = find(PAGES);
  if (!page) return undefined;
  const first = [page.schema.node.default, page.schema.node.minimum].find((value) => typeof value === "number") ?? 1;
  return { ...(size && { size }), start: page, first, next: (value) => value + 1 };
}
