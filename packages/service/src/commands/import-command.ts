import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { AdministrationError } from "../admin/administration.js";
import type { ImportCounts, Reject } from "../lists/import-records.js";
import { importProgress } from "./import-progress.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { withAdministration } from "./with-administration.js";

/**
 * Read at once: the reading of lines gives way to the storing of the last batch between two chunks, so small chunks keep
 * both cores busy where large ones would let the database wait.
 */
const READ_BYTES = 32 * 1024;

/** Of so many rejects the reason is shown; the rest are in the reject file only. */
const SHOWN_REJECTS = 10;

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
  const rejectPath = flags["rejects"] ?? (fromStdin ? "rejects.ndjson" : `${file}.rejects.ndjson`);
  const progress = importProgress(io, fromStdin ? undefined : await sizeOf(file, rejectPath));
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

async function sizeOf(file: string, rejectPath: string): Promise<number> {
  const source = await stat(file);
  if (source.isDirectory()) throw new AdministrationError(`${file} is a folder; import takes one file of lines`);
  const rejects = await stat(rejectPath).catch(() => undefined);
  if (rejects && rejects.dev === source.dev && rejects.ino === source.ino)
    throw new AdministrationError(
      `${rejectPath} cannot be the reject file: the lines to import are in it; name another one with --rejects`,
    );
  return source.size;
}

function summary({ lines, created, changed, unchanged, repeated, rejected }: ImportCounts): string {
  const again = repeated > 0 ? `, ${repeated} given again further down` : "";
  return `${lines} records read: ${created} new, ${changed} changed, ${unchanged} as before${again}, ${rejected} rejected.`;
}

/** The file is made when the first line goes into it: a clean import leaves nothing behind. */
function createRejectFile(path: string, say: (text: string) => void) {
  let handle: FileHandle | undefined;
  let count = 0;
  const failed = (cause: Error): never => {
    throw new AdministrationError(
      `The reject file ${path} cannot be written (${cause.message}); name another one with --rejects and run the import again`,
      { cause },
    );
  };
  return {
    async add({ line, reason, bytes }: Reject): Promise<void> {
      count++;
      if (count <= SHOWN_REJECTS) say(`line ${line}: ${reason}`);
      handle ??= await open(path, "w").catch(failed);
      const text = bytes?.toString("utf8");
      // A line that is not UTF-8 is kept byte for byte all the same.
      const exact = bytes === undefined || Buffer.from(text ?? "", "utf8").equals(bytes);
      const kept = exact ? { text } : { base64: bytes?.toString("base64") };
      await handle.appendFile(`${JSON.stringify({ line, reason, ...kept })}\n`).catch(failed);
    },
    summary: () => (count > 0 ? ` The rejected lines, each with its number and the reason, are in ${path}.` : ""),
    close: async () => handle?.close(),
  };
}
