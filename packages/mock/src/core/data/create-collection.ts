import {
  formatTimestamp,
  memberKey,
  type OperationRules,
  type PaginationRules,
  type Rules,
} from "@metadata-service/server-rules";
import type { SchemaObject } from "@metadata-service/spec-tools";
import type { Row } from "./generate-value.js";
import { fraction, hash, hashText } from "./hash.js";
import { type MemberKey, type RecordMember, recordMembers } from "./record-members.js";
import { createRowOrder } from "./row-order.js";
import { createTimeline } from "./timeline.js";
import { varyDigits } from "./vary-digits.js";

/** Which rows a list request asks for. */
export interface RowFilter {
  /** The window by updated date in microseconds, from inclusive, to exclusive. */
  readonly from?: number;
  readonly to?: number;
  /** Members that must have a value, by their key. */
  readonly equal?: Readonly<Record<MemberKey, unknown>>;
}

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
  drift(changes: { readonly insert?: number; readonly edit?: number; readonly delete?: number }): void;
}

/** How many records are kept once they were worked out, and how many filters once they were run. */
const MOST_RECORDS_KEPT = 20_000;
const MOST_FILTERS_KEPT = 8;
/** How many rows are indexed at a time: some ten milliseconds' worth. */
const INDEX_PIECE = 50_000;

/** Makes the collection that these operations list. */
export function createCollection(
  rules: Rules,
  operations: readonly OperationRules[],
  options: { readonly name: string; readonly size: number; readonly seed: number },
): Collection {
  const { name, size } = options;
  const seed = hashText(options.seed, name);
  const members = recordMembers(rules, operations);
  const streams = new Map(members.map((member) => [member.key, hashText(seed, member.key)]));
  const timeline = createTimeline(seed, size);
  const order = createRowOrder(size);
  const editable = members.filter(isEditable);
  const edits = new Map<number, Edit>();
  const views = new Map<string, ReadonlyMap<string, RecordMember>>();
  const records = new Map<string, unknown>();
  const matches = new Map<string, readonly number[]>();
  let changes = 0;

  /** When the rows of the start were last changed, as far as that was worked out. */
  let indexed: Float64Array | undefined;

  const updatedAt = (row: number) =>
    edits.get(row)?.updatedAt ?? (indexed !== undefined && row < size ? (indexed[row] ?? 0) : timeline.updatedAt(row));

  function memberValue(member: RecordMember, row: number): unknown {
    const createdAt = timeline.createdAt(row);
    const edit = edits.get(row);
    const stream = (streams.get(member.key) ?? 0) ^ (edit?.member === member ? edit.salt : 0);
    const context: Row = { stream, row, createdAt, year: new Date(createdAt / 1000).getUTCFullYear() };
    switch (member.key) {
      case "@identity":
        return identity(member, context);
      case "@createdAt":
        return timestamp(member.schema, createdAt);
      case "@updatedAt":
        return timestamp(member.schema, updatedAt(row));
      default:
        return member.generate(context);
    }
  }

  /** The members that an operation shows, by the names that it gives them. */
  function viewOf(pagination: PaginationRules): ReadonlyMap<string, RecordMember> {
    const { pointer } = pagination.record;
    let view = views.get(pointer);
    if (!view) {
      view = new Map(
        [...pagination.members.keys()].flatMap((property) => {
          const member = members.find(({ key }) => key === memberKey(pagination, property));
          return member ? [[property, member]] : [];
        }),
      );
      views.set(pointer, view);
    }
    return view;
  }

  function recordOf(pagination: PaginationRules, row: number): unknown {
    const key = `${pagination.record.pointer} ${row}`;
    let record = records.get(key);
    if (!record) {
      record = Object.fromEntries(
        [...viewOf(pagination)].map(([property, member]) => [property, memberValue(member, row)]),
      );
      if (records.size >= MOST_RECORDS_KEPT) records.clear();
      records.set(key, record);
    }
    return record;
  }

  /** The rows that match, in order; undefined where all of them do. */
  function matching(filter: RowFilter): readonly number[] | undefined {
    const { from = -Infinity, to = Infinity, equal = {} } = filter;
    const wanted = Object.entries(equal);
    if (from === -Infinity && to === Infinity && wanted.length === 0) return undefined;
    const key = JSON.stringify([filter.from, filter.to, wanted]);
    let rows = matches.get(key);
    if (!rows) {
      const found: number[] = [];
      const conditions = wanted.map(([memberName, value]) => ({
        member: members.find((member) => member.key === memberName),
        value,
      }));
      order.forEach((row) => {
        const updated = updatedAt(row);
        if (updated < from || updated >= to) return;
        if (conditions.every(({ member, value }) => member && equals(memberValue(member, row), value))) found.push(row);
      });
      rows = found;
      if (matches.size >= MOST_FILTERS_KEPT) matches.clear();
      matches.set(key, rows);
    }
    return rows;
  }

  return {
    name,
    count: (filter) => matching(filter)?.length ?? order.length,
    read(pagination, filter, offset, limit) {
      const rows = matching(filter)?.slice(offset, offset + limit) ?? order.slice(offset, limit);
      return rows.map((row) => recordOf(pagination, row));
    },
    *index() {
      const moments = new Float64Array(size);
      for (let row = 0; row < size; ) {
        const start = row;
        for (const end = Math.min(size, start + INDEX_PIECE); row < end; row++) moments[row] = timeline.updatedAt(row);
        if (row === size) indexed = moments;
        yield row - start;
      }
    },
    drift({ insert = 0, edit = 0, delete: remove = 0 }) {
      // Removals come from the older half: there they shift the pages that are still to be read.
      for (let n = 0; n < remove && order.length > 0; n++)
        order.removeAt(Math.floor((fraction(hash(seed, ++changes)) * order.length) / 2));
      for (let n = 0; n < edit && order.length > 0; n++) {
        const row = order.at(Math.floor(fraction(hash(seed, ++changes)) * order.length));
        const salt = hash(seed, changes);
        const member = editable[salt % Math.max(editable.length, 1)];
        edits.set(row, { updatedAt: timeline.end + changes * 1_000_000, member, salt });
      }
      for (let n = 0; n < insert; n++) order.append();
      records.clear();
      matches.clear();
    },
  };
}

