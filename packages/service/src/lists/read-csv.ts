import { Readable } from "node:stream";
import { type CsvError, parse } from "csv-parse";
import type { Line } from "./read-lines.js";

/** The type of a column; cells of type `json` contain JSON, for arrays and objects. */
export type ColumnType = "text" | "number" | "boolean" | "json";

/** A JSON number. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

interface Row {
  readonly record: readonly string[];
  /** The number of lines read so far. */
  readonly info: { readonly lines: number };
}

/**
 * Reads a CSV file (RFC 4180) with a header row, and converts each further row to a JSON object. An empty cell means
 * that the record does not have the field. A cell that does not match its column's type becomes a string, which the
 * schema then rejects with the name of the field.
 *
 * @param typeOf returns the type of a column by its name
 * @param onBytes called for every chunk, for a progress bar
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  typeOf: (column: string) => ColumnType,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Line[]> {
  let broken: Line | undefined;
  const rows = Readable.from(counted(source, onBytes)).pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      record_delimiter: ["\r\n", "\n"],
      // If this were a stream error, rows that were already read would be lost.
      skip_records_with_error: true,
      on_skip(error) {
        if (error) broken ??= brokenAt(error);
        return undefined;
      },
    }),
  );
  let columns: Columns | undefined;
  let next = 1;
  for await (const { record, info } of rows as AsyncIterable<Row>) {
    // Cells may contain line breaks; the number of a row is that of its first line.
    const number = next;
    next = info.lines + 1;
    // After this, it is unclear which row a quote belongs to.
    if (broken && info.lines >= broken.number) break;
    if (columns) yield [lineOf(columns, record, number, maxBytes)].flatMap((line) => line ?? []);
    else columns = record.map((name) => ({ name: name.trim(), type: typeOf(name.trim()) }));
  }
  if (broken) yield [broken];
}

function brokenAt({ message, ...about }: CsvError): Line {
  const number = Number(about["lines"] ?? 0);
  return {
    number,
    bytes: undefined,
    problem: `the row is not valid CSV (${message}); the rows after it were not read`,
  };
}

type Columns = readonly { readonly name: string; readonly type: ColumnType }[];

/** Undefined for a blank row. */
function lineOf(columns: Columns, cells: readonly string[], number: number, maxBytes: number): Line | undefined {
  if (cells.length === 1 && cells[0] === "" && columns.length > 1) return undefined;
  if (cells.length !== columns.length)
    return {
      number,
      bytes: undefined,
      problem: `the row has ${cells.length} cells, but the header has ${columns.length} names`,
    };
  const bytes = Buffer.from(objectText(columns, cells));
  return { number, bytes: bytes.length <= maxBytes ? bytes : undefined };
}

async function* counted(source: AsyncIterable<Uint8Array>, onBytes: (count: number) => void) {
  for await (const chunk of source) {
    onBytes(chunk.byteLength);
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

/** Returns JSON text, so that numbers keep their digits and duplicate names are detected when the text is parsed. */
function objectText(
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
  cells: readonly string[],
) {
  const fields = columns.flatMap(({ name, type }, index) => {
    const cell = cells[index] ?? "";
    return cell === "" ? [] : [`${JSON.stringify(name)}:${valueText(cell, type)}`];
  });
  return `{${fields.join(",")}}`;
}

function valueText(cell: string, type: ColumnType): string {
  if (type === "number" && NUMBER.test(cell)) return cell;
  if (type === "boolean" && (cell === "true" || cell === "false")) return cell;
  return type === "json" && isJson(cell) ? cell : JSON.stringify(cell);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
