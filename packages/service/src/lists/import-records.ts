import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { Violation } from "@metadata-service/server-rules";
import { isBlank, type Line } from "@metadata-service/spec-tools/input";
import type { ListWriter } from "../storage/lists/list-writer.js";
import type { ListRecord } from "../storage/records/record-batch.js";
import type { RecordReader } from "./read-record.js";

/** The results of an import. The counts of records add up to `lines`. */
export interface ImportCounts {
  /** The number of lines that are not blank. */
  lines: number;
  bytes: number;
  created: number;
  changed: number;
  unchanged: number;
  /** Records that a later line with the same uid replaces. */
  repeated: number;
  rejected: number;
  /** Fields of stored records that the schema does not describe, perhaps misspelled; at most `SHOWN_FIELDS`. */
  undescribed?: readonly string[];
}

/** A rejected line. */
export interface Reject {
  /** The line number, from 1. */
  readonly line: number;
  /** The reason, in one sentence. */
  readonly reason: string;
  /** The line; undefined if it was too long to keep. */
  readonly bytes: Buffer | undefined;
}

/** Splits a source into unparsed records, and reports the size of each chunk, for a progress bar; see `cutterOf`. */
export type Cutter = (
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onBytes: (count: number) => void,
) => AsyncIterable<readonly Line[]>;

/** The dependencies of an import. */
export interface ImportParts {
  readonly collection: string;
  /** Splits the source, depending on its format. */
  readonly cut: Cutter;
  readonly read: RecordReader;
  /** The fields that the reader has seen so far and that the schema does not describe. */
  readonly undescribed?: ReadonlySet<string> | undefined;
  /** The maximum size of a record, in bytes. */
  readonly maxBytes: number;
  /** Whether a later record replaces one with the same uid; otherwise the writer gets both in order and decides. */
  readonly replaces: boolean;
  readonly writer: ListWriter;
  /** The time that storing a batch may take, in ms, because others wait for it; the size of batches follows. @default any */
  readonly batchTime?: number | undefined;
  /** Called for every rejected line, in order; the import waits for it. */
  onReject(reject: Reject): Promise<void> | void;
  /** Called with the counts after every stored batch. */
  onProgress?(counts: Readonly<ImportCounts>): void;
}

/**
 * The maximum size of an imported list record, in bytes. It limits the size of pages, so that a page never has to
 * contain fewer records than requested (decision 0083).
 */
export const MAX_RECORD_BYTES = 64 * 1024;

/**
 * The number of records per transaction: large enough to spread the cost of a commit, small enough for frequent
 * progress reports.
 */
const IMPORT_BATCH = 2_500;
/** The maximum total length of a batch, in characters, so that batches of large records have fewer records. */
const IMPORT_BATCH_LENGTH = 8 * 1024 * 1024;
/** The parts of the largest batch that a limited one has at first, and at least. */
const [FIRST_PART, SMALLEST_PART] = [1 / 8, 1 / 64];

/**
 * The number of lines after which the event loop runs. Until then, the database's responses and the requests of other
 * callers wait; a chunk of a file may contain hundreds of records.
 */
const LINES_PER_TURN = 64;

/**
 * Imports records. Memory is limited to three batches, whatever the size of the source: while one is stored, one waits and
 * one is read. If an import is interrupted, only whole batches have been stored, and it can be run again.
 */
