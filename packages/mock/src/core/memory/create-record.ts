import {
  formatTimestamp,
  type Item,
  type OperationRules,
  sameJson,
  toResponseItems,
  uidTaken,
} from "@metadata-service/server-rules";
import type { CheckedRequest } from "../exchange.js";
import type { RecordStore } from "./record-store.js";

/** Returns whether an operation creates a metadata record: a POST that requires `uid` and `items` and returns a 201. */
export function createsRecord({ method, body, successStatus }: OperationRules): boolean {
  const required = body?.schema.required ?? [];
  return method === "POST" && successStatus === 201 && ["uid", "items"].every((name) => required.includes(name));
}

/**
 * Stores a record and returns it in its response format. If the uid exists with the same items, returns the stored
 * record (decision 0005).
 *
 * @param fileUrl the template of the URL of a file
 * @param now microseconds since 1970
 * @throws Violation if the uid exists with different items
 * @throws MemoryFull
 */
export function createRecord(
  store: RecordStore,
  { operation, path, body }: CheckedRequest,
  fileUrl: string,
  now: () => number,
): unknown {
  const { uid, items } = body as { uid: string; items: Item[] };
  const space = JSON.stringify([operation.id, path]);
  const known = store.get(space, uid);
  const kept: Item[] = known ? JSON.parse(known.json) : items;
  if (!sameJson(kept, items)) throw uidTaken(uid);
  const record = known ?? { json: JSON.stringify(items), createdAt: now() };
  if (!known) store.add(space, uid, record);
  const milliseconds = Math.floor(record.createdAt / 1000);
  const timestamp = formatTimestamp(milliseconds, record.createdAt - milliseconds * 1000);
  return {
    data: { uid, items: toResponseItems(kept, fileUrl), createdDate: timestamp, updatedDate: timestamp },
  };
}
