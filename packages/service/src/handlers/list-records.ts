import {
  buildPage,
  type MemberConverter,
  type MemberNames,
  type OperationRules,
  type PaginationRules,
  recordsField,
  windowOf,
} from "@metadata-service/server-rules";
import { withoutMark } from "@metadata-service/spec-tools/json";
import type { Collection } from "../lists/collection.js";
import { MAX_RECORD_BYTES } from "../lists/import-records.js";
import { AS_IMPORTED, AS_SHOWN, type PagePart } from "../storage/lists/stored-page.js";
import type { RecordStore } from "../storage/records/record-store.js";
import { sqlMoment } from "../storage/sql/sql-moment.js";
import type { CheckedRequest, Handler } from "./handler.js";
import { filtersOf, listParameters, refuseUnknown } from "./list-parameters.js";
import { TextPage } from "./text-page.js";

/** Where a list is stored, and how its records are shown. */
export interface ListSource extends Pick<Collection, "showIn" | "textIn" | "json"> {
  /** Returns the space of the records in the path of a request. */
  space(path: CheckedRequest["path"]): string;
  /** The path parameters that determine the space. */
  readonly spaceParameters: readonly string[];
  /** The names of the fields of a stored record, by which it is filtered. */
  readonly names: MemberNames | undefined;
}

/** The list of a collection that is imported. */
export const listSource = ({ name, kept, json, showIn, textIn }: Collection): ListSource => ({
  json,
  showIn,
  textIn,
  space: () => name,
  spaceParameters: [],
  names: kept.pagination,
});

/**
 * Handles any list operation: returns a page of its collection, with its field names and page shape. The page is
 * assembled from the stored texts of the records; those imported under other rules are converted and validated again.
 */
export function listRecords(
  store: Pick<RecordStore, "page">,
  collection: ListSource,
  operation: OperationRules,
): Handler {
  const pagination = operation.pagination;
  if (!pagination) throw new Error(`${operation.id} has no x-pagination`);
  const parameters = listParameters(operation, collection.spaceParameters);
  const text = collection.textIn(operation);
  const bodyOf = bodyMaker(operation, pagination, { json: collection.json, ...collection.showIn(operation) });
  /** The estimated size of a record: the maximum at first, then the sizes seen in pages. */
  let bytesOfRecord = MAX_RECORD_BYTES;

  return async ({ path, query, header, inTurn, oneByOne, url }) => {
    refuseUnknown(parameters.unknown, { path, query, header });
    // A document may name no default.
    const limit = Number(withoutMark(query["limit"] ?? pagination.defaultLimit));
    const offset = Number(withoutMark(query["offset"] ?? 0));
    const { from, to } = windowOf(pagination, query);
    const page = {
      collection: collection.space(path),
      limit,
      offset,
      updatedFrom: from && sqlMoment(from),
      updatedTo: to && sqlMoment(to),
      filters: filtersOf(parameters, { path, query }, { shown: pagination, kept: collection.names ?? pagination }),
      text,
    };
    const stored = await oneByOne(limit * bytesOfRecord, (runPart, isLarge) => store.page(page, runPart, isLarge));
    const [bytes, count] = [sum(stored.parts, "records"), sum(stored.parts, "marks")];
    // An empty list has no large records. An empty page of a filtered list says nothing about record sizes.
    if (stored.total === 0 && !from && !to && page.filters.length === 0) bytesOfRecord = 0;
    if (count > 0) bytesOfRecord = Math.max(bytesOfRecord / 2, bytes / count);
    const pageOf = (records: readonly unknown[]) =>
      buildPage(pagination, {
        records,
        limit,
        offset,
        total: stored.total,
        // Only some page shapes have links.
        get url() {
          return url();
        },
      });
    const headers = operation.headers.fill(operation.successStatus, {
      page: {
        limit,
        offset,
        total: stored.total,
        get url() {
          return url();
        },
      },
    });
    return { body: await bodyOf(stored.parts, pageOf, inTurn), headers };
  };
}

/** Returns the function that makes the body of a page, part by part. */
function bodyMaker(
  { id }: OperationRules,
  pagination: PaginationRules,
  { json, convert }: Pick<MemberConverter, "convert"> & Pick<Collection, "json">,
) {
  const readRecords = ({ records, marks }: PagePart): unknown[] => {
    const read = json.parse(`[${records}]`) as Record<string, unknown>[];
    return read.map((record, index) => (marks[index] === AS_SHOWN ? record : convert(record)));
  };
  const checkedText = (record: unknown) => {
    const wrong = pagination.checkRecord(record);
    if (wrong) throw new Error(`The response of ${id} violates the spec: ${wrong}`);
    return json.write(JSON.stringify(record));
  };
  const textOf = (part: PagePart, inTurn: CheckedRequest["inTurn"]) =>
    part.marks.includes(AS_IMPORTED)
      ? inTurn(part.records.length, () => readRecords(part).map(checkedText).join())
      : part.records;
  return async (
    parts: readonly PagePart[],
    pageOf: (records: readonly unknown[]) => object,
    inTurn: CheckedRequest["inTurn"],
  ): Promise<unknown> => {
    if (pagination.recordsStandAlone) {
      const texts: string[] = [];
      for (const part of parts) texts.push(await textOf(part, inTurn));
      return new TextPage(pageOf([]), recordsField(pagination), texts);
    }
    const records: unknown[][] = [];
    for (const part of parts) records.push(await inTurn(part.records.length, () => readRecords(part)));
    return pageOf(records.flat());
  };
}

function sum(parts: readonly PagePart[], member: keyof PagePart): number {
  return parts.reduce((length, part) => length + part[member].length, 0);
}
