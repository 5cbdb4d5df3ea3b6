import { type Instant, parseInstant } from "@metadata-service/server-rules";
import { type Comparison, own } from "@metadata-service/spec-tools";
import type { MemberKey, RecordMember } from "./record-members.js";
import type { RowOrder } from "./row-order.js";
import type { RowValues } from "./row-values.js";

/** A condition on a field of a record. */
export interface Condition {
  readonly key: MemberKey;
  readonly compare: Comparison;
  readonly value: unknown;
}

/** The filters and the sort order of a list request. */
export interface RowFilter {
  /** The window by `updatedAt`, in microseconds: from inclusive, to exclusive. */
  readonly from?: number;
  readonly to?: number;
  readonly conditions?: readonly Condition[];
  /** Text that at least one field must contain. */
  readonly search?: string;
  /** The fields to sort by, the most significant first; by default, rows are sorted by creation. */
  readonly sort?: readonly { readonly key: MemberKey; readonly descending: boolean }[];
}

/** Finds the rows that match a filter. */
export interface RowMatcher {
  /** Returns the matching row numbers in order; undefined if there is no filter and all rows match. */
  match(filter: RowFilter): readonly number[] | undefined;
  /** Returns the place of a row among those that match; -1 if it is none of them. */
  placeOf(row: number | undefined, filter: RowFilter): number;
  /** Returns the first row that has a value in one of these fields. */
  first(keys: readonly MemberKey[], value: unknown): number | undefined;
  /** Clears cached results after rows have changed. */
  clear(): void;
}

/** The maximum number of cached filter results. */
const MOST_FILTERS_KEPT = 8;

export function createRowMatcher(
  members: readonly RecordMember[],
  order: RowOrder,
  { updatedAt, memberValue, contentOf }: RowValues,
): RowMatcher {
  const found = new Map<string, readonly number[]>();
  /** Returns a function that returns the value of a field of a row; only some branches of a union may declare it. */
  const readerOf = (key: MemberKey): ((row: number) => unknown) => {
    const member = members.find((one) => one.key === key);
    return member ? (row) => memberValue(member, row) : (row) => own(contentOf(row), key);
  };

  function search(filter: RowFilter): number[] {
    const { from = -Infinity, to = Infinity, conditions = [], sort = [] } = filter;
    const tests = conditions.map(({ key, compare, value }) => ({ valueAt: readerOf(key), compare, value }));
    const text = filter.search?.toLowerCase();
    const rows: number[] = [];
    order.forEach((row) => {
      const updated = updatedAt(row);
      if (updated < from || updated >= to) return;
      if (!tests.every(({ valueAt, compare, value }) => matches(valueAt(row), compare, value))) return;
      if (text === undefined || members.some((member) => contains(memberValue(member, row), text))) rows.push(row);
    });
    return sort.length === 0 ? rows : sorted(rows, sort);
  }

  function sorted(rows: readonly number[], sort: NonNullable<RowFilter["sort"]>): number[] {
    const keys = sort.map(({ key, descending }) => ({ valueAt: readerOf(key), sign: descending ? -1 : 1 }));
    const entries = rows.map((row) => ({ row, values: keys.map(({ valueAt }) => valueAt(row)) }));
    entries.sort((a, b) => {
      for (const [index, { sign }] of keys.entries()) {
        const order = compareValues(a.values[index], b.values[index]);
        if (order !== 0) return order * sign;
      }
      return a.row - b.row;
    });
    return entries.map(({ row }) => row);
  }

  function match(filter: RowFilter): readonly number[] | undefined {
    if (Object.values(filter).every((part) => part === undefined)) return undefined;
    const key = JSON.stringify(filter);
    let rows = found.get(key);
    if (!rows) {
      rows = search(filter);
      if (found.size >= MOST_FILTERS_KEPT) found.clear();
      found.set(key, rows);
    }
    return rows;
  }

  return {
    match,
    placeOf: (row = -1, filter) => (match(filter) ?? order.slice(0, order.length)).indexOf(row),
    first: (keys, value) =>
      keys.flatMap((key) => match({ conditions: [{ key, compare: "equal", value }] })?.[0] ?? [])[0],
    clear: () => found.clear(),
  };
}

/** Whether a value satisfies a comparison with the wanted value, or with any of several. */
function matches(value: unknown, compare: Comparison, wanted: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return value.some((one) => matches(one, compare, wanted));
  if (Array.isArray(wanted)) return wanted.some((one) => matches(value, compare, one));
  const order = compareValues(value, wanted);
  switch (compare) {
    case "equal":
      return value === wanted || order === 0;
    case "from":
      return order >= 0;
    case "after":
      return order > 0;
    case "to":
      return order <= 0;
    case "before":
      return order < 0;
    case "contains":
      return contains(value, String(wanted).toLowerCase());
  }
}

function contains(value: unknown, text: string): boolean {
  return typeof value === "string" && value.toLowerCase().includes(text);
}

/** Compares numbers by value, timestamps by time and everything else as text; missing values come first. */
function compareValues(a: unknown, b: unknown): number {
  const [isThere, isOtherThere] = [a !== undefined && a !== null, b !== undefined && b !== null];
  if (!isThere || !isOtherThere) return Number(isThere) - Number(isOtherThere);
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [momentOf(a), momentOf(b)];
  if (left && right)
    return left.seconds - right.seconds || Number(`0.${left.fraction}`) - Number(`0.${right.fraction}`);
  const [text, other] = [String(a), String(b)];
  return text < other ? -1 : text > other ? 1 : 0;
}

function momentOf(value: unknown): Instant | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  try {
    return parseInstant(value);
  } catch {
    return undefined;
  }
}
