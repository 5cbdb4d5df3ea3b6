import type { Item } from "../output/format-table.js";

/** Writes records to a file of one format. */
export interface RecordWriter {
  write(records: readonly Item[]): Promise<void>;
  end(): Promise<void>;
}

export type FileFormat = "ndjson" | "csv" | "parquet";
