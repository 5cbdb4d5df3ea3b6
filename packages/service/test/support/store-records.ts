import type { ListWriter } from "../../src/storage/lists/list-writer.js";
import type { ListRecord, WrittenCounts } from "../../src/storage/records/record-batch.js";

/** Stores records in one batch. */
export function storeRecords(
  writer: ListWriter,
  collection: string,
  records: readonly ListRecord[],
): Promise<WrittenCounts> {
  const batch = writer.batch(collection);
  for (const record of records) batch.add(record);
  return batch.store();
}

/** Returns a writer that passes the records of each batch to a function instead of storing them. */
export function fakeWriter(onBatch: (records: readonly ListRecord[]) => void = () => {}): ListWriter {
  return {
    batch() {
      const records = new Map<string, ListRecord>();
      return {
        get size() {
          return records.size;
        },
        has: (uid) => records.has(uid),
        add(record) {
          const replaces = records.has(record.uid);
          records.set(record.uid, record);
          return replaces;
        },
        async store() {
          onBatch([...records.values()]);
          return { created: records.size, changed: 0, unchanged: 0 };
        },
      };
    },
    settle: async () => {},
  };
}
