import { isFull } from "./database-failure.js";

/** The time for which a disk counts as full after the last failed write, in ms. */
const STAYS_FULL = 5_000;

/** Remembers whether the disk of the database is full. */
export interface DiskWatch {
  /** Runs a write, and records whether it failed because the disk is full. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  /** Throws the error of the last such write if it happened in the last few seconds. */
  check(): void;
}

/**
 * Watches the writes. A probe that writes one small row may still succeed on a full disk, because there is space in an
 * existing page. Therefore, failed create requests count as well.
 *
 * @param now a monotonic clock, in ms
 */
export function watchDisk(now: () => number): DiskWatch {
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
