import type { Query } from "../request/read-query.js";
import { compareInstants, type Instant, parseInstant } from "./instant.js";
import type { PaginationRules } from "./pagination-rules.js";

/** The window by updated date: from inclusive, to exclusive, so that windows tile (decision 0007). */
export interface Window {
  readonly from?: Instant;
  readonly to?: Instant;
}

/** The window that a query asks for; undefined where it asks for none. */
export function windowOf(pagination: PaginationRules, query: Query): Window | undefined {
  const read = (name: string | undefined) => {
    const value = name === undefined ? undefined : query[name];
    return typeof value === "string" ? parseInstant(value) : undefined;
  };
  const from = read(pagination.updatedFrom);
  const to = read(pagination.updatedTo);
  return from || to ? { from, to } : undefined;
}

/** Tells whether a moment is in the window. */
export function inWindow({ from, to }: Window, updatedAt: Instant): boolean {
  return (!from || compareInstants(updatedAt, from) >= 0) && (!to || compareInstants(updatedAt, to) < 0);
}
