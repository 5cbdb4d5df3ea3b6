import type { Query } from "../request/read-query.js";
import { type Instant, parseInstant, roundUp } from "./instant.js";
import type { PaginationRules } from "./pagination-rules.js";

/** The number of fraction digits in update timestamps (decision 0007). */
const DIGITS = 6;

/**
 * A window of update times. `from` is inclusive and `to` is exclusive, so that consecutive windows do not overlap
 * (decision 0007).
 */
export interface Window {
  readonly from?: Instant;
  readonly to?: Instant;
}

/**
 * Returns the window in a query. A bound between two microseconds is rounded up; this selects the same records,
 * because stored dates have whole microseconds.
 */
export function windowOf(pagination: PaginationRules, query: Query): Window {
  const read = (name: string | undefined) => {
    const value = name === undefined ? undefined : query[name];
    return typeof value === "string" ? roundUp(parseInstant(value), DIGITS) : undefined;
  };
  return { from: read(pagination.updatedFrom), to: read(pagination.updatedTo) };
}
