import { canonicalJson, isDateTime, type OperationRules, Violation } from "@metadata-service/server-rules";
import type { StoredJson } from "../storage/stored-json.js";
import { type RecordReader, readObject } from "./read-record.js";
import { timestampOf } from "./timestamp-of.js";

/** No leap second, and at most the digits that are stored. */
const STORED_SECONDS = /:[0-5]\d\.\d{1,6}0*[+-]/;

/**
 * Creates the reader of exported metadata records. A record must be a valid create request, and may have timestamps,
 * which become those of the stored record.
 *
 * @param create the operation that creates records
 */
export function createMetadataReader({ body }: OperationRules, json: StoredJson): RecordReader {
  if (!body) throw new Error("The operation that creates records has no body");
  const header = (name: string) => (name === "content-type" ? body.mediaTypes[0] : undefined);
  return (line) => {
    const { createdDate, updatedDate, ...sent } = readObject(line, body.limits);
    const { uid, items } = body.read(JSON.stringify(sent), header) as { uid: string; items: unknown[] };
    return {
      uid,
      createdAt: momentOf(createdDate, "createdDate"),
      updatedAt: momentOf(updatedDate, "updatedDate"),
      document: json.write(canonicalJson(items)),
    };
  };
}

/** Returns a valid date-time; empty for a missing one. */
function momentOf(moment: unknown, name: string): string {
  if (moment === undefined) return "";
  const text = typeof moment === "string" ? timestampOf(moment) : "";
  if (!STORED_SECONDS.test(text) || !isDateTime(text))
    throw new Violation(
      `${name} must be a date-time with at most six digits of fraction, such as 2026-11-20T08:30:00Z`,
    );
  return text;
}
