import { type Rules, Violation } from "@metadata-service/server-rules";
import { createByteBudget } from "../byte-budget.js";
import { type Collection, createCollection } from "../data/create-collection.js";
import type { CheckedRequest } from "../exchange.js";
import type { Drift } from "../scenarios/scenario.js";
import { MOST_RECORDS } from "../scenarios/scenario-schema.js";
import { createRecord, createRecordStore, createsRecord } from "./create-record.js";
import { listRecords } from "./list-records.js";
import { MOST_STORED_BYTES } from "./memory-full.js";

/** What the scenario changes about the memory. */
export interface MemoryMode {
  readonly size?: number;
  readonly clampLimit?: number;
  readonly drift?: Drift;
}

/** All that the mock remembers and makes up. */
export interface Memory {
  /**
   * The body of the success response; undefined for an operation that memory does not know.
   *
   * @param alone the mode for this request alone, where it asks for one
   * @throws Violation when the request cannot be carried out, for example for a uid that is taken
   */
  answer(request: CheckedRequest, alone?: MemoryMode): unknown;
  /**
   * The lists as they were at the start, in the size and with the drift of a scenario. Created records stay.
   *
   * @throws Violation when the lists are too long for its drift
   */
  relist(mode: MemoryMode): void;
  /** Indexes every list in advance, a piece at a time: requests are answered meanwhile. */
  prepare(onProgress: (done: number, total: number) => void): Promise<void>;
  /** Forgets the created records. */
  forget(): void;
  /** How many records each list has, and how many were created. */
  counts(): Record<string, number>;
}

/** Options of the memory. */
export interface MemoryOptions {
  readonly rules: Rules;
  /** How many records each list has. */
  readonly size: number;
  readonly seed: number;
  /** The template of the URL of a file, with `{id}` for its identifier. */
  fileUrl(request: CheckedRequest): string;
  /** Microseconds since 1970. */
  now(): number;
}

/** A memory for the operations of a spec: those with `x-pagination` list, those that take a uid and items create. */
export function createMemory({ rules, size, seed, fileUrl, now }: MemoryOptions): Memory {
  const store = createRecordStore(createByteBudget(MOST_STORED_BYTES));
  const collections = new Map<string, Collection>();
  const names = rules.operations.flatMap(({ pagination }) => (pagination ? [pagination.collection] : []));
  let mode: MemoryMode = {};
  let lists = 0;

  /** Drift goes through all rows before a page: a longer list, which only the user of the command can ask for, takes seconds. */
  function checkMode({ drift, size: wanted = size }: MemoryMode): void {
    if (drift && wanted > MOST_RECORDS)
      throw new Violation(`drift is for lists of at most ${MOST_RECORDS} records, and these have ${wanted}`);
  }

  function collectionOf(name: string, { size: wanted = size }: MemoryMode = mode): Collection {
    const key = JSON.stringify([name, wanted]);
    let collection = collections.get(key);
    if (!collection) {
      const operations = rules.operations.filter((operation) => operation.pagination?.collection === name);
      collection = createCollection(rules, operations, { name, size: wanted, seed });
      collections.set(key, collection);
    }
    return collection;
  }

  return {
    answer(request, alone) {
      const { pagination } = request.operation;
      if (pagination) {
        const { drift, clampLimit } = alone ?? mode;
        checkMode(alone ?? mode);
        const collection = collectionOf(pagination.collection, alone ?? mode);
        if (drift && (alone || ++lists % drift.every === 0)) collection.drift(drift);
        return listRecords(request, pagination, collection, clampLimit);
      }
      if (createsRecord(request.operation)) return createRecord(store, request, fileUrl(request), now);
      return undefined;
    },
    relist(next) {
      checkMode(next);
      mode = next;
      lists = 0;
      collections.clear();
    },
    async prepare(onProgress) {
      const lists = [...new Set(names)].map((name) => collectionOf(name));
      const total = lists.reduce((sum, list) => sum + list.count({}), 0);
      let done = 0;
      for (const list of lists)
        for (const count of list.index()) {
          done += count;
          onProgress(done, total);
          await new Promise((resolve) => setTimeout(resolve));
        }
    },
    forget: () => store.clear(),
    counts() {
      const lists = Object.fromEntries(names.map((name) => [name, collectionOf(name).count({})]));
      return { ...lists, created: store.size };
    },
  };
}
