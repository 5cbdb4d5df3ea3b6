/** A list server whose records change, and whose clock may differ from the client's. */
import { vi } from "vitest";
import type { ClientOptions } from "../../src/index.js";
import type { Fault } from "./model.js";

const START = Date.UTC(2026, 10, 21);

/** Random records, clocks and changes. */
export interface Case {
  shape: "linked" | "array";
  count: number;
  limit: number;
  clamp: number | undefined;
  width: number;
  /** Which responses have a `Date` header; with "sometimes", every second one. */
  dated: "always" | "never" | "sometimes";
  /** How far the clock of the client is ahead, in milliseconds. */
  ahead: number;
  /** The precision of timestamps, in milliseconds; they are rounded down to a multiple of it. */
  grain: number;
  /** The maximum delay until a change becomes visible, in milliseconds. */
  late: number;
  /** The fraction of that delay for each change, used cyclically, so that changes become visible out of order. */
  lateParts: number[];
  /** The sort order of the list. */
  order: "created" | "updated" | "newest first" | "last updated first";
  inclusive: { from: boolean; to: boolean };
  /** Whether the server ignores milliseconds in the requested window. */
  isWindowCoarse: boolean;
  /** How far the clock advances with each request, in milliseconds; used cyclically. */
  steps: number[];
  /** The changes during the requests of a run: a range of records is updated or deleted, or new ones are added. */
  changes: (Change & { run: number; at: number })[];
  /** The change after each run, and the time that passes before it and after it. */
  pauses: (Change & { wait: number })[];
  faults: Record<number, Fault>;
  latencies: number[];
  /** The number of batches after which each run crashes; 0 for a run that does not crash. */
  crashes: number[];
}

export interface Change {
  kind: "update" | "delete" | "add";
  /** The position of the first record, as a fraction of the list length. */
  part: number;
  size: number;
}

/** A record with its versions. The latest version whose `visibleAt` has passed is visible. */
interface Row {
  uid: string;
  versions: { number: number; stamp: number; visibleAt: number }[];
}

const cycle = <T>(values: readonly T[], number: number) => values[number % values.length] as T;

const iso = (time: number) => new Date(time).toISOString().replace("Z", "000+00:00");

