import { access } from "node:fs/promises";
import type { Item } from "../output/format-table.js";
import { openWriter } from "./open-writer.js";
import { beginPart } from "./part-file.js";
import type { RecordTable } from "./record-table.js";
import type { FileFormat, RecordWriter } from "./record-writer.js";
import { openSyncStore, type SyncStore } from "./sync-store.js";
import type { Target } from "./target.js";

/** Creates a file target that is replaced atomically. */
export function fileTarget(path: string, format: FileFormat, table: RecordTable): Target {
  async function replace(batches: AsyncIterable<readonly Item[]>): Promise<void> {
    const part = await beginPart(path);
    let writer: RecordWriter | undefined;
    try {
      writer = await openWriter(format, part.path, table);
      for await (const records of batches) await writer.write(records);
      await writer.end();
      await part.complete();
    } catch (error) {
      await writer?.abandon();
      await part.discard();
      throw error;
    }
  }
  let store: SyncStore | undefined;
  return {
    replace,
    /**
     * @param name the state file, which also contains the records, because the target file cannot be updated in place
     */
    async openSync(name) {
      const opened = await openSyncStore(name, table.identity);
      store = opened;
      return {
        checkpoint: opened.checkpoint,
        store: opened.append,
        async finish() {
          const isThere = await access(path).then(
            () => true,
            () => false,
          );
          if (opened.hasChanged() || !isThere) await replace(opened.records());
          await opened.compact();
        },
      };
    },
    close: async () => store?.close(),
  };
}
