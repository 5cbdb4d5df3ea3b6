import { type FileHandle, open } from "node:fs/promises";
import { csvLine } from "../output/csv.js";
import type { Item } from "../output/format-table.js";
import type { RecordTable } from "./record-table.js";
import type { FileFormat, RecordWriter } from "./record-writer.js";

/** Opens a file for writing in the given format. */
export async function openWriter(format: FileFormat, path: string, table: RecordTable): Promise<RecordWriter> {
  if (format === "parquet") return (await import("./parquet-writer.js")).openParquet(path, table);
  const file = await open(path, "w");
  const toText = textFormat(format, table);
  const head = toText([]);
  if (head) await file.writeFile(head);
  return textWriter(file, toText);
}

/**
 * Returns the function that converts records to lines of NDJSON or CSV. Call it first without records to get the
 * header.
 */
export function textFormat(format: "ndjson" | "csv", { columns, rowOf }: RecordTable) {
  const names = columns.map(({ name }) => name);
  return (records: readonly Item[]): string => {
    if (format === "ndjson") return records.map((record) => `${JSON.stringify(record)}\n`).join("");
    if (records.length === 0) return csvLine(names);
    return records
      .map(rowOf)
      .map((row) => csvLine(names.map((name) => row[name])))
      .join("");
  };
}

const textWriter = (file: FileHandle, toText: (records: readonly Item[]) => string): RecordWriter => ({
  async write(records) {
    if (records.length > 0) await file.writeFile(toText(records));
  },
  end: () => file.close(),
  abandon: () => file.close(),
});
