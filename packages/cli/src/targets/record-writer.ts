import type { Item } from "../output/format-table.js";

/** Writes records to a file of one format. */
export interface RecordWriter {
  write(records: readonly Item[]): Promise<void>;
  end(): Promise<void>;
  /** Closes the file without completing it. */
  abandon(): Promise<void>;
}

export type FileFormat = "ndjson" | "csv" | "parquet";
