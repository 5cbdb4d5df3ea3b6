import type { ByteBudget } from "../byte-budget.js";
import type { MemberKey } from "../data/record-members.js";
import { MemoryFull } from "./memory-full.js";

/** The values that a client sent, by the key of each field. */
export type RowContent = Readonly<Record<MemberKey, unknown>>;

/** The prefix of a field's key if no schema declares the field; its name follows. */
export const UNDECLARED = "=";

/** When a row was created and changed, in microseconds since 1970. */
export interface Moments {
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Whether the user supplied the row, so that its timestamps are returned as written. */
  readonly isPreset?: boolean;
}

/** The changes that clients made to a collection. They are kept when a scenario regenerates the lists. */
export interface StoredRows {
  /** The created rows, oldest first, and the deleted rows. */
  readonly added: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
  content(row: number): RowContent | undefined;
  moments(row: number): Moments | undefined;
  /** How many rows clients created, without the deleted ones and those of the user. */
  readonly created: number;
  /** Returns the stored row with an identity. */
  find(identity: string): number | undefined;
  /**
   * Stores the content of a row.
   *
   * @throws MemoryFull
   */
  put(row: number, content: RowContent, moments: Moments): void;
  nextRow(): number;
  /** The number of rows created since the last `clear`, including deleted ones. */
  readonly issued: number;
  /** @param anyIdentityExists whether any identity counts as existing, so that the deletion must be remembered */
  remove(row: number, identity: string | undefined, anyIdentityExists?: boolean): void;
  isRemoved(identity: string): boolean;
  /** Releases the reserved bytes. */
  clear(): void;
}

/** The first row number for rows created by clients; no list has as many generated rows. */
export const FIRST_ADDED = 1_000_000_000_000;
/** The approximate overhead of a row in bytes. */
const ROW_OVERHEAD = 512;

interface Stored extends Moments {
  readonly json: string;
}

/** @param budget the limit shared by everything stored */
export function createStoredRows(budget: ByteBudget): StoredRows {
  const rows = new Map<number, Stored>();
  const added = new Set<number>();
  const removed = new Set<number>();
  const byIdentity = new Map<string, number>();
  const gone = new Set<string>();
  let next = FIRST_ADDED;
  /** The next row number at the time of the last `clear`. */
  let first = next;
  const costOf = (stored: Stored | undefined) => (stored ? 2 * stored.json.length + ROW_OVERHEAD : 0);
  /** The most recently parsed row, because its fields are read one at a time. */
  let last: { readonly json: string; readonly content: RowContent } | undefined;
  const contentOf = (row: number): RowContent | undefined => {
    const json = rows.get(row)?.json;
    if (json === undefined) return undefined;
    if (last?.json !== json) last = { json, content: JSON.parse(json) };
    return last.content;
  };
  const forget = (row: number) => {
    budget.release(costOf(rows.get(row)));
    rows.delete(row);
  };

  return {
    added,
    removed,
    content: contentOf,
    moments: (row) => rows.get(row),
    get created() {
      return [...added].filter((row) => rows.get(row)?.isPreset !== true).length;
    },
    find: (identity) => byIdentity.get(identity),
    nextRow: () => next++,
    get issued() {
      return next - first;
    },
    put(row, content, moments) {
      const stored = { json: JSON.stringify(content), ...moments };
      if (!budget.take(costOf(stored))) throw new MemoryFull();
      forget(row);
      rows.set(row, stored);
      if (removed.delete(row)) budget.release(ROW_OVERHEAD);
      if (row >= FIRST_ADDED) added.add(row);
      const identity = content["@identity"];
      if (identity === undefined) return;
      byIdentity.set(String(identity), row);
      gone.delete(String(identity));
    },
    remove(row, identity, anyIdentityExists = row < FIRST_ADDED) {
      forget(row);
      if (!added.delete(row) || anyIdentityExists) {
        // A deleted row number also uses memory, so it counts against the limit.
        if (!budget.take(ROW_OVERHEAD)) throw new MemoryFull();
        removed.add(row);
      }
      if (identity === undefined) return;
      byIdentity.delete(identity);
      if (anyIdentityExists) gone.add(identity);
    },
    isRemoved: (identity) => gone.has(identity),
    clear() {
      budget.release(removed.size * ROW_OVERHEAD);
      for (const row of rows.keys()) forget(row);
      for (const one of [added, removed, byIdentity, gone]) one.clear();
      first = next;
    },
  };
}
