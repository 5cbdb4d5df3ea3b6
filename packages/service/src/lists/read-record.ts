import { type OperationRules, type PaginationRules, readJson, Violation } from "@metadata-service/server-rules";
import type { ListRecord } from "../storage/list-writer.js";
import { sqlMoment } from "../storage/sql-moment.js";
import type { Collection } from "./collection.js";

/** Reads a line of an import, or throws a `Violation` that says where and why it cannot be taken. */
export type RecordReader = (line: Uint8Array) => ListRecord;

/**
 * Makes the reader of the records of a collection. A record must be exact JSON and fit the schema of every operation that
 * will show it, so that no page of it can ever break the document.
 */
export function createRecordReader(collection: Collection): RecordReader {
  const pagination = paginationOf(collection.kept);
  // Its own schema first: the sentence is then in the member names of the file.
  const others = collection.operations.filter((operation) => operation !== collection.kept);
  const checks = [collection.kept, ...others].map((operation) => ({
    operation,
    show: collection.showIn(operation),
    check: recordCheck(operation),
  }));
  return (line) => {
    const record = readJson(line);
    if (record === null || typeof record !== "object" || Array.isArray(record))
      throw new Violation("a record must be a JSON object");
    const members = record as Record<string, unknown>;
    for (const { operation, show, check } of checks) {
      const shown = show(members);
      const wrong = check(shown);
      if (wrong) throw new Violation(wrong);
      if (Object.keys(shown).length !== Object.keys(members).length)
        throw new Violation(`two members of the record would have the same name in ${operation.id}`);
    }
    return {
      uid: String(members[pagination.identity]),
      createdAt: sqlMoment(String(members[pagination.createdAt])),
      updatedAt: sqlMoment(String(members[pagination.updatedAt])),
      document: JSON.stringify(record),
    };
  };
}

function paginationOf(operation: OperationRules): PaginationRules {
  if (!operation.pagination) throw new Error(`${operation.id} has no x-pagination`);
  return operation.pagination;
}

/** The check of one record of an operation: that of a page with nothing else in it, and its path taken off the sentence. */
function recordCheck(operation: OperationRules): (record: unknown) => string | undefined {
  const { shape, records = "data", total = "total" } = paginationOf(operation);
  const check = operation.responses.get(operation.successStatus)?.check;
  const prefix = shape === "array" ? "[0]" : `${records}[0]`;
  return (record) => {
    const page = shape === "array" ? [record] : pageOf(shape, records, total, record);
    const wrong = check?.(page);
    return wrong?.startsWith(`${prefix}.`) ? wrong.slice(prefix.length + 1) : wrong?.replace(prefix, "the record");
  };
}

function pageOf(shape: "standard" | "linked", records: string, total: string, record: unknown): unknown {
  const links = shape === "linked" ? { next: null, previous: null } : { limit: 1, offset: 0 };
  return { ...links, [total]: 1, [records]: [record] };
}
