import type { Query } from "../request/read-query.js";
import { Violation } from "../violation.js";
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
    if (typeof value !== "string") return undefined;
    try {
      return roundUp(parseInstant(value), DIGITS);
    } catch {
      // The schema of the parameter may have no format.
      throw new Violation(`${name} must be a date-time such as 2026-11-21T06:15:00Z`);
    }
  };
  return { from: read(pagination.updatedFrom), to: read(pagination.updatedTo) };
}
