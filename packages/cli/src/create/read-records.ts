import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { extname } from "node:path";
import { pipeline, type Readable } from "node:stream";
import { parse } from "csv-parse";
import type { BodyShape } from "../command-table.js";
import { CommandError, UsageError } from "../failures.js";
import type { World } from "../world.js";
import { assign } from "./read-assignments.js";

/** A record to create, or the reason why the input is not a record. */
export interface SourceRecord {
  /** Its position in the input; 1 is the first line, or the first row after the CSV header. */
  readonly line: number;
  readonly text: string;
  readonly body?: unknown;
  readonly invalid?: string;
}

/** Opens the file that `--from` names; `-` is standard input. */
export async function openInput(from: string, world: World): Promise<Readable> {
  if (from === "-") return world.stdin;
  await access(from, constants.R_OK).catch((error: Error) => {
    throw new CommandError(`Cannot read the records: ${error.message}`);
  });
  return createReadStream(from);
}

/** Reads records from NDJSON or CSV. The format is derived from the file name unless it is given. */
export function readRecords(input: Readable, from: string, format: string | undefined, body: BodyShape) {
  const named = format ?? (extname(from).toLowerCase() === ".csv" ? "csv" : "ndjson");
  if (named !== "csv" && named !== "ndjson")
    throw new UsageError(`--format must be ndjson or csv, not ${JSON.stringify(named)}`);
  return named === "csv" ? readCsv(input, body) : readNdjson(input);
}

/** The maximum length of a record, in characters: more than a service accepts, and little enough to keep in memory. */
const MAX_RECORD_LENGTH = 16 * 1024 * 1024;

async function* linesOf(input: Readable): AsyncGenerator<string, void, undefined> {
  let rest = "";
  for await (const chunk of input.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
    // The line is too long in any case.
    if (rest.length > 2 * MAX_RECORD_LENGTH) rest = rest.slice(0, MAX_RECORD_LENGTH + 1);
  }
  if (rest !== "") yield rest;
}

async function* readNdjson(input: Readable): AsyncGenerator<SourceRecord, void, undefined> {
  let line = 0;
  for await (const text of linesOf(input)) {
    line++;
    if (text.length > MAX_RECORD_LENGTH) {
      yield { line, text: text.slice(0, 100), invalid: `the line has more than ${MAX_RECORD_LENGTH} characters` };
      continue;
    }
    if (text.trim() === "") continue;
    yield { line, text, ...readLine(line === 1 ? text.replace(/^\ufeff/, "") : text) };
  }
}

function readLine(text: string): Pick<SourceRecord, "body" | "invalid"> {
  try {
    return { body: JSON.parse(text) };
  } catch (error) {
    return { invalid: `not JSON: ${(error as Error).message}` };
  }
}

/** The header names fields, or items as `key:type`. An empty cell means that the field or item is omitted. */
async function* readCsv(input: Readable, body: BodyShape): AsyncGenerator<SourceRecord, void, undefined> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_LENGTH,
  });
  // An error of either ends both, and is thrown by the loop.
  const rows = pipeline(input, parser, () => {});
  let header: string[] | undefined;
  let line = 0;
  try {
    for await (const cells of rows as AsyncIterable<string[]>) {
      if (!header) {
        header = cells;
        continue;
      }
      line++;
      yield { line, text: JSON.stringify(cells), ...readRow(header, cells, body) };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith("CSV_"))
      throw new CommandError(`The input is not valid CSV: ${(error as Error).message}`);
    throw error;
  }
}

function readRow(header: string[], cells: string[], body: BodyShape): Pick<SourceRecord, "body" | "invalid"> {
  if (cells.length > header.length) return { invalid: `${cells.length} cells, but the header has ${header.length}` };
  const built: Record<string, unknown> = {};
  try {
    for (const [i, column] of header.entries()) {
      const value = cells[i] ?? "";
      if (value === "") continue;
      const [, name = column, type] = /^(.+):([^:]+)$/.exec(column) ?? [];
      assign(built, body, { name, type, value });
    }
    return { body: built };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { invalid: error.message };
  }
}
