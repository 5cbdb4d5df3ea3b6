import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, stat, truncate } from "node:fs/promises";
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

type Line = (Entry & { readonly hash: string }) | { readonly start: number };

/** Opens a journal file, or keeps the journal in memory if the input cannot be read again. */
export async function openJournal(state: string | undefined): Promise<Journal> {
  const path = state === undefined ? undefined : await findFile(state);
  const unlock = path === undefined ? undefined : await namingFile(path, () => takeLock(`${path}.lock`));
  const file = path === undefined ? undefined : await open(path, "a");
  const known = new Map<number, { hash: string; outcome: Entry["outcome"] }>();
  const refused = new Map<number, Entry>();
  let start: number | undefined;
  const learn = (line: Line) => {
    if (!("line" in line)) {
      start = line.start;
      return;
    }
    const { hash, ...entry } = line;
    known.set(entry.line, { hash, outcome: entry.outcome });
    if (entry.outcome === "refused" || entry.outcome === "unknown") refused.set(entry.line, entry);
    else refused.delete(entry.line);
  };
  if (file && path !== undefined) await truncate(path, await readJournal(path, learn));

  let waiting = "";
  let writing: Promise<void> | undefined;
  // Up to 20 records are sent at once. Entries that arrive during a write are added to the next write.
  const flush = async () => {
    while (waiting) {
      const text = waiting;
      waiting = "";
      if (file) await namingFile(state ?? "", () => file.writeFile(text));
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
      // Without a line break at its end, the last line is incomplete.
      if (length + bytes.length === size) return length;
      length += bytes.length + 1;
      learn(parseLine(path, number, bytes));
    }
  return length;
}

function parseLine(path: string, number: number, bytes: Buffer): Line {
  try {
    return JSON.parse(decodeText(bytes)) as Line;
  } catch {
    throw new CommandError(
      `${path}, line ${number} is not valid, so it is unknown which records were sent. Delete the file to send all of them again.`,
    );
  }
}
