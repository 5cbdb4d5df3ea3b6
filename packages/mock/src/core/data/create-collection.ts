import { memberKey, type OperationRules, type PaginationRules, type Rules } from "@metadata-service/server-rules";
import { createValueMaker } from "../values/value-maker.js";
import { fraction, hash, hashText } from "./hash.js";
import { createRowMatcher, type RowFilter } from "./match-rows.js";
import { type RecordMember, recordMembers } from "./record-members.js";
import { createRowOrder, type RowOrder } from "./row-order.js";
import { createRowValues, type RowValues } from "./row-values.js";
import { createTimeline, type Timeline } from "./timeline.js";

/**
 * The generated records of one collection. A record is worked out when it is asked for, from the seed and its number
 * alone: a million of them cost nothing until somebody reads them. Only changes are stored.
 */
export interface Collection {
  readonly name: string;
  /** How many rows match. */
  count(filter: RowFilter): number;
  /** Some of the rows that match, in order, in the member names of an operation. */
  read(pagination: PaginationRules, filter: RowFilter, offset: number, limit: number): unknown[];
  /** Works out when each row was last changed, a piece at a time; yields how many rows a piece had. */
  index(): Iterable<number>;
  /** Adds, changes and removes rows, drawn by the seed. */
  drift(changes: Changes): void;
}

/** How many rows to add, to change and to remove. */
export interface Changes {
  readonly insert?: number;
  readonly edit?: number;
  readonly delete?: number;
}

/** How many records are kept once they were worked out. */
const MOST_RECORDS_KEPT = 20_000;
/** How many rows a list may grow to by drift. */
const MOST_ROWS = 2_000_000;

/** Makes the collection that these operations list. */
export function createCollection(
  rules: Rules,
  operations: readonly OperationRules[],
  options: { readonly name: string; readonly size: number; readonly seed: number },
): Collection {
  const { name, size } = options;
  const seed = hashText(options.seed, name);
  const members = recordMembers(createValueMaker(rules.document, rules.schemas), operations);
  const timeline = createTimeline(seed, size);
  const order = createRowOrder(size);
  const values = createRowValues(members, timeline, { seed, size });
  const matcher = createRowMatcher(members, order, values);
  const recordOf = createRecordReader(members, values);
  const change = createDrift(seed, { order, values, timeline, members });

  return {
    name,
    count: (filter) => matcher.match(filter)?.length ?? order.length,
    read(pagination, filter, offset, limit) {
      const rows = matcher.match(filter)?.slice(offset, offset + limit) ?? order.slice(offset, limit);
      return rows.map((row) => recordOf.read(pagination, row));
    },
    index: values.index,
    drift(changes) {
      change(changes);
      recordOf.clear();
      matcher.clear();
    },
  };
}

/** Makes records out of rows, in the member names of an operation, and keeps the last ones. */
function createRecordReader(members: readonly RecordMember[], { memberValue }: RowValues) {
  const views = new Map<string, ReadonlyMap<string, RecordMember>>();
  const records = new Map<string, unknown>();

  /** The members that an operation shows, by the names that it gives them. */
  function viewOf(pagination: PaginationRules): ReadonlyMap<string, RecordMember> {
    const { pointer } = pagination.record;
    const known = views.get(pointer);
    if (known) return known;
    const view = new Map(
      [...pagination.members.keys()].flatMap((property) => {
        const member = members.find(({ key }) => key === memberKey(pagination, property));
        return member ? [[property, member]] : [];
      }),
    );
    views.set(pointer, view);
    return view;
  }

  return {
    read(pagination: PaginationRules, row: number): unknown {
      const key = `${pagination.record.pointer} ${row}`;
      const known = records.get(key);
      if (known) return known;
      const record = Object.fromEntries(
        [...viewOf(pagination)].map(([property, member]) => [property, memberValue(member, row)]),
      );
      if (records.size >= MOST_RECORDS_KEPT) records.clear();
      records.set(key, record);
      return record;
    },
    clear: () => records.clear(),
  };
}

/** Changes rows as the scenario wants it: the same ones for the same seed. */
function createDrift(
  seed: number,
  {
    order,
    values,
    timeline,
    members,
  }: { order: RowOrder; values: RowValues; timeline: Timeline; members: readonly RecordMember[] },
): (changes: Changes) => void {
  const editable = members.filter(isEditable);
  let changes = 0;
  return ({ insert = 0, edit = 0, delete: remove = 0 }) => {
    // Removals come from the older half: there they shift the pages that are still to be read.
    for (let n = 0; n < remove && order.length > 0; n++)
      order.removeAt(Math.floor((fraction(hash(seed, ++changes)) * order.length) / 2));
    for (let n = 0; n < edit && order.length > 0; n++) {
      const row = order.at(Math.floor(fraction(hash(seed, ++changes)) * order.length));
      const salt = hash(seed, changes);
      const member = editable[salt % Math.max(editable.length, 1)];
      values.edit(row, { updatedAt: timeline.end + changes * 1_000_000, member, salt });
    }
    for (let n = 0; n < insert && order.length < MOST_ROWS; n++) order.append();
  };
}

/** Whether an edit may change a member: none that plays a part in paging, and no number that is there once. */
function isEditable({ key, schema }: RecordMember): boolean {
  return (
    !key.startsWith("@") && !schema.examples?.some((example) => typeof example === "string" && /\d{6}/.test(example))
  );
}
