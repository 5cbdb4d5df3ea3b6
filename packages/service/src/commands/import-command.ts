import { open } from "node:fs/promises";
import { separatorOf } from "@metadata-service/spec-tools/input";
import { databaseName } from "../config/database-name.js";
import { formatOfFile, IMPORT_FORMATS, type ImportFormat } from "../lists/import-formats.js";
import type { ImportCounts } from "../lists/import-records.js";
import { listChoice } from "../lists/list-names.js";
import { SHOWN_FIELDS } from "../lists/read-record.js";
import { importProgress } from "./import-progress.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { createRejectFile, rejectNames, requireNewFile } from "./reject-file.js";
import { sourceFile } from "./source-file.js";
import { METADATA, withAdministration } from "./with-administration.js";

/**
 * The size of a chunk. The database stores the previous batch while the next chunk is read, so small chunks keep both
 * CPU cores busy; with large chunks, the database would be idle.
 */
const READ_BYTES = 32 * 1024;

/**
 * `metadata-service import COLLECTION FILE`: stores valid lines, and writes rejected ones to a reject file with their
 * line number and the reason.
 *
 * @returns 1 if a line was rejected
 */
export async function importCommand({ words, flags, settings }: CommandLine, io: CommandIo): Promise<number> {
  const [collection, file, ...more] = words;
  const { namespace } = flags;
  if (
    collection === undefined ||
    file === undefined ||
    more.length > 0 ||
    (collection === METADATA) !== (namespace !== undefined)
  )
    throw new UsageError(
      `Usage: metadata-service import ${listChoice()} FILE, or metadata FILE --namespace NAME, each with [--format FORMAT] [--separator SEPARATOR] [--rejects FILE]`,
    );
  const separator = separatorNamed(flags["separator"]);
  const format = formatNamed(flags["format"]) ?? formatOfFile(file);
  const fromStdin = file === "-";
  const source = fromStdin ? undefined : await sourceFile(file, "import");
  const wanted = flags["rejects"];
  if (wanted !== undefined) await requireNewFile(wanted, source ?? io.stdinFile());
  // A stream of the file would open it later, when nobody waits for the error.
  const handle = fromStdin ? undefined : await open(file);
  const progress = importProgress(io, source?.size);
  const paths = wanted === undefined ? rejectNames(fromStdin ? undefined : file) : [wanted];
  const rejects = createRejectFile(paths, progress.say);
  io.onInterrupt(() => {
    progress.end();
    io.err(
      `Interrupted. What was stored so far stays in ${databaseName(settings)}; run the same command again to import the rest: what is stored already counts as unchanged.\n`,
    );
  });
  try {
    const bytes = handle?.createReadStream({ highWaterMark: READ_BYTES }) ?? io.stdin;
    const reports = { format, separator, onReject: rejects.add, onProgress: progress.show };
    const counts = await withAdministration(io, settings, (admin) =>
      namespace === undefined
        ? admin.importRecords(collection, bytes, reports)
        : admin.importMetadata(namespace, bytes, reports),
    );
    progress.end();
    io.err(`${summary(counts)}${rejects.summary()} Imported into ${databaseName(settings)}.\n${unknownFields(counts)}`);
    return counts.rejected > 0 ? 1 : 0;
  } finally {
    progress.end();
    await rejects.close();
    await handle?.close();
  }
}

function formatNamed(name: string | undefined): ImportFormat | undefined {
  const format = IMPORT_FORMATS.find((one) => one === name);
  if (name !== undefined && format === undefined)
    throw new UsageError(`--format must be one of ${IMPORT_FORMATS.join(", ")}, not ${JSON.stringify(name)}`);
  return format;
}

function separatorNamed(name: string | undefined): string | undefined {
  try {
    return separatorOf(name);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Names the fields that may be misspelled. */
function unknownFields({ undescribed = [] }: ImportCounts): string {
  if (undescribed.length === 0) return "";
  const more = undescribed.length === SHOWN_FIELDS ? ", and perhaps others" : "";
  return `The API does not describe these fields, which were stored, too: ${undescribed.map((name) => JSON.stringify(name)).join(", ")}${more}.\n`;
}

function summary({ lines, created, changed, unchanged, repeated, rejected }: ImportCounts): string {
  const again = repeated > 0 ? `, ${repeated} replaced by later lines` : "";
  return `${lines} records read: ${created} new, ${changed} changed, ${unchanged} unchanged${again}, ${rejected} rejected.`;
}
