import { access, rm } from "node:fs/promises";
import type { Item } from "../output/format-table.js";
import { findFile, namingFile } from "./find-place.js";
import { openWriter } from "./open-writer.js";
import { replaceFile } from "./part-file.js";
import type { RecordTable } from "./record-table.js";
import type { FileFormat } from "./record-writer.js";
import { openSyncStore, type SyncStore } from "./sync-store.js";
import { beginsAnew, type Target, type Tell } from "./target.js";

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Creates a file target that is replaced atomically. */
export function fileTarget(
  path: string,
  format: FileFormat,
  { table, identity, tell }: { table: RecordTable; identity: string; tell: Tell },
): Target {
  const replace = (batches: AsyncIterable<readonly Item[]>) =>
    replaceFile(path, async (part) => {
      const writer = await openWriter(format, part, table);
      try {
        for await (const records of batches) await writer.write(records);
        await writer.end();
      } catch (error) {
        await writer.abandon();
        throw error;
      }
    });
  let store: SyncStore | undefined;
  return {
    async replace(batches) {
      const state = `${path}.state`;
      if (!(await isThere(state))) return replace(batches);
      store = await namingFile(state, () => openSyncStore(state, identity));
      await replace(batches);
      await namingFile(state, () => rm(state));
      tell(beginsAnew(path));
    },
    /**
     * @param name the state file, which also contains the records, because the target file cannot be updated in place
     */
    async openSync(name) {
      await findFile(path);
      const state = await findFile(name);
      const opened = await namingFile(name, () => openSyncStore(state, identity));
      store = opened;
      return {
        checkpoint: opened.checkpoint,
        store: (records, checkpoint) => namingFile(name, () => opened.append(records, checkpoint)),
        async finish() {
          if (opened.hasChanged() || !(await isThere(path))) await replace(opened.records());
          await namingFile(name, () => opened.compact());
        },
      };
    },
    close: async () => store?.close(),
  };
}
