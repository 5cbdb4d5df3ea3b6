import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, truncate } from "node:fs/promises";
import { takeLock } from "../targets/lock-file.js";
import type { SourceRecord } from "./read-records.js";

export type Outcome = "stored" | "present" | "refused" | "unknown";

/** The outcome of creating a record. */
export interface Entry {
  readonly line: number;
  readonly outcome: Outcome | "sent";
  /** Why it was refused. */
  readonly reason?: string;
  readonly status?: number;
  readonly record?: unknown;
}

/** What was done, so that a run that is killed continues where it stopped. */
export interface Journal {
  /** The outcome for a record in an earlier run. The same line with another text is another record. */
  find(record: SourceRecord): Entry["outcome"] | undefined;
  /** @returns a promise that resolves when the entry outlives the process */
  add(record: SourceRecord, entry: Omit<Entry, "line">): Promise<void>;
  /** When the job began by the clock of the service, in ms, if it is known. */
  readonly start: number | undefined;
  begin(start: number): void;
  counts(): Readonly<Record<Outcome, number>>;
  refused(): readonly Entry[];
  /** Forgets everything: all records were dealt with. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

type Line = (Entry & { readonly hash: string }) | { readonly start: number };

/** A file, or nothing but memory for an input that cannot be read again. */
export async function openJournal(path: string | undefined): Promise<Journal> {
  const unlock = path === undefined ? undefined : await takeLock(`${path}.lock`);
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
  // Records are done 20 at a time: what comes while a write is under way goes into the next one.
  const flush = async () => {
    while (waiting) {
      const text = waiting;
      waiting = "";
      await file?.writeFile(text);
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

/** Reads the lines of a journal; the last one may have been cut off by a kill. Returns where the whole ones end. */
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
