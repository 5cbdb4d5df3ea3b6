import {
  formatPath,
  type OperationRules,
  type PaginationRules,
  readJson,
  readPrintedJson,
  Violation,
} from "@metadata-service/server-rules";
import type { JsonLimits } from "@metadata-service/spec-tools/json";
import type { ListRecord } from "../storage/records/record-batch.js";
import type { Collection } from "./collection.js";
import { timestampOf } from "./timestamp-of.js";

/** Parses and validates a line of an import; throws a `Violation` with the place and the reason if it is invalid. */
export type RecordReader = (line: Uint8Array) => ListRecord;

/** The largest number of fields that an import names. */
export const SHOWN_FIELDS = 10;

/** The time of records that have none: all are equal, so a list without times is in the order of its identities. */
const NO_TIME = "1970-01-01T00:00:00+00:00";

/**
 * Creates the reader of the records of a collection. A record must be strict JSON and valid by the schemas of all
 * operations that return it, so that no page can ever violate the document.
 *
 * @param undescribed receives the names of fields that the schema does not describe, at most {@link SHOWN_FIELDS}
 */
export function createRecordReader(collection: Collection, undescribed?: Set<string>): RecordReader {
  const pagination = paginationOf(collection.kept);
  const { members: described } = pagination;
  const { rules, lines, json } = collection;
  const { createdAt, updatedAt } = pagination;
  const times = [createdAt, updatedAt].filter((name) => name !== undefined);
  // The stored version is validated first, so that error messages use the field names of the imported file.
  const shows = collection.operations.map((operation) => ({
    id: operation.id,
    ...collection.showIn(operation),
    checkRecord: paginationOf(operation).checkRecord,
  }));
  return (line) => {
    const { members, text } = readMembers(line, times, lines);
    const texts = shows.map((one) => json.write(textIn(one, members, text)));
    if (undescribed) addOthers(undescribed, members, described);
    const [document = "", ...renamed] = texts;
    return {
      uid: String(members[pagination.identity]),
      createdAt: createdAt === undefined ? NO_TIME : String(members[createdAt]),
      updatedAt: updatedAt === undefined ? NO_TIME : String(members[updatedAt]),
      document,
      shown: { rules, renamed },
    };
  };
}

/** A record as an operation returns it. */
function textIn(
  {
    id,
    clash,
    convert,
    checkRecord,
  }: ReturnType<Collection["showIn"]> & Pick<PaginationRules, "checkRecord"> & { readonly id: string },
  members: Record<string, unknown>,
  text: string,
): string {
  const same = clash(members);
  if (same) throw new Violation(`${same.map((name) => formatPath([name])).join(" and ")} are the same field in ${id}`);
  const shown = convert(members);
  const wrong = checkRecord(shown);
  if (wrong) throw new Violation(wrong);
  return shown === members ? text : JSON.stringify(shown);
}

function addOthers(found: Set<string>, members: object, described: { has(name: string): boolean }): void {
  for (const name of Object.keys(members)) if (!described.has(name) && found.size < SHOWN_FIELDS) found.add(name);
}

/**
 * Parses a record as strict JSON, and converts its timestamps to the format of the API.
 *
 * @returns the fields, and the record as JSON
 */
function readMembers(line: Uint8Array, timestamps: readonly string[], limits: JsonLimits) {
  const { value, text } = readPrintedJson(line, limits);
  const members = objectOf(value);
  let isConverted = false;
  for (const name of timestamps) {
    const sent = members[name];
    if (typeof sent !== "string") continue;
    const converted = timestampOf(sent);
    isConverted ||= converted !== sent;
    members[name] = converted;
  }
  return { members, text: isConverted ? JSON.stringify(members) : text };
}

/** Parses a record as strict JSON. */
export function readObject(line: Uint8Array, limits: JsonLimits): Record<string, unknown> {
  return objectOf(readJson(line, limits));
}

function objectOf(value: unknown): Record<string, unknown> {
  if (Array.isArray(value))
    throw new Violation(
      "a record must be a JSON object, not an array; if the file is one JSON array, use --format json",
    );
  if (value === null || typeof value !== "object") throw new Violation("a record must be a JSON object");
  return value as Record<string, unknown>;
}

function paginationOf(operation: OperationRules): PaginationRules {
  if (!operation.pagination) throw new Error(`${operation.id} has no x-pagination`);
  return operation.pagination;
}
