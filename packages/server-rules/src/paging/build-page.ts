import type { PaginationObject } from "@metadata-service/spec-tools";

export interface PageParts {
  /** The records of this page, in the field names of the operation. */
  readonly records: readonly unknown[];
  readonly limit: number;
  readonly offset: number;
  /** How many records match, over all pages. */
  readonly total: number;
  /** The absolute URL of the request; `next` and `previous` are the same URL with another offset. */
  readonly url: string;
}

/** The field of a page that contains its records; undefined if the page itself is the array. */
export function recordsField({ shape, records = "data" }: PaginationObject): string | undefined {
  return shape === "array" ? undefined : records;
}

/** Builds the body of a page in the page shape of its operation. */
export function buildPage(pagination: PaginationObject, parts: PageParts): object {
  const { records, limit, offset, total } = parts;
  switch (pagination.shape) {
    case "array":
      return records;
    case "standard":
      return { [pagination.records ?? "data"]: records, limit, offset, [pagination.total ?? "total"]: total };
    case "linked":
      return {
        [pagination.total ?? "count"]: total,
        next: offset + limit < total ? pageUrl(parts, offset + limit) : null,
        previous: offset > 0 ? pageUrl(parts, Math.max(0, offset - limit)) : null,
        [pagination.records ?? "data"]: records,
      };
  }
}

/** Characters that callers send in a query and servers accept, but that no URI has (RFC 3986, section 3.4). */
const NOT_IN_URI = /[^\w\-.~!$&'()*+,;=:@/?%]/g;

/** Returns the URL of the same request at another offset, with its filters unchanged, byte for byte if they are a URI. */
export function pageUrl({ url, limit }: Pick<PageParts, "url" | "limit">, offset: number): string {
  const [address = "", ...search] = url.split("?");
  const query = search.join("?").replace(NOT_IN_URI, encodeURIComponent);
  return `${address}?${withPair(withPair(query, "limit", limit), "offset", offset)}`;
}

/** Sets a parameter of a query, in its place if the query has it. Its name may be written with percent-encoding. */
function withPair(query: string, name: string, value: number): string {
  const pairs = query === "" ? [] : query.split("&");
  // Without a leading &, a question mark would be removed.
  const isNamed = (pair: string) => new URLSearchParams(`&${pair}`).has(name);
  const place = pairs.findIndex(isNamed);
  const others = pairs.filter((pair) => !isNamed(pair));
  others.splice(place < 0 ? others.length : place, 0, `${name}=${value}`);
  return others.join("&");
}
