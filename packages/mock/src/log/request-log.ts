import type { ResponseReason } from "../core/exchange.js";

/** A log entry for a request and its response. It never contains the key. */
export interface LogEntry extends ResponseReason {
  /** Counts from 1, from the start or the last reset. */
  readonly id: number;
  /** When the request arrived, RFC 3339. */
  readonly time: string;
  readonly method: string;
  /** The path and the query, as they were sent. */
  readonly url: string;
  readonly status: number;
  /** From the request to the end of the response, in milliseconds. */
  readonly duration: number;
  /** The current scenario, or the one that the request named. */
  readonly scenario: string;
  /** The simulated transport fault, for example `cut`. */
  readonly transport?: string;
}

/** The last requests, newest last. */
export interface RequestLog {
  readonly entries: readonly LogEntry[];
  add(entry: Omit<LogEntry, "id">): void;
  clear(): void;
  /** Calls the listener for every new request; returns a function that stops it. */
  listen(listener: (entry: LogEntry) => void): () => void;
}

/** The maximum number of entries. */
const MOST_ENTRIES = 1000;
/** The maximum lengths of the URL and the detail in an entry, to limit the memory for a thousand entries. */
const LONGEST_URL = 2000;
const LONGEST_DETAIL = 1000;

export function createRequestLog(): RequestLog {
  let entries: LogEntry[] = [];
  let count = 0;
  const listeners = new Set<(entry: LogEntry) => void>();
  return {
    get entries() {
      return entries.slice(-MOST_ENTRIES);
    },
    add({ url, detail, ...fields }) {
      const entry = {
        id: ++count,
        ...fields,
        url: url.slice(0, LONGEST_URL),
        ...(detail !== undefined && { detail: detail.slice(0, LONGEST_DETAIL) }),
      };
      entries.push(entry);
      // Trimmed only now and then: removing the first of a thousand entries on every request is expensive.
      if (entries.length >= 2 * MOST_ENTRIES) entries = entries.slice(-MOST_ENTRIES);
      for (const listener of listeners) listener(entry);
    },
    clear() {
      entries = [];
      count = 0;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