/** Whether a member has the value of a filter, or one of its values where it has several. */
function equals(value: unknown, wanted: unknown): boolean {
  return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
}

/** A change of a row: when, and which member of it takes another value. */
interface Edit {
  readonly updatedAt: number;
  readonly member: RecordMember | undefined;
  readonly salt: number;
}

/** Whether an edit may change a member: none that plays a part in paging, and no number that is there once. */
function isEditable({ key, schema }: RecordMember): boolean {
  return (
    !key.startsWith("@") && !schema.examples?.some((example) => typeof example === "string" && /\d{6}/.test(example))
  );
}

/** An identifier of the form of the example, with the number of the row in its last digits. */
function identity({ schema, generate }: RecordMember, row: Row): unknown {
  if (schema.type === "integer" || schema.type === "number") return row.row + 1;
  const example = schema.examples?.find((one) => typeof one === "string");
  if (schema.format === "uuid") return generate(row);
  if (typeof example !== "string") return String(row.row + 1);
  const digits = /\d+(?=\D*$)/.exec(example);
  if (!digits) return `${example}-${row.row + 1}`;
  const { index, 0: run } = digits;
  const before = varyDigits(example.slice(0, index), row);
  return before + String(row.row + 1).padStart(run.length, "0") + example.slice(index + run.length);
}

function timestamp(schema: SchemaObject, microseconds: number): unknown {
  const milliseconds = Math.floor(microseconds / 1000);
  if (schema.type === "integer" || schema.type === "number") return milliseconds;
  return schema.format === "date"
    ? new Date(milliseconds).toISOString().slice(0, 10)
    : formatTimestamp(milliseconds, microseconds - milliseconds * 1000);
}
