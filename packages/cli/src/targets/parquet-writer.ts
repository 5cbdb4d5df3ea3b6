import { fileWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import type { Column } from "../command-table.js";
import { jsonText } from "../output/json-text.js";
import { daysOf, microsOf } from "./fits.js";
import type { RecordColumn, RecordTable } from "./record-table.js";
import type { RecordWriter } from "./record-writer.js";

/** Rows per row group; they are in memory until they are written. */
const GROUP = 20_000;

const TYPES: Readonly<Record<Column["type"], Partial<SchemaElement>>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT64" },
  number: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  date: { type: "INT32", converted_type: "DATE" },
  timestamp: {
    type: "INT64",
    converted_type: "TIMESTAMP_MICROS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
  },
  json: { type: "BYTE_ARRAY", converted_type: "JSON" },
};

/** Converts values of some types to those that the library expects. */
const CONVERT: Partial<Record<Column["type"], (value: unknown) => unknown>> = {
  // The library copies other objects, and loses fields such as `__proto__`.
  json: (value) => Object.assign(Object.create(null), { toJSON: () => value }),
  integer: (value) => BigInt(value as number),
  date: (value) => daysOf(value as string),
  timestamp: (value) => microsOf(value as string),
};

/** The column for everything else contains text, because readers may not accept all that it holds as JSON. */
const typeOf = ({ isOthers, type }: RecordColumn) => (isOthers ? "text" : type);

/** Opens a Parquet file for writing, compressed with Snappy. */
export function openParquet(path: string, { identity, columns, rowOf }: RecordTable): RecordWriter {
  const schema: SchemaElement[] = columns.map((column) => ({
    name: column.name,
    repetition_type: column.name === identity ? "REQUIRED" : "OPTIONAL",
    ...TYPES[typeOf(column)],
  }));
  const converters = columns.map((column) => (column.isOthers ? jsonText : CONVERT[column.type]));
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [{ name: "root", num_children: schema.length }, ...schema],
  });
  const newGroup = () => columns.map(({ name }) => ({ name, data: [] as unknown[] }));
  let group = newGroup();
  let rows = 0;
  const flush = async () => {
    if (rows === 0) return;
    await writer.write({ columnData: group, rowGroupSize: GROUP });
    group = newGroup();
    rows = 0;
  };
  return {
    async write(records) {
      for (const record of records) {
        const row = rowOf(record);
        for (const [i, convert] of converters.entries()) {
          const value = row[i] ?? null;
          const converted = value === null ? null : (convert?.(value) ?? value);
          group[i]?.data.push(converted);
        }
        if (++rows === GROUP) await flush();
      }
    },
    async end() {
      await flush();
      await writer.finish();
    },
    // Nothing to close: the library opens the file separately for each write.
    abandon: async () => {},
  };
}
