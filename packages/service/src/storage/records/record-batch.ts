import { ArrayParameter } from "../sql/array-parameter.js";
import { microsOf } from "../sql/sql-moment.js";
import { bytesOfString, isUtf8 } from "../sql/string-bytes.js";

/** A record of a list, ready to be stored. */
export interface ListRecord {
  readonly uid: string;
  /** RFC 3339 date-times; empty if a metadata record has none. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** As JSON. */
  readonly document: string;
  /**
   * For list operations: the rules against which the record was validated, and its texts with other field names
   *. All records of a batch have the same rules and the same number of texts.
   */
  readonly shown?: { readonly rules: string; readonly renamed: readonly string[] };
}

/** The result of a batch. */
export interface WrittenCounts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The rejected records, by uid, with the reasons. */
  readonly refused?: readonly { readonly uid: string; readonly reason: string }[];
}

/** Records that are stored together. */
export interface RecordBatch {
  /** The number of records. */
  readonly size: number;
  has(uid: string): boolean;
  /** Adds a record. Returns whether it replaces one of the same batch with the same uid. */
  add(record: ListRecord): boolean;
  /** Stores the records in one transaction. Call this once; the batch cannot be used after it. */
  store(): Promise<WrittenCounts>;
}

/** The columns of a batch. */
export interface Columns {
  readonly uid: ArrayParameter;
  readonly createdAt: ArrayParameter;
  readonly updatedAt: ArrayParameter;
  readonly document: ArrayParameter;
  readonly renamed: readonly ArrayParameter[];
  readonly rules: string | null;
}

/** The initial sizes of columns in bytes, for a batch of usual records. Memory that is not written to is not used. */
const [KEY_BYTES, TEXT_BYTES] = [64 * 1024, 1024 * 1024];

/**
 * Creates an empty batch, which keeps its records as they are sent to the database.
 *
 * @param write stores the columns in one transaction
 */
export function createBatch(write: (columns: Columns) => Promise<WrittenCounts>): RecordBatch {
  /** The index of each record in the columns. */
  const indexes = new Map<string, number>();
  /** The indexes of records that later ones replace. */
  const replaced = new Set<number>();
  let columns: Columns | undefined;
  return {
    get size() {
      return indexes.size;
    },
    has: (uid) => indexes.has(uid),
    add(record) {
      columns ??= emptyColumns(record);
      const { uid, createdAt, updatedAt, document, shown } = record;
      const earlier = indexes.get(uid);
      if (earlier !== undefined) replaced.add(earlier);
      indexes.set(uid, columns.uid.count);
      if (isUtf8(uid)) columns.uid.addText(uid);
      else columns.uid.addBytes(bytesOfString(uid));
      columns.createdAt.addInt64(microsOf(createdAt));
      columns.updatedAt.addInt64(microsOf(updatedAt));
      columns.document.addText(document);
      for (const [index, column] of columns.renamed.entries()) column.addText(shown?.renamed[index] ?? "");
      return earlier !== undefined;
    },
    async store() {
      if (!columns) return { created: 0, changed: 0, unchanged: 0 };
      const { rules: _rules, renamed, ...others } = columns;
      if (replaced.size > 0) for (const column of [...Object.values(others), ...renamed]) column.remove(replaced);
      return write(columns);
    },
  };
}

function emptyColumns({ shown }: ListRecord): Columns {
  return {
    uid: new ArrayParameter("bytea", KEY_BYTES),
    createdAt: new ArrayParameter("timestamptz", KEY_BYTES),
    updatedAt: new ArrayParameter("timestamptz", KEY_BYTES),
    document: new ArrayParameter("text", TEXT_BYTES),
    renamed: (shown?.renamed ?? []).map(() => new ArrayParameter("text", TEXT_BYTES)),
    rules: shown?.rules ?? null,
  };
}
