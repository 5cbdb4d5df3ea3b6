import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rm, stat, truncate } from "node:fs/promises";
import { decodeText, readLines } from "@metadata-service/spec-tools/input";
import { CommandError } from "../command-error.js";
import { findFile, namingFile } from "../targets/find-place.js";
import { takeLock } from "../targets/lock-file.js";
import type { Given, SourceRecord } from "./read-records.js";

export type Outcome = "stored" | "present" | "refused" | "unknown";

/** The outcome of creating a record. */
export interface Entry {
  readonly line: number;
  readonly outcome: Outcome | "sent";
  /** The reason for a rejection, or for an unknown outcome. */
  readonly reason?: string;
  readonly status?: number;
  /** The record, if it was refused or its outcome is unknown. */
  readonly given?: Given;
}

/** Records what was sent, so that an interrupted run can continue where it stopped. */
export interface Journal {
  /**
   * Returns the outcome of a record in an earlier run; undefined if it was not sent, or if the text of its line has
   * changed since.
   */
  find(record: SourceRecord): Entry["outcome"] | undefined;
  /** @returns a promise that resolves when the entry is on disk */
  add(record: SourceRecord, entry: Omit<Entry, "line">): Promise<void>;
  /** The start of the job by the service's clock, in ms; undefined until it is known. */
  readonly start: number | undefined;
  begin(start: number): void;
  counts(): Readonly<Record<Outcome, number>>;
  refused(): readonly Entry[];
  /** Deletes the journal after all records were processed. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

/** A record, the start of the job, or where the records are sent. Journals of earlier versions lack the last. */
type Line = (Entry & { readonly hash: string }) | { readonly start: number } | { readonly to: string };

/**
 * Opens a journal file, or keeps the journal in memory if the input cannot be read again.
 *
 * @param to where the records are sent, without credentials
 * @throws CommandError if the journal is of records that were sent elsewhere
 */
export async function openJournal(state: string | undefined, to: string): Promise<Journal> {
  if (state === undefined) return journalOf(undefined, to);
  const path = await findFile(state);
  const unlock = await namingFile(path, () => takeLock(`${path}.lock`));
  let file: FileHandle | undefined;
  try {
    file = await open(path, "a");
    return await journalOf({ state, path, file, unlock }, to);
  } catch (error) {
    await file?.close();
    await unlock();
    throw error;
  }
}

/** The open file of a journal, which this process has locked. */
interface JournalFile {
  /** Its name, as it was given. */
  readonly state: string;
  readonly path: string;
  readonly file: FileHandle;
  unlock(): Promise<void>;
}

async function journalOf(opened: JournalFile | undefined, to: string): Promise<Journal> {
  const { state = "", path, file, unlock } = opened ?? {};
  const known = new Map<number, { hash: string; outcome: Entry["outcome"] }>();
  const refused = new Map<number, Entry>();
  let start: number | undefined;
  let sentTo: string | undefined;
  const learn = (line: Line) => {
    if ("to" in line) {
      sentTo = line.to;
      return;
    }
    if ("start" in line) {
      start = line.start;
      return;
    }
    const { hash, ...entry } = line;
    known.set(entry.line, { hash, outcome: entry.outcome });
    if (entry.outcome === "refused" || entry.outcome === "unknown") refused.set(entry.line, entry);
    else refused.delete(entry.line);
  };
  if (path !== undefined) await truncate(path, await readJournal(path, learn));
  if (sentTo !== undefined && sentTo !== to)
    throw new CommandError(
      `${state} records which records were sent to ${sentTo}, and this command sends them to ${to}. Finish the other run first; or name another file with --state, to send all records.`,
    );

  let waiting = sentTo === undefined ? `${JSON.stringify({ to })}\n` : "";
  let writing: Promise<void> | undefined;
  // Up to 20 records are sent at once. Entries that arrive during a write are added to the next write.
  const flush = async () => {
    while (waiting) {
      const text = waiting;
      waiting = "";
      if (file) await namingFile(state, () => file.writeFile(text));
    }
    writing = undefined;
  };
  const write = (line: Line): Promise<void> => {
    learn(line);
    if (!file) return Promise.resolve();
    waiting += `${JSON.stringify(line)}\n`;
    writing ??= flush();
    return writing;
  };

  return {
    find(record) {
      const entry = known.get(record.line);
      return entry?.hash === hashOf(record) ? entry.outcome : undefined;
    },
    add: (record, entry) => write({ line: record.line, hash: hashOf(record), ...entry }),
    get start() {
      return start;
    },
    begin: (moment) => void write({ start: moment }),
    counts() {
      const counts = { stored: 0, present: 0, refused: 0, unknown: 0 };
      for (const { outcome } of known.values()) if (outcome !== "sent") counts[outcome]++;
      return counts;
    },
    refused: () => [...refused.values()].sort((one, other) => one.line - other.line),
    async remove() {
      await writing;
      if (path !== undefined) await rm(path, { force: true });
    },
    async close() {
      await writing;
      await file?.close();
      await unlock?.();
    },
  };
}

const hashOf = ({ given }: SourceRecord) =>
  createHash("sha256").update(Object.values(given).join()).digest("base64url").slice(0, 16);

/** Reads the lines of a journal; the last one may be incomplete. Returns the offset after the last complete line. */
async function readJournal(path: string, learn: (line: Line) => void): Promise<number> {
  const { size } = await stat(path);
  let length = 0;
  for await (const lines of readLines(createReadStream(path), Number.POSITIVE_INFINITY))
    for (const { number, bytes = Buffer.alloc(0) } of lines) {
      // Without a line break at its end, the last line is incomplete; but a file that never was a journal is kept.
      if (length + bytes.length === size && (length > 0 || isBegun(bytes))) return length;
      length += bytes.length + 1;
      learn(parseLine(path, number, bytes));
    }
  return length;
}

/** How lines begin. */
const BEGINNINGS = ['{"line":', '{"start":', '{"to":'];

/** Whether bytes may be the beginning of a line. */
const isBegun = (bytes: Buffer): boolean =>
  BEGINNINGS.some((beginning) => beginning.startsWith(bytes.toString("latin1", 0, beginning.length)));

function parseLine(path: string, number: number, bytes: Buffer): Line {
  try {
    const line: unknown = JSON.parse(decodeText(bytes));
    if (!isLine(line)) throw new Error();
    return line;
  } catch {
    throw new CommandError(
      `${path}, line ${number} is not valid, so it is unknown which records were sent. If it is another file, name another one with --state; otherwise delete it to send all records again.`,
    );
  }
}

const isLine = (value: unknown): value is Line => {
  const { line, hash, outcome, start, to } = Object(value);
  if (typeof line === "number") return typeof hash === "string" && typeof outcome === "string";
  return typeof start === "number" || typeof to === "string";
};
