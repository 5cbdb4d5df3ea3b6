import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { AdministrationError } from "../admin/administration.js";
import type { ImportCounts } from "../lists/import-records.js";
import { importProgress } from "./import-progress.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { createRejectFile, type FileIdentity, rejectPathFor } from "./reject-file.js";
import { withAdministration } from "./with-administration.js";

/**
 * Read at once: the reading of lines gives way to the storing of the last batch between two chunks, so small chunks keep
 * both cores busy where large ones would let the database wait.
 */
const READ_BYTES = 32 * 1024;

/**
 * `metadata-service import COLLECTION FILE`: stores what can be stored, and puts every line that cannot, with its number
 * and the reason, into a reject file.
 *
 * @returns 1 when a line was rejected
 */
export async function importCommand({ words, flags, settings }: CommandLine, io: CommandIo): Promise<number> {
  const [collection, file, ...more] = words;
  if (collection === undefined || file === undefined || more.length > 0)
    throw new UsageError("import takes purchase-orders|reports FILE.ndjson [--rejects FILE]");
  const fromStdin = file === "-";
  const source = fromStdin ? undefined : await sourceFile(file);
  const rejectPath = await rejectPathFor(flags["rejects"], {
    name: fromStdin ? undefined : file,
    identity: source ?? io.stdinFile(),
  });
  const progress = importProgress(io, source?.size);
  const rejects = createRejectFile(rejectPath, progress.say);
  try {
    const counts = await withAdministration(settings, (admin) =>
      admin.importRecords(collection, fromStdin ? io.stdin : createReadStream(file, { highWaterMark: READ_BYTES }), {
        onReject: rejects.add,
        onProgress: progress.show,
      }),
    );
    progress.end();
    io.err(`${summary(counts)}${rejects.summary()}\n`);
    return counts.rejected > 0 ? 1 : 0;
  } finally {
    progress.end();
    await rejects.close();
  }
}

/** How large a file is, and which one. */
async function sourceFile(file: string): Promise<FileIdentity & { readonly size: number }> {
  const source = await stat(file);
  if (source.isDirectory()) throw new AdministrationError(`${file} is a folder; import takes one file of lines`);
  return source;
}

function summary({ lines, created, changed, unchanged, repeated, rejected }: ImportCounts): string {
  const again = repeated > 0 ? `, ${repeated} given again further down` : "";
  return `${lines} records read: ${created} new, ${changed} changed, ${unchanged} as before${again}, ${rejected} rejected.`;
}
