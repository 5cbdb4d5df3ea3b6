import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { extname } from "node:path";
import type { Readable } from "node:stream";
import {
  atLine,
  type CsvRow,
  InputFault,
  isBlank,
  type Line,
  readCsv,
  readLines,
  separatorOf,
  toUtf8,
} from "@metadata-service/spec-tools/input";
import { isJson, readPrintedJson } from "@metadata-service/spec-tools/json";
import { CommandError, UsageError } from "../command-error.js";
import type { BodyShape } from "../command-table.js";
import type { Environment } from "../environment.js";
import { JSON_LIMITS } from "../parse-value.js";
import { buildBody, isField, type Place, placeOf } from "./build-body.js";

/** A record as it was given: as JSON, otherwise as text, or as bytes in Base64 if it is not UTF-8. */
export type Given = { readonly json: string } | { readonly text: string } | { readonly base64: string };

/** A record to create, or the reason why the input is not a record. */
export interface SourceRecord {
  /** The number of the line on which it begins, from 1. */
  readonly line: number;
  /** JSON if it is not invalid. */
  readonly given: Given;
  readonly invalid?: string;
}

/** How records are read. */
interface Reading {
  /** The file that `--from` names; `-` is standard input. */
  readonly from: string;
  readonly format: string | undefined;
  readonly separator: string | undefined;
}

/** Opens the file that `--from` names; `-` is standard input. */
export async function openInput(from: string, environment: Environment): Promise<Readable> {
  if (from === "-") return environment.stdin;
  await access(from, constants.R_OK).catch((error: Error) => {
    throw new CommandError(`Cannot read the records: ${error.message}`);
  });
  return createReadStream(from);
}

type Records = AsyncGenerator<SourceRecord, void, undefined>;

const FORMATS = ["ndjson", "csv", "rejects"];

/** Reads records from NDJSON, CSV or a `--rejects` file. The format is derived from the file name unless it is given. */
export function readRecords(input: Readable, { from, format, separator }: Reading, shape: BodyShape): Records {
  const named = format ?? (extname(from).toLowerCase() === ".csv" ? "csv" : "ndjson");
  if (!FORMATS.includes(named))
    throw new UsageError(`--format must be ${FORMATS.join(", ")}, not ${JSON.stringify(named)}`);
  if (separator !== undefined && named !== "csv")
    throw new UsageError(`--separator is for CSV, but the format of ${from} is ${named}: add --format csv`);
  const records =
    named === "csv"
      ? readRows(input, readSeparator(separator), shape)
      : readJsonLines(input, named === "rejects" ? recordIn : (text) => text);
  return withName(records, from);
}

function readSeparator(separator: string | undefined): string | undefined {
  try {
    return separatorOf(separator);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Adds the name of the file to the message of a fault. */
async function* withName(records: Records, from: string): Records {
  try {
    yield* records;
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    throw new CommandError(`${from === "-" ? "Standard input" : from}, ${atLine(error.line, error.message)}`);
  }
}

/** The maximum size of a line, in bytes, so that a file without line breaks does not fill the memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** @param extract returns the record of a line, as JSON */
async function* readJsonLines(input: Readable, extract: (text: string) => string): Records {
  for await (const lines of readLines(toUtf8(input), MAX_LINE_BYTES))
    for (const line of lines) if (!line.bytes || !isBlank(line.bytes)) yield readLine(line, extract);
}

function readLine({ number: line, bytes }: Line, extract: (text: string) => string): SourceRecord {
  if (!bytes) return { line, given: { text: "" }, invalid: `a line must have at most ${MAX_LINE_BYTES} bytes` };
  if (!isUtf8(bytes)) {
    const invalid = `line ${line} is not UTF-8; save the file as UTF-8`;
    return { line, given: { base64: bytes.toString("base64") }, invalid };
  }
  const text = bytes.toString().replace(/\r$/, "");
  let given: Given = { text };
  try {
    const json = extract(text);
    if (isJson(json)) given = { json };
    // The record is sent as it is, if no reader of JSON would change it.
    readPrintedJson(json, JSON_LIMITS);
    return { line, given };
  } catch (error) {
    return { line, given, invalid: (error as Error).message };
  }
}

/** A line as `--rejects` writes it; a record that was corrected in it is sent as it is. */
const REJECTED = /^\{"line":\d+,(?:"status":\d+,)?"reason":"(?:[^"\\]|\\.)*","record":(.+)\}$/s;

/** Returns the record of a line of a `--rejects` file, which another program may have formatted. */
function recordIn(text: string): string {
  const [, record] = REJECTED.exec(text) ?? [];
  if (record !== undefined) return record;
  const { value } = readPrintedJson(text, JSON_LIMITS);
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, "record"))
    throw new Error('the line has no field "record"');
  return JSON.stringify(Reflect.get(value, "record"));
}

/** The header names fields, or items as `key:type`. An empty cell means that the field or item is omitted. */
async function* readRows(input: Readable, separator: string | undefined, shape: BodyShape): Records {
  let places: readonly Place[] | undefined;
  for await (const rows of readCsv(input, { separator }))
    for (const row of rows) {
      places ??= placesOf(row.header, shape);
      yield readRow(row, places, shape);
    }
}

function placesOf(header: readonly string[], shape: BodyShape): Place[] {
  try {
    const places = header.map((name) => placeOf(name, shape));
    const fields = places.filter((place) => !shape.items || isField(shape, place)).map(({ name }) => name);
    const repeated = fields.find((name, i) => name !== "" && fields.indexOf(name) !== i);
    if (repeated !== undefined) throw new UsageError(`${repeated} is given twice`);
    return places;
  } catch (error) {
    throw new UsageError(`The header of the CSV file is wrong: ${(error as Error).message}`);
  }
}

/** Converts a row. If cells do not have the type of their column, the record contains their text, to be corrected. */
function readRow(
  { number: line, cells, text, problem }: CsvRow,
  places: readonly Place[],
  shape: BodyShape,
): SourceRecord {
  if (!cells) return { line, given: { text }, ...(problem !== undefined && { invalid: problem }) };
  const body = buildBody(shape);
  const problems: string[] = [];
  for (const [i, place] of places.entries()) {
    const value = cells[i] ?? "";
    if (value === "") continue;
    try {
      body.add(place, value);
    } catch (error) {
      problems.push((error as Error).message);
      body.addText(place, value);
    }
  }
  return { line, given: { json: body.json() }, ...(problems.length > 0 && { invalid: problems.join("; ") }) };
}
