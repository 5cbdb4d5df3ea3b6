/** A list server whose records change, with clocks that differ. */
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
  /** Whether responses have a `Date`. */
  isDated: boolean;
  /** How far the clock of the client is ahead, in milliseconds. */
  ahead: number;
  /** What timestamps are rounded down to, in milliseconds. */
  grain: number;
  /** How long a change takes to become visible, in milliseconds. */
  late: number;
  inclusive: { from: boolean; to: boolean };
  /** How far the clock goes with each request, in milliseconds. */
  steps: number[];
  /** What changes when a request arrives: a record, or a new one. */
  changes: { at: number; part: number; size: number }[];
  /** How many records change between two runs, from which one on. */
  between: { part: number; size: number };
  faults: Record<number, Fault>;
  latencies: number[];
  /** After how many batches each run crashes; 0 for one that does not. */
  crashes: number[];
}

/** A record with its versions; the last one whose time has come is visible. */
interface Row {
  uid: string;
  versions: { number: number; stamp: number; visibleAt: number }[];
}

const cycle = (values: number[], number: number) => values[number % values.length] as number;

const iso = (time: number) => new Date(time).toISOString().replace("Z", "000+00:00");

/** Starts a server; its clock is the one of vitest, which the client reads, too. */
export function startModel(one: Case) {
  let now = START;
  let requests = 0;
  let isQuiet = false;
  const rows: Row[] = [];
  const setClock = () => vi.setSystemTime(now + one.ahead);
  const change = (row: Row) => {
    const stamp = now - (now % one.grain);
    row.versions.push({ number: row.versions.length + 1, stamp, visibleAt: now + one.late });
  };
  const add = () => {
    const row: Row = { uid: `row-${rows.length}`, versions: [] };
    rows.push(row);
    change(row);
  };
  const changeFrom = (part: number, size: number, step = 0) => {
    const first = Math.floor(part * rows.length);
    for (const row of rows.slice(first, first + size)) {
      change(row);
      now += step;
    }
    if (part > 1) add();
  };
  for (let n = 0; n < one.count; n++) {
    add();
    now += cycle(one.steps, n);
  }
  now += one.late;
  setClock();

  /** The clock goes on, and what changes with this request does. */
  const tick = (number: number) => {
    now += cycle(one.steps, number);
    for (const { at, part, size } of isQuiet ? [] : one.changes) if (at === number) changeFrom(part, size);
    setClock();
  };

  const fetch: ClientOptions["fetch"] = async (address, init) => {
    const number = ++requests;
    tick(number);
    const text = JSON.stringify(pageOf(one, visibleRecords(rows, now), new URL(address).searchParams));
    const headers = new Headers(one.isDated ? { date: new Date(now).toUTCString() } : {});
    for (let turn = cycle(one.latencies, number); turn > 0; turn--) await new Promise(setImmediate);
    init.signal?.throwIfAborted();
    const fault = isQuiet ? undefined : one.faults[number];
    if (fault === "reset") throw new TypeError("fetch failed");
    return new Response(fault === "cut" ? text.slice(1) : text, { headers, status: fault === "500" ? 500 : 200 });
  };
  return {
    rows,
    fetch,
    count: () => requests,
    /** What happens between two runs. */
    pause() {
      now += 5000;
      changeFrom(one.between.part, one.between.size, 30_000);
      now += one.late + 5000;
      setClock();
    },
    /** Nothing changes any more, and all that changed is visible, by every clock. */
    settle() {
      isQuiet = true;
      now += one.late + one.grain + Math.abs(one.ahead) + 2000;
      setClock();
    },
  };
}

/** A record as it is sent, and the moment by which it is in a window or not. */
interface Visible {
  stamp: number;
  record: { uid: string; updatedDate: string; updated_at: string; version: number };
}

/** The latest version of each record that shows by now. */
function visibleRecords(rows: Row[], now: number): Visible[] {
  return rows.flatMap(({ uid, versions }) => {
    const version = versions.filter(({ visibleAt }) => visibleAt <= now).at(-1);
    if (!version) return [];
    const { stamp, number } = version;
    return [{ stamp, record: { uid, updatedDate: iso(stamp), updated_at: iso(stamp), version: number } }];
  });
}

/** The page of a window that a request is answered with. */
function pageOf({ inclusive, clamp, shape }: Case, visible: Visible[], query: URLSearchParams): unknown {
  const [from = Number.NaN, to = Number.NaN] = ["updated_from", "updated_to"].map((name) =>
    Date.parse(query.get(name) ?? ""),
  );
  const isAfterStart = (stamp: number) => Number.isNaN(from) || stamp > from || (inclusive.from && stamp === from);
  const isBeforeEnd = (stamp: number) => stamp < to || (inclusive.to && stamp === to);
  const matching = visible.filter(({ stamp }) => isAfterStart(stamp) && isBeforeEnd(stamp));
  const offset = Number(query.get("offset"));
  const limit = Math.min(Number(query.get("limit")), clamp ?? 1000);
  const data = matching.slice(offset, offset + limit).map(({ record }) => record);
  if (shape === "array") return data;
  const next = offset + data.length < matching.length ? `/api/v1/reports?offset=${offset + limit}` : null;
  return { count: matching.length, next, previous: null, data };
}
