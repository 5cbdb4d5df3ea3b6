import { createReadStream } from "node:fs";
import { type FileHandle, open, truncate } from "node:fs/promises";
import { decodeText, readLines } from "@metadata-service/spec-tools/input";
import { CommandError } from "../command-error.js";
import type { Item } from "../output/format-table.js";
import { jsonText } from "../output/json-text.js";
import { takeLock } from "./lock-file.js";
import { replaceFile } from "./part-file.js";

/**
 * The state of a sync into a file: all records and the last checkpoint. It is a log whose lines each contain records
 * and their checkpoint. An incomplete last line is dropped, so records and checkpoint are stored together or not at
 * all.
 */
export interface SyncStore {
  readonly checkpoint: string | undefined;
  append(records: readonly Item[], checkpoint: string): Promise<void>;
  /** Whether the state has changes that the target file does not include yet. */
  hasChanged(): boolean;
  /** Returns the latest version of every record. */
  records(): AsyncGenerator<readonly Item[], void, undefined>;
  /** Removes replaced records. Call it after the target was written. */
  compact(): Promise<void>;
  close(): Promise<void>;
}

/** One line of the log. */
interface Line {
  records: readonly Item[];
  checkpoint: string;
  /** Whether it is the first line of a run. A run contains each record at most once. */
  begins?: boolean;
  /** Whether the target file included all records when the line was written. */
  isWritten?: boolean;
}

/** The number of records per line of a rewritten log. */
const LINE_RECORDS = 500;

/** Opens the state. The caller must hold its lock. */
export async function openSyncStore(path: string, identity: string): Promise<SyncStore> {
  const unlock = await takeLock(`${path}.lock`);
  try {
    return await openLocked(path, identity, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openLocked(path: string, identity: string, unlock: () => Promise<void>): Promise<SyncStore> {
  const file = await open(path, "a");
  const kept = await readLog(path, identity).catch(async (error) => {
    await file.close();
    throw error;
  });
  // If the last line is incomplete, drop it; if only its line break is missing, add it.
  const { size } = await file.stat();
  if (kept.length <= size) await truncate(path, kept.length);
  else await file.writeFile("\n");
  const { replaced } = kept;
  let { checkpoint, changed, lines } = kept;
  let begins = true;

  async function* records() {
    let line = 0;
    for await (const { records } of linesOf(path)) {
      yield records.filter((record) => !replaced.has(record[identity], line));
      line++;
    }
  }

  return {
    checkpoint,
    async append(records, next) {
      await writeLine(file, { records, checkpoint: next, ...(begins && { begins }) });
      replaced.add(records, lines, begins);
      begins = false;
      lines++;
      changed ||= records.length > 0;
      checkpoint = next;
    },
    hasChanged: () => changed,
    records,
    async compact() {
      if (changed && checkpoint !== undefined) await rewrite(path, records(), checkpoint);
    },
    async close() {
      await file.close();
      await unlock();
    },
  };
}

/**
 * Tracks which records were replaced by a later line. Only the identities of the second and later runs are kept in
 * memory, because no record of the first run replaces another. The first sync of a long list therefore keeps none, and
 * later syncs keep only those of changed records.
 */
function replacedRecords(identity: string) {
  /** The number of the last line of each record, except for records that are only in the first run. */
  const latest = new Map<unknown, number>();
  let runs = 0;
  return {
    add(records: readonly Item[], line: number, begins: boolean) {
      if (begins) runs++;
      if (runs > 1) for (const record of records) latest.set(jsonText(record[identity]), line);
    },
    has: (id: unknown, line: number): boolean => (latest.get(jsonText(id)) ?? line) !== line,
  };
}

const writeLine = (file: FileHandle, line: Line) => file.writeFile(`${jsonText(line)}\n`);

/**
 * Reads a log: which records were replaced, the last checkpoint, the length of the complete lines, and whether the
 * target file is up to date.
 */
async function readLog(path: string, identity: string) {
  const replaced = replacedRecords(identity);
  let checkpoint: string | undefined;
  let changed = false;
  let length = 0;
  let lines = 0;
  let marksRuns = true;
  for await (const { records, checkpoint: next, begins = false, isWritten, bytes } of linesOf(path)) {
    // Logs of earlier versions do not mark where a run begins, so treat every line as the start of one.
    if (lines === 0) marksRuns = begins;
    replaced.add(records, lines, begins || !marksRuns);
    checkpoint = next;
    changed = isWritten !== true && (changed || records.length > 0);
    length += bytes;
    lines++;
  }
  return { replaced, checkpoint, changed, length, lines };
}

async function* linesOf(path: string): AsyncGenerator<Line & { bytes: number }, void, undefined> {
  let previous: Buffer | undefined;
  let number = 0;
  for await (const lines of readLines(createReadStream(path), Number.POSITIVE_INFINITY))
    for (const { bytes } of lines) {
      if (previous !== undefined) yield parse(previous, path, ++number);
      previous = bytes;
    }
  if (previous === undefined) return;
  // Skip the last line if it is incomplete; but a file that never was a log must not be replaced by one.
  if (isWhole(previous) || (number === 0 && !isBegun(previous))) yield parse(previous, path, ++number);
}

/** How each line begins. */
const BEGIN = '{"records":[';

/** Whether bytes may be the beginning of a line. */
const isBegun = (bytes: Buffer): boolean => {
  const text = bytes.toString("latin1", 0, BEGIN.length);
  return BEGIN.startsWith(text);
};

function isWhole(bytes: Buffer): boolean {
  try {
    JSON.parse(decodeText(bytes));
    return true;
  } catch {
    return false;
  }
}

function parse(bytes: Buffer, path: string, number: number): Line & { bytes: number } {
  try {
    const line = JSON.parse(decodeText(bytes)) as Line;
    if (!Array.isArray(line.records) || typeof line.checkpoint !== "string") throw new Error();
    return { ...line, bytes: bytes.length + 1 };
  } catch {
    throw new CommandError(
      `${path}, line ${number} is not valid sync state. If it is another file, name another one with --state; otherwise delete it to sync from the start.`,
    );
  }
}

/** Rewrites the log without replaced records. */
const rewrite = (path: string, batches: AsyncIterable<readonly Item[]>, checkpoint: string): Promise<void> =>
  replaceFile(path, async (part) => {
    const file = await open(part.path, part.flag);
    try {
      let waiting: Item[] = [];
      let begins = true;
      for await (const records of batches) {
        for (const record of records) waiting.push(record);
        if (waiting.length < LINE_RECORDS) continue;
        await writeLine(file, { records: waiting, checkpoint, ...(begins && { begins }) });
        begins = false;
        waiting = [];
      }
      await writeLine(file, { records: waiting, checkpoint, ...(begins && { begins }), isWritten: true });
    } finally {
      await file.close();
    }
  });