/** Creates a server. It also sets vitest's fake clock, which the client reads and which differs by `ahead`. */
export function startModel(one: Case) {
  let now = START;
  let requests = 0;
  let run = 0;
  /** The number of requests in this run. */
  let sent = 0;
  /** The number of requests in this run that had no fault, and the length of the longest window that they read. */
  let answered = 0;
  let longest = 0;
  let isQuiet = false;
  const rows: Row[] = [];
  let added = 0;
  let changed = 0;
  const setClock = () => vi.setSystemTime(now + one.ahead);
  const update = (row: Row) => {
    const stamp = now - (now % one.grain);
    const late = one.late * cycle(one.lateParts, changed++);
    row.versions.push({ number: row.versions.length + 1, stamp, visibleAt: now + late });
  };
  const add = () => {
    const row: Row = { uid: `row-${added++}`, versions: [] };
    rows.push(row);
    update(row);
  };
  const updateFrom = (first: number, size: number, step: number) => {
    for (const row of rows.slice(first, first + size)) {
      update(row);
      now += step;
    }
  };
  const change = ({ kind, part, size }: Change, step = 0) => {
    const first = Math.floor(part * rows.length);
    if (kind === "add") for (let n = 0; n < size; n++) add();
    else if (kind === "update") updateFrom(first, size, step);
    else rows.splice(first, size);
  };
  for (let n = 0; n < one.count; n++) {
    add();
    now += cycle(one.steps, n);
  }
  now += one.late;
  setClock();

  /** Advances the clock and makes the changes for this request. */
  const tick = (number: number) => {
    now += cycle(one.steps, number);
    sent++;
    for (const each of isQuiet ? [] : one.changes) if (each.run === run && each.at === sent) change(each);
    setClock();
  };

  const faultOf = (number: number) => (isQuiet ? undefined : one.faults[number]);

  const fetch: ClientOptions["fetch"] = async (address, init) => {
    const number = ++requests;
    tick(number);
    const visible = sorted(visibleRecords(rows, now), one.order);
    const { page, length } = pageOf(one, visible, new URL(address).searchParams);
    const text = JSON.stringify(page);
    const fault = faultOf(number);
    answered += Number(!fault);
    const isDated = one.dated === "always" || (one.dated === "sometimes" && number % 2 === 0);
    const headers = new Headers(isDated ? { date: new Date(now).toUTCString() } : {});
    for (let turn = cycle(one.latencies, number); turn > 0; turn--) await new Promise(setImmediate);
    init.signal?.throwIfAborted();
    longest = Math.max(longest, length);
    if (fault === "reset") throw new TypeError("fetch failed");
    return new Response(fault === "cut" ? text.slice(1) : text, { headers, status: fault === "500" ? 500 : 200 });
  };
  return {
    rows,
    fetch,
    count: () => requests,
    /** Returns what the requests of this run were like. */
    effort: () => ({ answered, longest }),
    /** Advances the clock and makes the change that follows a run. */
    pause() {
      const { wait, ...each } = cycle(one.pauses, run++);
      now += wait;
      change(each, wait);
      now += wait;
      sent = 0;
      answered = 0;
      longest = 0;
      setClock();
    },
    /**
     * Returns the visible versions whose timestamps are in the past for both clocks. Once a sync that starts now
     * completes, they must have been returned.
     */
    due(): ReadonlyMap<string, number> {
      const end = now + Math.min(0, one.ahead) - one.grain - 2000;
      const shown = visibleRecords(rows, now).filter(({ stamp }) => stamp <= end);
      return new Map(shown.map(({ record }) => [record.uid, record.version]));
    },
    /** Stops all changes, and advances the clock until every change is visible and in the past for both clocks. */
    settle() {
      isQuiet = true;
      now += one.late + one.grain + Math.abs(one.ahead) + 2000;
      setClock();
    },
  };
}

/** A record as sent, and the timestamp that decides whether it is in a window. */
interface Visible {
  stamp: number;
  record: { uid: string; updatedDate: string; updated_at: string; version: number };
}

/** Returns the latest visible version of each record. */
function visibleRecords(rows: Row[], now: number): Visible[] {
  return rows.flatMap(({ uid, versions }) => {
    const version = versions.filter(({ visibleAt }) => visibleAt <= now).at(-1);
    if (!version) return [];
    const { stamp, number } = version;
    return [{ stamp, record: { uid, updatedDate: iso(stamp), updated_at: iso(stamp), version: number } }];
  });
}

function sorted(visible: Visible[], order: Case["order"]): Visible[] {
  if (order.includes("updated")) visible.sort((one, other) => one.stamp - other.stamp);
  return order.endsWith("first") ? visible.reverse() : visible;
}

/** Returns the requested page of the requested window, and the length of the window. */
function pageOf(
  { inclusive, clamp, shape, isWindowCoarse }: Case,
  visible: Visible[],
  query: URLSearchParams,
): { page: unknown; length: number } {
  const grain = isWindowCoarse ? 1000 : 1;
  const [from = Number.NaN, to = Number.NaN] = ["updated_from", "updated_to"].map((name) => {
    const time = Date.parse(query.get(name) ?? "");
    return time - (time % grain);
  });
  const isAfterStart = (stamp: number) => Number.isNaN(from) || stamp > from || (inclusive.from && stamp === from);
  const isBeforeEnd = (stamp: number) => stamp < to || (inclusive.to && stamp === to);
  const matching = visible.filter(({ stamp }) => isAfterStart(stamp) && isBeforeEnd(stamp));
  const offset = Number(query.get("offset"));
  const limit = Math.min(Number(query.get("limit")), clamp ?? 1000);
  const data = matching.slice(offset, offset + limit).map(({ record }) => record);
  const { length } = matching;
  if (shape === "array") return { page: data, length };
  const next = offset + data.length < matching.length ? `/api/v1/reports?offset=${offset + limit}` : null;
  return { page: { count: length, next, previous: null, data }, length };
}
