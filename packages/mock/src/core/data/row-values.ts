import { formatTimestamp } from "@metadata-service/server-rules";
import type { SchemaObject } from "@metadata-service/spec-tools";
import type { Row } from "../values/value.js";
import { hashText } from "./hash.js";
import type { RecordMember } from "./record-members.js";
import type { Timeline } from "./timeline.js";
import { varyDigits } from "./vary-digits.js";

/** A change of a row: when, and which member of it takes another value. */
export interface Edit {
  readonly updatedAt: number;
  readonly member: RecordMember | undefined;
  readonly salt: number;
}

/** What the rows of a collection hold: worked out from the seed, the number of the row and what was edited in it. */
export interface RowValues {
  /** When a row was last changed, in microseconds since 1970. */
  updatedAt(row: number): number;
  memberValue(member: RecordMember, row: number): unknown;
  edit(row: number, edit: Edit): void;
  /** Works out when each row was last changed, a piece at a time; yields how many rows a piece had. */
  index(): Iterable<number>;
}

/** How many rows are indexed at a time: some ten milliseconds' worth. */
const INDEX_PIECE = 50_000;

/** @param size how many rows there are at the start */
export function createRowValues(
  members: readonly RecordMember[],
  timeline: Timeline,
  { seed, size }: { readonly seed: number; readonly size: number },
): RowValues {
  const streams = new Map(members.map((member) => [member.key, hashText(seed, member.key)]));
  const edits = new Map<number, Edit>();
  /** When the rows of the start were last changed, as far as that was worked out. */
  let indexed: Float64Array | undefined;

  const updatedAt = (row: number) =>
    edits.get(row)?.updatedAt ?? (indexed !== undefined && row < size ? (indexed[row] ?? 0) : timeline.updatedAt(row));

  return {
    updatedAt,
    memberValue(member, row) {
      const createdAt = timeline.createdAt(row);
      const edit = edits.get(row);
      const stream = (streams.get(member.key) ?? 0) ^ (edit?.member === member ? edit.salt : 0);
      const context: Row = { stream, row, createdAt, year: new Date(createdAt / 1000).getUTCFullYear(), depth: 0 };
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
    },
    edit: (row, edit) => void edits.set(row, edit),
    *index() {
      const moments = new Float64Array(size);
      for (let row = 0; row < size; ) {
        const start = row;
        for (const end = Math.min(size, start + INDEX_PIECE); row < end; row++) moments[row] = timeline.updatedAt(row);
        if (row === size) indexed = moments;
        yield row - start;
      }
    },
  };
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
