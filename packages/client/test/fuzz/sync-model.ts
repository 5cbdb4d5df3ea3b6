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
  /** Which responses have a `Date`: at most every second one if "sometimes". */
  dated: "always" | "never" | "sometimes";
  /** How far the clock of the client is ahead, in milliseconds. */
  ahead: number;
  /** What timestamps are rounded down to, in milliseconds. */
  grain: number;
  /** How long a change takes to become visible, in milliseconds, at most. */
  late: number;
  /** What part of that each change takes, repeated: changes become visible in another order than they are made. */
  lateParts: number[];
  /** By what the server sorts a list. */
  order: "created" | "updated" | "newest first" | "last updated first";
  inclusive: { from: boolean; to: boolean };
  /** Whether the server ignores milliseconds in the window that it is asked for. */
  isWindowCoarse: boolean;
  /** How far the clock goes with each request, in milliseconds. */
  steps: number[];
  /** What changes when a run sends a request: a number of records, from a given one on, are updated or deleted, or new ones are added. */
  changes: (Change & { run: number; at: number })[];
  /** What changes after each run, and how much time goes by before and after. */
  pauses: (Change & { wait: number })[];
  faults: Record<number, Fault>;
  latencies: number[];
  /** After how many batches each run crashes; 0 for one that does not. */
  crashes: number[];
}

export interface Change {
  kind: "update" | "delete" | "add";
  /** The first record, as a part of their number. */
  part: number;
  size: number;
}

/** A record with its versions; the last one whose time has come is visible. */
interface Row {
  uid: string;
  versions: { number: number; stamp: number; visibleAt: number }[];
}

const cycle = <T>(values: readonly T[], number: number) => values[number % values.length] as T;

const iso = (time: number) => new Date(time).toISOString().replace("Z", "000+00:00");

/** Starts a server; its clock is the one of vitest, which the client reads, too. */
export function startModel(one: Case) {
  let now = START;
  let requests = 0;
  let run = 0;
  /** The requests of this run. */
  let sent = 0;
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

  /** The clock goes on, and what changes with this request does. */
  const tick = (number: number) => {
    now += cycle(one.steps, number);
    sent++;
    for (const each of isQuiet ? [] : one.changes) if (each.run === run && each.at === sent) change(each);
    setClock();
  };

  const fetch: ClientOptions["fetch"] = async (address, init) => {
    const number = ++requests;
    tick(number);
    const visible = sorted(visibleRecords(rows, now), one.order);
    const text = JSON.stringify(pageOf(one, visible, new URL(address).searchParams));
    const isDated = one.dated === "always" || (one.dated === "sometimes" && number % 2 === 0);
    const headers = new Headers(isDated ? { date: new Date(now).toUTCString() } : {});
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
    /** What happens after a run. */
    pause() {
      const { wait, ...each } = cycle(one.pauses, run++);
      now += wait;
      change(each, wait);
      now += wait;
      sent = 0;
      setClock();
    },
    /** The versions that show by now, of a time that is over by every clock: a sync that begins now has to return them. */
    due(): ReadonlyMap<string, number> {
      const end = now + Math.min(0, one.ahead) - one.grain - 2000;
      const shown = visibleRecords(rows, now).filter(({ stamp }) => stamp <= end);
      return new Map(shown.map(({ record }) => [record.uid, record.version]));
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

function sorted(visible: Visible[], order: Case["order"]): Visible[] {
  if (order.includes("updated")) visible.sort((one, other) => one.stamp - other.stamp);
  return order.endsWith("first") ? visible.reverse() : visible;
}

/** The page of a window that a request is answered with. */
function pageOf(
  { inclusive, clamp, shape, isWindowCoarse }: Case,
  visible: Visible[],
  query: URLSearchParams,
): unknown {
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
  if (shape === "array") return data;
  const next = offset + data.length < matching.length ? `/api/v1/reports?offset=${offset + limit}` : null;
  return { count: matching.length, next, previous: null, data };
}
