import type { MemberKey, RecordMember } from "./record-members.js";
import type { RowOrder } from "./row-order.js";
import type { RowValues } from "./row-values.js";

/** Which rows a list request asks for. */
export interface RowFilter {
  /** The window by updated date in microseconds, from inclusive, to exclusive. */
  readonly from?: number;
  readonly to?: number;
  /** Members that must have a value, by their key. */
  readonly equal?: Readonly<Record<MemberKey, unknown>>;
}

/** Finds the rows that match a filter. */
export interface RowMatcher {
  /** The rows that match, in order; undefined where all of them do. */
  match(filter: RowFilter): readonly number[] | undefined;
  /** Forgets what was found: the rows have changed. */
  clear(): void;
}

/** How many filters are kept once they were run. */
const MOST_FILTERS_KEPT = 8;

export function createRowMatcher(
  members: readonly RecordMember[],
  order: RowOrder,
  { updatedAt, memberValue }: RowValues,
): RowMatcher {
  const found = new Map<string, readonly number[]>();

  function search({ from = -Infinity, to = Infinity, equal = {} }: RowFilter): number[] {
    const conditions = Object.entries(equal).map(([key, value]) => ({
      member: members.find((member) => member.key === key),
      value,
    }));
    const rows: number[] = [];
    order.forEach((row) => {
      const updated = updatedAt(row);
      if (updated < from || updated >= to) return;
      if (conditions.every(({ member, value }) => member && equals(memberValue(member, row), value))) rows.push(row);
    });
    return rows;
  }

  return {
    match(filter) {
      const { from, to, equal = {} } = filter;
      const wanted = Object.entries(equal);
      if (from === undefined && to === undefined && wanted.length === 0) return undefined;
      const key = JSON.stringify([from, to, wanted]);
      let rows = found.get(key);
      if (!rows) {
        rows = search(filter);
        if (found.size >= MOST_FILTERS_KEPT) found.clear();
        found.set(key, rows);
      }
      return rows;
    },
    clear: () => found.clear(),
  };
}

/** Whether a member has the value of a filter, or one of its values where it has several. */
function equals(value: unknown, wanted: unknown): boolean {
  return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
}
