import {
  formatTimestamp,
  type Item,
  type OperationRules,
  sameJson,
  toResponseItems,
  uidTaken,
} from "@metadata-service/server-rules";
import type { CheckedRequest } from "../exchange.js";

/** A metadata record as it is kept: as it was sent, with the moment in microseconds since 1970. */
export interface StoredRecord {
  readonly items: readonly Item[];
  readonly createdAt: number;
}

/** The records that were created: by operation and path parameters, then by uid. */
export type RecordStore = Map<string, Map<string, StoredRecord>>;

/** Tells whether an operation creates a metadata record: a POST of a uid and items that answers 201. */
export function createsRecord({ method, body, successStatus }: OperationRules): boolean {
  const required = body?.schema.required ?? [];
  return method === "POST" && successStatus === 201 && ["uid", "items"].every((name) => required.includes(name));
}

/**
 * Stores a record and gives the answer: the record in its response shapes. A uid that is there already with the same
 * items gives the record stored first (decision 0005).
 *
 * @param fileUrl the template of the URL of a file
 * @param now microseconds since 1970
 * @throws Violation when the uid is there with other items
 */
export function createRecord(
  store: RecordStore,
  { operation, path, body }: CheckedRequest,
  fileUrl: string,
  now: () => number,
): unknown {
  const { uid, items } = body as { uid: string; items: Item[] };
  const space = JSON.stringify([operation.id, path]);
  const records = store.get(space) ?? new Map<string, StoredRecord>();
  store.set(space, records);
  const known = records.get(uid);
  if (known && !sameJson(known.items, items)) throw uidTaken(uid);
  const record = known ?? { items, createdAt: now() };
  if (!known) records.set(uid, record);
  const milliseconds = Math.floor(record.createdAt / 1000);
  const timestamp = formatTimestamp(milliseconds, record.createdAt - milliseconds * 1000);
  return {
    data: { uid, items: toResponseItems(record.items, fileUrl), createdDate: timestamp, updatedDate: timestamp },
  };
}
