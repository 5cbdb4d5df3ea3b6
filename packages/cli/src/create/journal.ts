import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, truncate } from "node:fs/promises";
import { findFile, namingFile } from "../targets/find-place.js";
import { takeLock } from "../targets/lock-file.js";
import type { SourceRecord } from "./read-records.js";

export type Outcome = "stored" | "present" | "refused" | "unknown";

/** The outcome of creating a record. */
export interface Entry {
  readonly line: number;
  readonly outcome: Outcome | "sent";
  /** The reason for a rejection, or for an unknown outcome. */
  readonly reason?: string;
  readonly status?: number;
  readonly record?: unknown;
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
  if (file && path !== undefined) await truncate(path, await readLines(path, learn));

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

const hashOf = ({ text }: SourceRecord) => createHash("sha256").update(text).digest("base64url").slice(0, 16);

/** Reads the lines of a journal; the last one may be incomplete. Returns the offset after the last complete line. */
async function readLines(path: string, learn: (line: Line) => void): Promise<number> {
  let length = 0;
  let text = "";
  for await (const chunk of createReadStream(path, "utf8")) {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      learn(JSON.parse(line) as Line);
      length += Buffer.byteLength(line) + 1;
    }
  }
  return length;
}
