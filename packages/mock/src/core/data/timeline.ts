import { fraction, hash } from "./hash.js";

/** When the rows of a collection were created and last changed, in microseconds since 1970. */
export interface Timeline {
  createdAt(row: number): number;
  updatedAt(row: number): number;
}

/**
 * The data set covers the year before this moment, regardless of the clock, so the same seed gives the same records.
 */
const DATA_SET_END = Date.UTC(2026, 10, 21, 6, 15) * 1000;

const DAY = 86_400_000_000;
const SPAN = 365 * DAY;
/** The share of rows that were never changed after they were created. */
const UNTOUCHED = 0.4;
const LONGEST_LIFE = 60 * DAY;

/**
 * Spreads the rows over a year with some irregularity, oldest first. A row is last changed at most 60 days after its
 * creation.
 *
 * @param size the number of rows in the data set; further rows follow at intervals of one second
 */
export function createTimeline(seed: number, size: number): Timeline {
  const start = DATA_SET_END - SPAN;
  const step = size > 0 ? SPAN / (size + 1) : SPAN;
  const createdAt = (row: number) =>
    row < size
      ? Math.floor(start + (row + fraction(hash(seed, row, 1))) * step)
      : DATA_SET_END + (row - size + 1) * 1_000_000;
  return {
    createdAt,
    updatedAt(row) {
      const created = createdAt(row);
      if (row >= size || fraction(hash(seed, row, 2)) < UNTOUCHED) return created;
      const life = Math.min(LONGEST_LIFE, DATA_SET_END - created);
      return Math.floor(created + life * fraction(hash(seed, row, 3)) ** 2);
    },
  };
}
