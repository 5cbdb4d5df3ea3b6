import { isUtf8 } from "node:buffer";
import { InputFault } from "./decode-text.js";
import { type Line, readLines } from "./read-lines.js";
import { toUtf8 } from "./to-utf8.js";

/** A row after the header. */
export interface CsvRow {
  /** The number of the line on which the row begins, from 1. Cells may contain line breaks. */
  readonly number: number;
  /** The names of the columns; the same array for every row. */
  readonly header: readonly string[];
  /** As many as the header has names; undefined if the row has a problem. */
  readonly cells: readonly string[] | undefined;
  /** The row as it is in the file, without the line break at its end. */
  readonly text: string;
  /** The reason why there are no cells. */
  readonly problem?: string;
}

export interface CsvOptions {
  /** What separates the columns; if missing, a comma, unless the header shows that it is another one. */
  readonly separator?: string | undefined;
  /** Called for every chunk, for a progress bar. */
  readonly onBytes?: ((count: number) => void) | undefined;
}

/** By the names that `--separator` accepts. */
const SEPARATORS = new Map([
  [",", ","],
  [";", ";"],
  ["|", "|"],
  ["\t", "\t"],
  ["tab", "\t"],
  ["\\t", "\t"],
]);

/**
 * Parses the value of `--separator`.
 *
 * @throws Error with one sentence
 */
export function separatorOf(name: string | undefined): string | undefined {
  const separator = name === undefined ? undefined : SEPARATORS.get(name.toLowerCase());
  if (name !== undefined && separator === undefined)
    throw new Error(`--separator must be "," ";" "|" or tab, not ${JSON.stringify(name)}`);
  return separator;
}

/** The maximum size of a row, in bytes, so that a quote that is never closed does not fill the memory. */
const MAX_ROW_BYTES = 64 * 1024 * 1024;

const NOT_READ = "the rows after it were not read";

/**
 * Reads CSV (RFC 4180) with a header row, in UTF-8 or in UTF-16 with a byte order mark. Rows without any value are
 * skipped. A row is cut from whole lines, so that its number is that of its line in the file, and so that lines are
 * found in the same way as in NDJSON.
 *
 * @throws InputFault if nothing after a row can be read: after a line that is not UTF-8, or a misplaced quote
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  { separator, onBytes }: CsvOptions,
): AsyncGenerator<CsvRow[]> {
  let header: readonly string[] | undefined;
  const cutter = createCutter(separator ?? ",");
  const take = (line: Line): CsvRow | undefined => {
    const row = cutter.add(line);
    if (!row || row.cells.every((cell) => cell === "")) return undefined;
    if (header) return checked(row, header);
    if (separator === undefined) noticeSeparator(row);
    if (/\r(?!\n)/.test(row.text))
      throw new InputFault(row.number, `line ${row.number} ends with CR; save the file as CSV UTF-8`);
    header = row.cells.map((name) => name.trim());
    return undefined;
  };
  for await (const lines of readLines(toUtf8(source, onBytes), MAX_ROW_BYTES)) {
    const rows: CsvRow[] = [];
    let fault: unknown;
    for (const line of lines) {
      try {
        const row = take(line);
        if (row) rows.push(row);
      } catch (error) {
        fault = error;
        break;
      }
    }
    if (rows.length > 0) yield rows;
    if (fault !== undefined) throw fault;
  }
  cutter.end();
}

/** A row whose cells are not compared with the header yet. */
interface CutRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly text: string;
}

function checked(row: CutRow, header: readonly string[]): CsvRow {
  const { number, cells, text } = row;
  if (cells.length !== header.length) {
    const problem = `the row has ${cells.length} cells, but the header has ${header.length} names`;
    return { number, header, cells: undefined, text, problem };
  }
  const unnamed = header.findIndex((name, i) => name === "" && cells[i] !== "");
  if (unnamed < 0) return { number, header, cells, text };
  return { number, header, cells: undefined, text, problem: `column ${unnamed + 1} has no name in the header` };
}

/** Fails if the header contains another separator more often than commas, outside of quotes. */
function noticeSeparator({ number, text }: CutRow): void {
  const names = text.replace(/"[^"]*"/g, "");
  const count = (separator: string) => names.split(separator).length - 1;
  const [likely = ","] = [",", ";", "\t", "|"].sort((one, other) => count(other) - count(one));
  if (likely === ",") return;
  const name = likely === "\t" ? "tab" : likely;
  throw new InputFault(
    number,
    `line ${number}: the columns seem to be separated by "${name}": add --separator "${name}" (if they are not, add --separator ",")`,
  );
}

/** Cuts rows from lines. */
function createCutter(separator: string) {
  let number = 0;
  let text = "";
  let cells: string[] = [];
  /** The text of a cell in quotes, as long as these are not closed. */
  let open: string | undefined;

  const fail = (problem: string): never => {
    throw new InputFault(number, `the row is not valid CSV: ${problem}; ${NOT_READ}`);
  };
  const lineText = ({ number: line, bytes }: Line): string => {
    if (!bytes) throw new InputFault(line, `a line must have at most ${MAX_ROW_BYTES} bytes; ${NOT_READ}`);
    if (!isUtf8(bytes)) throw new InputFault(line, `line ${line} is not UTF-8; save the file as CSV UTF-8`);
    return bytes.toString();
  };
  /** Reads a cell in quotes from its first character; returns its end, or undefined if the next line continues it. */
  const readQuoted = (line: string, start: number, length: number): number | undefined => {
    open ??= "";
    let at = start;
    for (let quote = line.indexOf('"', at); quote >= 0; quote = line.indexOf('"', at)) {
      open += line.slice(at, quote);
      at = quote + 1;
      if (line[at] !== '"') {
        cells.push(open);
        open = undefined;
        if (at < length && line[at] !== separator)
          fail(`after the closing quote of cell ${cells.length} is ${JSON.stringify(line[at])}`);
        return at;
      }
      open += '"';
      at++;
    }
    open += `${line.slice(at)}\n`;
    return undefined;
  };
  /** Reads a cell without quotes; returns its end. */
  const readPlain = (line: string, start: number, length: number): number => {
    const next = line.indexOf(separator, start);
    const end = next < 0 ? length : next;
    const cell = line.slice(start, end);
    if (cell.includes('"')) fail(`cell ${cells.length + 1} contains a quote, so it must be in quotes`);
    cells.push(cell);
    return end;
  };
  const readCell = (line: string, at: number, length: number): number | undefined => {
    if (open !== undefined) return readQuoted(line, at, length);
    return line[at] === '"' ? readQuoted(line, at + 1, length) : readPlain(line, at, length);
  };
  /** Reads the cells of a line; returns whether the row ends with it. */
  const readCells = (line: string): boolean => {
    const length = line.endsWith("\r") ? line.length - 1 : line.length;
    for (let at = 0; ; at++) {
      const end = readCell(line, at, length);
      if (end === undefined) return false;
      if (end >= length) return true;
      at = end;
    }
  };

  return {
    /** Returns the row that ends with this line; undefined if the next line continues it. */
    add(line: Line): CutRow | undefined {
      const added = lineText(line);
      if (open === undefined) [number, text, cells] = [line.number, added, []];
      else text += `\n${added}`;
      if (text.length > MAX_ROW_BYTES) fail(`the quote of cell ${cells.length + 1} is not closed`);
      return readCells(added) ? { number, cells, text: text.replace(/\r$/, "") } : undefined;
    },
    end(): void {
      if (open !== undefined) fail(`the quote of cell ${cells.length + 1} is not closed`);
    },
  };
}
