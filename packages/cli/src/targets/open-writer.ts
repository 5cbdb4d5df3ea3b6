import { open } from "node:fs/promises";
import { csvLine, csvRow } from "../output/csv.js";
import type { Item } from "../output/format-table.js";
import { joinTexts, mapped } from "../output/join-texts.js";
import { jsonText } from "../output/json-text.js";
import type { Part } from "./part-file.js";
import type { RecordTable } from "./record-table.js";
import type { FileFormat, RecordWriter } from "./record-writer.js";

export async function openWriter(format: FileFormat, part: Part, table: RecordTable): Promise<RecordWriter> {
  if (format === "parquet") return (await import("./parquet-writer.js")).openParquet(part.path, table);
  const { head, textsOf } = textFormat(format, table);
  const file = await open(part.path, part.flag);
  const write = async (texts: Iterable<string>) => {
    for (const text of texts) await file.writeFile(text);
  };
  let isStarted = false;
  const start = async () => {
    if (!isStarted && head !== "") await write([head]);
    isStarted = true;
  };
  return {
    async write(records) {
      await start();
      await write(textsOf(records));
    },
    async end() {
      await start();
      await file.close();
    },
    // It is closed already if closing it failed.
    abandon: () => file.close().catch(() => {}),
  };
}

/** How records are written as text: the header, and the lines of some records, joined to texts that can be written. */
export interface TextFormat {
  readonly head: string;
  textsOf(records: readonly Item[]): Iterable<string>;
}

/** Returns how records are written as NDJSON or CSV. */
export function textFormat(format: "ndjson" | "csv", { columns, rowOf }: RecordTable): TextFormat {
  if (format === "ndjson")
    return { head: "", textsOf: (records) => joinTexts(mapped(records, (record) => `${jsonText(record)}\n`)) };
  const types = columns.map(({ type }) => type);
  return {
    head: csvLine(columns.map(({ name }) => name)),
    textsOf: (records) => joinTexts(mapped(records, (record) => csvRow(rowOf(record), types))),
  };
}
