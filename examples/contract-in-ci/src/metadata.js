import { isDeepStrictEqual } from "node:util";
import { demand } from "./refusal.js";
import { timestamp } from "./times.js";

const NAMESPACES = ["analytics", "inspection"];

/** Stores records in memory. A repeated create request returns the stored record, so retries are safe. */
export function createStore() {
  const stored = new Map(NAMESPACES.map((namespace) => [namespace, new Map()]));
  return {
    /** @param fileUrl returns the URL of a file */
    create(namespace, { uid, items }, fileUrl) {
      const records = stored.get(namespace);
      const known = records.get(uid);
      demand(!known || isDeepStrictEqual(known.items, items), `uid ${uid} already exists with other items`);
      const record = known ?? { items, createdDate: timestamp(new Date()) };
      records.set(uid, record);
      const { createdDate } = record;
      return {
        uid,
        items: record.items.map((item) => toResponse(item, fileUrl)),
        createdDate,
        updatedDate: createdDate,
      };
    },
  };
}

export function readNamespace(namespace) {
  demand(NAMESPACES.includes(namespace), `namespace must be one of ${NAMESPACES.join(", ")}`);
  return namespace;
}

/** Converts an item for a response: a file to its URL, and each item of an object-array to an array. */
function toResponse(item, fileUrl) {
  const { key, type, value } = item;
  if (type === "file") return { key, type, value: fileUrl(value) };
  if (type === "object") return { key, type, value: value.map((inner) => toResponse(inner, fileUrl)) };
  if (type === "object-array") return { key, type, value: value.map((inner) => [toResponse(inner, fileUrl)]) };
  return item;
}
