import { isFull } from "./database-failure.js";

/** The time for which a disk counts as full after the last failed write, in ms. */
const STAYS_FULL = 5_000;

/** Remembers whether the disk of the database is full. */
export interface Room {
  /** Runs a write. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  /** Throws the failure if a write found no room in the last few seconds. */
  check(): void;
}

/**
 * On a full disk, a probe that writes one small row may succeed repeatedly, because there is room in an existing page,
 * while create requests fail. Therefore, their failures count as well.
 *
 * @param now a monotonic clock, in ms
 */
export function watchRoom(now: () => number): Room {
  let last: { readonly error: Error; readonly at: number } | undefined;
  return {
    async watch(work) {
      try {
        return await work();
      } catch (error) {
        if (isFull(error)) last = { error: error as Error, at: now() };
        throw error;
      }
    },
    check() {
      if (last && now() - last.at < STAYS_FULL) throw last.error;
    },
  };
}
