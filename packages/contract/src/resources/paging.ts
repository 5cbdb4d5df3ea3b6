import type { Operation, Parameter } from "../document.js";

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

const SIZES = ["limit", "per_page", "perPage", "page_size", "pageSize", "size", "page[size]", "page[limit]"];
const OFFSETS = ["offset", "skip", "page[offset]"];
const PAGES = ["page", "page_number", "pageNumber", "page[number]"];

/** Returns how a list is paged; undefined if that is unknown, for example with a cursor. */
export function pagingOf(list: Operation): Paging | undefined {
  const find = (names: readonly string[]) =>
    list.parameters.find(
      ({ in: place, name, schema }) =>
        place === "query" && names.includes(name) && [schema.node.type].flat().includes("integer"),
    );
  const size = find(SIZES);
  const offset = find(OFFSETS);
  if (offset) return { ...(size && { size }), start: offset, first: 0, next: (value, records) => value + records };
  const page = find(PAGES);
  if (!page) return undefined;
  const first = [page.schema.node.default, page.schema.node.minimum].find((value) => typeof value === "number") ?? 1;
  return { ...(size && { size }), start: page, first, next: (value) => value + 1 };
}