export async function importRecords(source: AsyncIterable<Uint8Array>, parts: ImportParts): Promise<ImportCounts> {
  const { collection, cut, read, maxBytes, replaces, writer, batchTime, onReject, onProgress = () => {} } = parts;
  const counts: ImportCounts = { lines: 0, bytes: 0, created: 0, changed: 0, unchanged: 0, repeated: 0, rejected: 0 };
  const limit = batchLimit(batchTime);
  const readLine = lineReader(read, maxBytes);
  let batch = writer.batch(collection);
  /** The lines of the batch, if the writer may reject some; kept only as long as needed, because they use memory. */
  let lines = new Map<string, Line>();
  let batchLength = 0;
  /**
   * The batch that is being stored, and the one that waits for it. With it, neither side is idle if one batch takes
   * longer than another, as when zones are split.
   */
  let [storing, waiting] = [Promise.resolve(), Promise.resolve()];

  const store = async () => {
    const [stored, storedLines] = [batch, lines];
    batch = writer.batch(collection);
    lines = new Map();
    batchLength = 0;
    const previous = storing;
    storing = waiting;
    waiting = storing.then(async () => {
      const began = performance.now();
      const written = await stored.store();
      limit.stored(performance.now() - began);
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
    // A later batch, or the end, waits for it and handles its failure.
    waiting.catch(() => {});
    await previous;
  };
  /** Adds a record to the batch. Synchronous, because an import spends most of its time here. */
  const add = (record: ListRecord, line: Line) => {
    if (batch.add(record)) counts.repeated++;
    if (!replaces) lines.set(record.uid, line);
    batchLength += record.document.length;
  };
  let lastLine = 0;
  const take = (line: Line): void | Promise<void> => {
    if (line.bytes && isBlank(line.bytes)) return;
    counts.lines++;
    const record = readLine(line);
    // Records of a JSON array may be in the same line.
    const place = line.number === lastLine && line.bytes ? `record ${counts.lines}: ` : "";
    lastLine = line.number;
    if (record instanceof Violation) {
      counts.rejected++;
      return onReject({ line: line.number, reason: place + record.message, bytes: line.bytes });
    }
    if (!replaces && batch.has(record.uid)) return store().then(() => add(record, line));
    add(record, line);
    if (limit.isReached(batch.size, batchLength)) return store();
  };

  try {
    for await (const cutLines of cut(source, maxBytes, (bytes) => (counts.bytes += bytes)))
      for (const line of cutLines) {
        const waiting = take(line);
        if (waiting) await waiting;
        if (counts.lines % LINES_PER_TURN === 0) await setImmediate();
      }
    await store();
  } finally {
    // In any case, wait until nothing is in progress.
    await waiting;
  }
  await writer.settle();
  return parts.undescribed?.size ? { ...counts, undescribed: [...parts.undescribed] } : counts;
}

/** Returns the function that reads a line; a record that is not valid is returned as the reason. */
function lineReader(read: RecordReader, maxBytes: number) {
  return ({ number, bytes, problem }: Line): ListRecord | Violation => {
    if (problem !== undefined) return new Violation(problem);
    if (!bytes) return new Violation(`a line must have at most ${maxBytes} bytes`);
    if (!isUtf8(bytes)) return new Violation(`line ${number} is not UTF-8; save the file as UTF-8`);
    try {
      return read(bytes);
    } catch (error) {
      if (error instanceof Violation) return new Violation(inFile(error.message, number));
      throw error;
    }
  };
}

/** Decides when a batch is stored: if its time is limited, the next one has as many records as fit into it. */
function batchLimit(time: number | undefined) {
  let part = time === undefined ? 1 : FIRST_PART;
  return {
    isReached: (size: number, length: number) => size >= part * IMPORT_BATCH || length >= part * IMPORT_BATCH_LENGTH,
    /** @param took the time in which a batch was stored, in ms */
    stored(took: number) {
      const factor = time === undefined || took * 2 <= time ? 2 : time / took;
      part = Math.min(1, Math.max(SMALLEST_PART, part * factor));
    },
  };
}

/** Replaces the body of a request, and a place in it, by the record and its place in the file. */
function inFile(message: string, number: number): string {
  return message
    .replace(/^the body\b/, "the record")
    .replace(/ at line (\d+), column (\d+)$/, (_place, line, column) =>
      line === "1" ? ` at character ${column} of the record` : ` in line ${number + Number(line) - 1}`,
    );
}
