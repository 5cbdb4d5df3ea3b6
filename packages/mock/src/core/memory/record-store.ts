import type { ByteBudget } from "../byte-budget.js";
import { MemoryFull } from "./memory-full.js";

/** A stored metadata record, with its creation time in microseconds since 1970. */
export interface StoredRecord {
  /** The items as JSON, because parsed values would use many times the memory that is counted. */
  readonly json: string;
  readonly createdAt: number;
}

/** The metadata records that were created. */
export interface RecordStore {
  readonly size: number;
  get(space: string, uid: string): StoredRecord | undefined;
  /** @throws MemoryFull */
  add(space: string, uid: string, record: StoredRecord): void;
  clear(): void;
}

/** The approximate overhead of a record in bytes. */
const RECORD_OVERHEAD = 256;

/** @param budget the limit shared by everything stored */
export function createRecordStore(budget: ByteBudget): RecordStore {
  const records = new Map<string, StoredRecord>();
  let bytes = 0;
  return {
    get size() {
      return records.size;
    },
    get: (space, uid) => records.get(JSON.stringify([space, uid])),
    add(space, uid, record) {
      const key = JSON.stringify([space, uid]);
      // JavaScript uses two bytes per character for text outside Latin-1, so always count two.
      const cost = 2 * (key.length + record.json.length) + RECORD_OVERHEAD;
      if (!budget.take(cost)) throw new MemoryFull();
      bytes += cost;
      records.set(key, record);
    },
    clear() {
      records.clear();
      budget.release(bytes);
      bytes = 0;
    },
  };
}
