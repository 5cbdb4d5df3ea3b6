import { formatTimestamp } from "@metadata-service/server-rules";
import type { SchemaObject } from "@metadata-service/spec-tools";
import { own } from "@metadata-service/spec-tools";
import { FIRST_ADDED, type RowContent, type StoredRows } from "../memory/stored-rows.js";
import type { Row } from "../values/value.js";
import { hashText } from "./hash.js";
import type { RecordMember } from "./record-members.js";
import type { Timeline } from "./timeline.js";
import { varyDigits } from "./vary-digits.js";

/** A simulated change of a row: its time, and the field that gets a new value. */
export interface Edit {
  readonly updatedAt: number;
  readonly member: RecordMember | undefined;
  readonly salt: number;
}

/** The values of a collection's rows, computed from the seed, the row number and the changes made to the row. */
export interface RowValues {
  /** When a row was last changed, in microseconds since 1970. */
  updatedAt(row: number): number;
  createdAt(row: number): number;
  /**
   * Returns the value of a field: as sent by a client, or generated. Undefined if the row was stored by a client
   * without this field.
   */
  memberValue(member: RecordMember, row: number): unknown;
  /** The generated value of a field, regardless of what a client sent. */
  generated(member: RecordMember, row: number): unknown;
  /** The random stream for values that concern the whole record. */
  contextOf(row: number): Row;
  edit(row: number, edit: Edit): void;
  /** Sets the creation time of a row that drift added. */
  setCreatedAt(row: number, createdAt: number): void;
  /** Computes in chunks when each row was last changed; yields the number of rows in each chunk. */
  index(): Iterable<number>;
}

/** Rows per indexing chunk; a chunk takes about ten milliseconds. */
const INDEX_PIECE = 50_000;

/** The numbers between those of the generated rows and of the created ones are for rows that drift adds. */
const DRIFT = 10_000;

/** The inputs from which rows are computed. */
export interface RowSource {
  readonly seed: number;
  /** How many rows there are at the start. */
  readonly size: number;
  readonly stored: StoredRows;
  /** The number after which those of new records begin. */
  readonly firstIdentity: number;
  /** Fields with the same value in every generated row. */
  readonly fixed: RowContent;
}

export function createRowValues(
  members: readonly RecordMember[],
  timeline: Timeline,
  { seed, size, stored, firstIdentity, fixed }: RowSource,
): RowValues {
  const streams = new Map(members.map((member) => [member.key, hashText(seed, member.key)]));
  const edits = new Map<number, Edit>();
  /** The creation times of rows added by drift, by row number minus `size`. */
  const births: number[] = [];
  /** The last change of each initial row, once `index()` has run. */
  let indexed: Float64Array | undefined;

  const createdAt = (row: number) => stored.moments(row)?.createdAt ?? births[row - size] ?? timeline.createdAt(row);
  const updatedAt = (row: number) =>
    edits.get(row)?.updatedAt ??
    stored.moments(row)?.updatedAt ??
    births[row - size] ??
    (indexed !== undefined && row < size ? (indexed[row] ?? 0) : timeline.updatedAt(row));
  const contextOf = (row: number): Row => {
    const moment = createdAt(row);
    return { stream: seed, row, createdAt: moment, year: new Date(moment / 1000).getUTCFullYear(), depth: 0 };
  };
  const streamOf = (member: RecordMember, edit: Edit | undefined) =>
    (streams.get(member.key) ?? 0) ^ (edit?.member === member ? edit.salt : 0);

  /** Whether to return a timestamp exactly as the user wrote it, which ends when the row is changed. */
  const isKept = ({ key }: RecordMember, content: RowContent, row: number) =>
    Object.hasOwn(content, key) && stored.moments(row)?.isPreset === true && !edits.has(row);

  function generated(member: RecordMember, row: number): unknown {
    if (Object.hasOwn(fixed, member.key)) return fixed[member.key];
    const context: Row = { ...contextOf(row), stream: streamOf(member, edits.get(row)) };
    const made = member.isUnique
      ? identityOf(member, { ...context, row: row < FIRST_ADDED ? row : firstIdentity + DRIFT + row - FIRST_ADDED })
      : timeOf(member, context, { createdAt, updatedAt });
    return made !== undefined && member.fits(made) ? made : member.generate(context);
  }

  return {
    createdAt,
    updatedAt,
    contextOf,
    generated,
    memberValue(member, row) {
      const content = stored.content(row);
      if (!content || edits.get(row)?.member === member) return generated(member, row);
      if (MOMENTS.has(member.key) && !isKept(member, content, row)) return generated(member, row);
      return own(content, member.key);
    },
    edit: (row, edit) => void edits.set(row, edit),
    setCreatedAt(row, moment) {
      births[row - size] = moment;
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
  };
}

/** The fields whose values depend on when the row was created and changed. */
const MOMENTS = new Set(["@createdAt", "@updatedAt"]);

/** Returns a timestamp of a row; undefined for any other field. */
function timeOf(
  member: RecordMember,
  context: Row,
  { createdAt, updatedAt }: Pick<RowValues, "createdAt" | "updatedAt">,
): unknown {
  switch (member.key) {
    case "@createdAt":
      return timestamp(member.schema, createdAt(context.row));
    case "@updatedAt":
      return timestamp(member.schema, updatedAt(context.row));
    default:
      return undefined;
  }
}

/** Creates an identifier like the example, with the row number in its last digits. */
export function identityOf({ schema, generate }: Pick<RecordMember, "schema" | "generate">, row: Row): unknown {
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
