import { canonicalJson, type OperationRules, Violation } from "@metadata-service/server-rules";
import { sqlMoment } from "../storage/sql-moment.js";
import { type RecordReader, readObject } from "./read-record.js";
import { timestampOf } from "./timestamp-of.js";

/** With the digits that a record keeps of a moment. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d{1,6}0*[+-](?:[01]\d|2[0-3]):[0-5]\d$/;

/**
 * Makes the reader of exported metadata records. A record must be what a create request takes; its moments, which it may leave
 * out, become those of the record.
 *
 * @param create the operation that creates records
 */
export function createMetadataReader({ body }: OperationRules): RecordReader {
  if (!body) throw new Error("An operation that creates records takes a body");
  const header = (name: string) => (name === "content-type" ? body.mediaTypes[0] : undefined);
  return (line) => {
    const { createdDate, updatedDate, ...sent } = readObject(line);
    const { uid, items } = body.read(JSON.stringify(sent), header) as { uid: string; items: unknown[] };
    return {
      uid,
      createdAt: literal(createdDate, "createdDate"),
      updatedAt: literal(updatedDate, "updatedDate"),
      document: canonicalJson(items),
    };
  };
}

/** A literal of `sqlMoment`; empty for a moment that is not given. */
function literal(moment: unknown, name: string): string {
  if (moment === undefined) return "";
  const text = typeof moment === "string" ? timestampOf(moment) : "";
  const [, date, time] = TIMESTAMP.exec(text) ?? [];
  // `Date` takes the 30th of February for the 2nd of March; a date-time that comes back is one of the calendar.
  const day = new Date(`${date}T${time}Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(`${date}T${time}`))
    throw new Violation(
      `${name} must be a date-time with at most six digits of fraction, such as 2026-11-20T08:30:00Z`,
    );
  return sqlMoment(text);
}
