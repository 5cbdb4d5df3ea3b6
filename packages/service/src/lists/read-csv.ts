import { type CsvError, parse } from "csv-parse/sync";
import { type Line, type RecordEnds, readLines } from "./read-lines.js";

/** The type of a column; cells of type `json` contain JSON, for arrays and objects. */
export type ColumnType = "text" | "number" | "boolean" | "json";

/** A JSON number. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads a CSV file (RFC 4180) with a header row, and converts each further row to a JSON object. An empty cell means
 * that the record does not have the field. A cell that does not match its column's type becomes a string, which the
 * schema then rejects with the name of the field.
 *
 * Rows are separated before they are parsed, so that a row of any length needs no more memory than the longest valid one.
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
  let columns: Columns | undefined;
  for await (const lines of readLines(source, maxBytes, onBytes, rowEnds())) {
    const found: Line[] = [];
    for (const { rows, unusable, isLast } of parsed(lines, maxBytes)) {
      const first = columns ? undefined : rows.shift();
      columns ??= first?.cells.map((name) => ({ name: name.trim(), type: typeOf(name.trim()) }));
      const header = columns ?? [];
      found.push(...rows.flatMap(({ cells, number }) => lineOf(header, cells, number, maxBytes)), ...(unusable ?? []));
      // After a broken row, it is unclear which row a quote belongs to; without a header, what the cells mean.
      if (isLast || !columns) {
        yield found;
        return;
      }
    }
    yield found;
  }
}

/** Consecutive rows that were parsed together. */
interface ParsedRows {
  readonly rows: { readonly number: number; readonly cells: readonly string[] }[];
  /** The row after them, if it is too long or broken. */
  readonly unusable?: readonly [Line];
  /** Whether rows after them cannot be read. */
  readonly isLast?: boolean;
}

/** Parses rows together if they are consecutive, because each call of the parser has a cost. */
function* parsed(lines: readonly Line[], maxBytes: number): Generator<ParsedRows> {
  let together: Line[] = [];
  for (const line of lines) {
    if (line.bytes) {
      together.push(line);
      continue;
    }
    const before = parseRows(together);
    yield before.isLast ? before : { ...before, ...ofTooLong(line, maxBytes) };
    together = [];
  }
  if (together.length > 0) yield parseRows(together);
}

function ofTooLong({ number, head }: Line, maxBytes: number): Omit<ParsedRows, "rows"> {
  // A quote in the wrong place makes everything up to the next quote one row, which is then too long.
  const { unusable, isLast } = parseRows([{ number, bytes: head }]);
  if (isLast && !unusable?.[0].problem?.includes(NOT_CLOSED)) return { unusable, isLast };
  const problem = `a row must have at most ${maxBytes} bytes; check whether it has a quote that is not closed`;
  return { unusable: [{ number, bytes: undefined, problem }] };
}

/** The message of the parser about a row that was cut off within quotes. */
const NOT_CLOSED = "Quote Not Closed";

function parseRows(lines: readonly Line[]): ParsedRows {
  let wrong: CsvError | undefined;
  const found = parse(Buffer.concat(lines.flatMap(({ bytes }) => [bytes ?? EMPTY, LINE_BREAK])), {
    bom: lines[0]?.number === 1,
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n"],
    // If this were an exception, rows that were already read would be lost.
    skip_records_with_error: true,
    on_skip(error) {
      wrong ??= error;
      return undefined;
    },
  });
  const numberOf = (index: number) => lines[index]?.number ?? 1;
  const rows = found
    .slice(0, wrong && Number(wrong["records"]))
    .map((cells, index) => ({ cells, number: numberOf(index) }));
  return wrong ? { rows, unusable: [brokenAt(numberOf(rows.length), wrong)], isLast: true } : { rows };
}

const EMPTY = Buffer.alloc(0);
const LINE_BREAK = Buffer.from("\n");
const [QUOTE, LINE_FEED] = [34, 10];

/** Finds line feeds outside of quotes. */
function rowEnds(): RecordEnds {
  let isQuoted = false;
  let lines = 0;
  return {
    find(chunk, from) {
      for (let at = from; at < chunk.length; at++) {
        if (chunk[at] === QUOTE) isQuoted = !isQuoted;
        else if (chunk[at] !== LINE_FEED) continue;
        else if (isQuoted) lines++;
        else return at;
      }
      return -1;
    },
    takeLines() {
      const taken = lines;
      lines = 0;
      return taken;
    },
  };
}

function brokenAt(number: number, { message }: CsvError): Line {
  // The number of the line is reported with the problem; that in the message counts from another line.
  const what = message.replace(/ (?:at|on) line \d+/, "");
  return { number, bytes: undefined, problem: `the row is not valid CSV (${what}); the rows after it were not read` };
}

type Columns = readonly { readonly name: string; readonly type: ColumnType }[];

/** Returns nothing for a blank row. */
function lineOf(columns: Columns, cells: readonly string[], number: number, maxBytes: number): Line[] {
  if (cells.length === 1 && cells[0] === "" && columns.length > 1) return [];
  if (cells.length !== columns.length) {
    const problem = `the row has ${cells.length} cells, but the header has ${columns.length} names`;
    return [{ number, bytes: undefined, problem }];
  }
  const bytes = Buffer.from(objectText(columns, cells));
  return [{ number, bytes: bytes.length <= maxBytes ? bytes : undefined }];
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
