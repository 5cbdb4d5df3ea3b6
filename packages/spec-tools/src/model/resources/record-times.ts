import type { Located } from "../../document/dereference.js";
import type { PaginationObject, SchemaObject } from "../../document/open-api-document.js";
import { typesOf } from "../schema-at.js";
import { plainName } from "./names.js";
import type { RecordPlace } from "./resource-model.js";

const CREATED = /^(created|creation)(at|on|date|time|timestamp)?$/;
const UPDATED = /^(updated|modified|last(updated|modified|changed))(at|on|date|time|timestamp)?$/;

/**
 * Finds the fields of a record with its creation and its update time: those that `x-pagination` of a list of the same
 * records names, or else those whose names say so.
 *
 * @param fields the fields of a record, by name
 * @param lists what the lists of the resource state, that of the operation itself first
 */
export function recordTimes(
  fields: ReadonlyMap<string, Located<SchemaObject>>,
  lists: readonly PaginationObject[],
): Pick<RecordPlace, "createdAt" | "updatedAt"> {
  const stated = (names: readonly (string | undefined)[]) =>
    names.find((name) => name !== undefined && fields.has(name)) ??
    [...fields.keys()].find((field) =>
      names.some((name) => name !== undefined && plainName(name) === plainName(field)),
    );
  const likely = (pattern: RegExp) =>
    [...fields].find(
      ([name, { node }]) => pattern.test(plainName(name)) && ["string", "integer"].includes(typesOf(node)[0] ?? ""),
    )?.[0];
  const createdAt = stated(lists.map((list) => list.createdAt)) ?? likely(CREATED);
  const updatedAt = stated(lists.map((list) => list.updatedAt)) ?? likely(UPDATED);
  return { ...(createdAt !== undefined && { createdAt }), ...(updatedAt !== undefined && { updatedAt }) };
}
