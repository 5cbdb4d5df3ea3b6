import type { Item } from "../output/format-table.js";

/** Receives a sentence for the user that is no error. */
export type Tell = (sentence: string) => void;

/** Says that a pull has replaced the records of a sync, whose checkpoint therefore says nothing about them any more. */
export const beginsAnew = (target: string): string =>
  `The pull replaced the records of a sync; the next sync into ${target} begins anew.`;

/** Where records are written. */
export interface Target {
  /** Replaces all records atomically; until it resolves, the target is unchanged. */
  replace(batches: AsyncIterable<readonly Item[]>): Promise<void>;
  /** Begins a sync, or continues one. */
  openSync(name: string): Promise<SyncTarget>;
  close(): Promise<void>;
}

export interface SyncTarget {
  /** The checkpoint that was stored with the last records; undefined for the first sync. */
  readonly checkpoint: string | undefined;
  /** Stores records and their checkpoint atomically. A record replaces the one with the same identity. */
  store(records: readonly Item[], checkpoint: string): Promise<void>;
  /** Completes the sync. Call it when everything is stored. */
  finish(): Promise<void>;
}
