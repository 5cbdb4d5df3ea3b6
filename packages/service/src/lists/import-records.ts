import { Violation } from "@metadata-service/server-rules";
import type { ListRecord, ListWriter } from "../storage/list-writer.js";
import type { Line } from "./read-lines.js";
import type { RecordReader } from "./read-record.js";

/** What became of the lines of an import. The counts add up to `lines`, blank ones aside. */
export interface ImportCounts {
  /** Lines that are not blank. */
  lines: number;
  bytes: number;
  created: number;
  changed: number;
  unchanged: number;
  /** Given again, with the same uid, further down in the file: the last one counts. */
  repeated: number;
  rejected: number;
}

/** A line that could not be taken. */
export interface Reject {
  /** From 1. */
  readonly line: number;
  /** One sentence. */
  readonly reason: string;
  /** The line as it was; none where it was too long to keep. */
  readonly bytes: Buffer | undefined;
}

/** Cuts a source into records that are not read yet; see `readLines`. */
export type Cutter = (
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onBytes: (count: number) => void,
) => AsyncIterable<readonly Line[]>;

/** What an import works on. */
export interface ImportParts {
  readonly collection: string;
  /** Knows the format of the source. */
  readonly cut: Cutter;
  readonly read: RecordReader;
  /** The largest record, in bytes. */
  readonly maxBytes: number;
  /** Whether a record replaces the one with its uid; if not, both go to the writer in their order, which then decides. */
  readonly replaces: boolean;
  readonly writer: ListWriter;
  /** Hears of every reject, in the order of lines; the import waits for it. */
  onReject(reject: Reject): Promise<void> | void;
  /** Hears of the counts after every batch that is stored. */
  onProgress?(counts: Readonly<ImportCounts>): void;
}

/**
 * The largest record of a list, in bytes as it is imported. It bounds every page, without a page ever having to hold fewer
 * records than were asked for (decision 0083).
 */
export const MAX_RECORD_BYTES = 64 * 1024;

/** How many records are stored in one transaction: enough that its cost is shared, few enough to report on. */
const IMPORT_BATCH = 2_500;
/** How long their documents may be together, in characters, before they are stored: large records go in fewer. */
const IMPORT_BATCH_LENGTH = 8 * 1024 * 1024;

/**
 * Imports records. Memory is bounded by a batch, whatever the size of the source; while one batch
 * is being stored, the next one is read. An import that is cut short has stored whole batches, and can be run again.
 */
export async function importRecords(source: AsyncIterable<Uint8Array>, parts: ImportParts): Promise<ImportCounts> {
  const { collection, cut, read, maxBytes, replaces, writer, onReject, onProgress = () => {} } = parts;
  const counts: ImportCounts = { lines: 0, bytes: 0, created: 0, changed: 0, unchanged: 0, repeated: 0, rejected: 0 };
  let batch = new Map<string, ListRecord>();
  /** Of the records of the batch, if the writer may refuse some: kept no longer than needed, for they hold what was read. */
  let lines = new Map<string, Line>();
  let batchLength = 0;
  let storing: Promise<void> = Promise.resolve();

  const store = async () => {
    const [stored, storedLines] = [batch, lines];
    batch = new Map();
    lines = new Map();
    batchLength = 0;
    await storing;
    storing = writer.upsert(collection, [...stored.values()]).then(async (written) => {
      counts.created += written.created;
      counts.changed += written.changed;
      counts.unchanged += written.unchanged;
      for (const { uid, reason } of written.refused ?? []) {
        const line = storedLines.get(uid);
        counts.rejected++;
        if (line) await onReject({ line: line.number, reason, bytes: line.bytes });
      }
      onProgress(counts);
    });
    // It is waited for, and its failure met, at the next batch or at the end.
    storing.catch(() => {});
  };
  const readLine = ({ bytes, problem }: Line): ListRecord | Violation => {
    try {
      return bytes ? read(bytes) : new Violation(problem ?? `a line must have at most ${maxBytes} bytes`);
    } catch (error) {
      if (error instanceof Violation) return error;
      throw error;
    }
  };
  /** Adds a record to the batch. Nothing in it waits: most of the time of an import is spent here. */
  const add = (record: ListRecord, line: Line) => {
    if (batch.delete(record.uid)) counts.repeated++;
    batch.set(record.uid, record);
    if (!replaces) lines.set(record.uid, line);
    batchLength += record.document.length;
  };
  const take = (line: Line): void | Promise<void> => {
    if (line.bytes && isBlank(line.bytes)) return;
    counts.lines++;
    const record = readLine(line);
    if (record instanceof Violation) {
      counts.rejected++;
      return onReject({ line: line.number, reason: record.message, bytes: line.bytes });
    }
    if (!replaces && batch.has(record.uid)) return store().then(() => add(record, line));
    add(record, line);
    if (batch.size >= IMPORT_BATCH || batchLength >= IMPORT_BATCH_LENGTH) return store();
  };

  try {
    for await (const cutLines of cut(source, maxBytes, (bytes) => (counts.bytes += bytes)))
      for (const line of cutLines) {
        const waiting = take(line);
        if (waiting) await waiting;
      }
    await store();
  } finally {
    // Whatever happened: nothing is under way any more when this is over.
    await storing;
  }
  await writer.settle();
  return counts;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13);
}
