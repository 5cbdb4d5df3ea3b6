import { type Item, uidTaken } from "@metadata-service/server-rules";
import type { MetadataStore } from "../storage/metadata-store.js";
import type { Handler } from "./handler.js";

/**
 * `createMetadata`: stores a record exactly once (decision 0005).
 *
 * @param fileUrl the template of file URLs (decision 0011)
 */
export function createMetadata(store: MetadataStore, fileUrl: string): Handler {
  return async ({ operation, path, body }) => {
    const { uid, items } = body as { uid: string; items: Item[] };
    const namespace = String(path["namespace"]);
    const { isSame, createdDate, updatedDate } = await store.create(namespace, uid, items);
    if (!isSame) throw uidTaken(uid);
    return { data: { uid, items: operation.body?.toResponseItems(items, fileUrl), createdDate, updatedDate } };
  };
}
