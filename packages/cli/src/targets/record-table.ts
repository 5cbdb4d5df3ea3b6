import { createHash } from "node:crypto";
import { CommandError } from "../command-error.js";
import type { Column, ValueType } from "../command-table.js";
import type { Item } from "../output/format-table.js";
import { jsonText } from "../output/json-text.js";
import { type NameRules, nameColumns, OTHERS } from "./column-names.js";
import { type Fit, fitOf } from "./fits.js";

/** The records of a list, as the schema describes them. */
export interface ListTable {
  /** The name of the table in a database. */
  readonly name: string;
  /** The field that identifies a record. */
  readonly identity: string;
  /** The fields of the schema. */
  readonly fields: readonly Column[];
  /** Whether texts in CSV must not look like formulas. */
  readonly hasSafeTexts?: boolean;
}

/** What a target can hold. */
export interface TargetLimits extends NameRules {
  /** Whether dates and times are stored as text, so that no digit is lost. */
  readonly hasTimesAsText?: boolean;
  /** The longest identity, in bytes of UTF-8. */
  readonly maxKeyBytes?: number;
}

/**
 * A table of records with a column for each field of the schema. An additional column stores, as JSON, undocumented
 * fields and values that their column cannot hold, so no data is lost.
 */
export interface RecordTable {
  readonly name: string;
  /** The column of the identity. */
  readonly identity: string;
  /** The identity comes first, the column for everything else last. */
  readonly columns: readonly RecordColumn[];
  /** Explains which columns do not have the name of their field; undefined if all have. */
  readonly note: string | undefined;
  /** The value of each column; the last one is an object, or undefined if every field has its column. */
  rowOf(record: Item): unknown[];
}

/** A column of a table. */
export interface RecordColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly isOthers?: true;
}

/** Determines the columns of a table. */
export function recordTable(list: ListTable, limits: TargetLimits, existing: readonly string[] = []): RecordTable {
  const { name, identity } = list;
  const key: Column = list.fields.find((field) => field.name === identity) ?? { name: identity, type: "text" };
  const fields = [key, ...list.fields.filter((field) => field !== key)];
  const { others, names } = nameColumns(
    fields.map((field) => field.name),
    existing,
    limits,
  );
  const columns = fields.map((field) => ({ name: names.get(field.name) ?? field.name, type: field.type }));
  const places = new Map(fields.map((field, place) => [field.name, { place, type: field.type }]));
  return {
    name,
    identity: names.get(identity) ?? identity,
    columns: [...columns, { name: others, type: "json", isOthers: true }],
    note: noteOf(fields.map((field, i) => [field.name, columns[i]?.name ?? ""])),
    rowOf: (record) => rowOf(record, { places, size: columns.length + 1, key, limits }),
  };
}

interface Layout {
  /** The column of each field. */
  readonly places: ReadonlyMap<string, { readonly place: number; readonly type: ValueType }>;
  readonly size: number;
  readonly key: Column;
  readonly limits: TargetLimits;
}

function rowOf(record: Item, { places, size, key, limits }: Layout): unknown[] {
  const row: unknown[] = new Array(size);
  let rest: Record<string, unknown> | undefined;
  const addRest = (field: string) => {
    // Without a prototype, `__proto__` is a field like any other.
    rest ??= Object.create(null) as Record<string, unknown>;
    rest[field] = record[field];
  };
  for (const field of Object.keys(record)) {
    const column = places.get(field);
    const value = record[field];
    const fit = column ? fitIn(column.type, value, limits) : "no";
    if (fit !== "exact") addRest(field);
    if (column && fit !== "no") row[column.place] = column.type === "integer" && value === 0 ? 0 : value;
  }
  const id = keyOf(record, row[0], key, limits);
  if (id !== row[0]) addRest(key.name);
  row[0] = id;
  row[size - 1] = rest;
  return row;
}

function fitIn(type: ValueType, value: unknown, { hasTimesAsText }: TargetLimits): Fit {
  const fit = fitOf(type, value);
  return fit === "nearly" && type === "timestamp" && hasTimesAsText ? "exact" : fit;
}

/** Begins the key of a record whose identity does not fit its column. */
const ODD_KEY = `${OTHERS}:`;

/**
 * Returns the primary key of a record. A text column holds every identity: one that does not fit is written as JSON,
 * and a long one as a hash. Different identities never get the same key.
 *
 * @param cell the value that the column would have otherwise
 * @throws CommandError if the column cannot hold it; the message names the record
 */
function keyOf(
  record: Item,
  cell: unknown,
  { name, type }: Column,
  { maxKeyBytes = Number.POSITIVE_INFINITY }: TargetLimits,
) {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  const fail = (reason: string) =>
    new CommandError(
      `The record with ${name} ${jsonText(value).slice(0, 200)} cannot be stored: ${reason}. Pull into an .ndjson file, or correct the record.`,
    );
  if (value === undefined || value === null) throw fail("it has no identity");
  if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw fail("a 64-bit float does not hold this number exactly, so it may be the identity of several records");
  if (type !== "text" && type !== "json") {
    if (fitOf(type, value) === "exact" || value === 0) return value;
    throw fail(`the column of its identity has the type ${type}`);
  }
  return textKey(value, cell !== undefined, maxKeyBytes);
}

function textKey(value: unknown, isHeld: boolean, maxBytes: number): unknown {
  const isUsual = isHeld && !(typeof value === "string" && value.startsWith(ODD_KEY));
  if (isUsual && typeof value === "string" && fitsInto(value, maxBytes)) return value;
  const json = jsonText(value);
  if (isUsual && fitsInto(json, maxBytes)) return value;
  const key = `${ODD_KEY}${json}`;
  return fitsInto(key, maxBytes) ? key : `${ODD_KEY}sha256:${createHash("sha256").update(json).digest("hex")}`;
}

/** A character takes at most three bytes per code unit. */
const fitsInto = (text: string, bytes: number): boolean => text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes;

function noteOf(pairs: readonly (readonly [field: string, column: string])[]): string | undefined {
  const renamed = pairs.filter(([field, column]) => field !== column);
  if (renamed.length === 0) return undefined;
  const list = renamed.map(([field, column]) => `${JSON.stringify(field)} in the column ${JSON.stringify(column)}`);
  return `A field is stored under another name if not every database accepts its name, or distinguishes it from others: ${list.join(", ")}.`;
}
