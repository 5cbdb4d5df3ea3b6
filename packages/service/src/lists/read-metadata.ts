import { canonicalJson, isDateTime, Violation } from "@metadata-service/server-rules";
import type { JsonLimits } from "@metadata-service/spec-tools/json";
import type { ResourceRecords } from "../handlers/record-format.js";
import type { StoredJson } from "../storage/stored-json.js";
import { type RecordReader, readObject } from "./read-record.js";
import { timestampOf } from "./timestamp-of.js";

/** No leap second, and at most the digits that are stored. */
const STORED_SECONDS = /:[0-5]\d\.\d{1,6}0*[+-]/;

/**
 * Creates the reader of exported metadata records. Without its timestamps, which become those of the stored record, a
 * record must be a valid create request.
 *
 * @param records how the records are stored
 */
export function createMetadataReader(
  { kept, packChecked }: Pick<ResourceRecords, "kept" | "packChecked">,
  limits: JsonLimits,
  json: StoredJson,
): RecordReader {
  const { identity = "", createdAt, updatedAt } = exportedNames(kept);
  return (line) => {
    const { [identity]: uid, [createdAt]: created, [updatedAt]: updated, ...fields } = readObject(line, limits);
    const content = packChecked(fields, uid);
    if (uid === undefined) throw new Violation(`${identity} is missing`);
    return {
      uid: String(uid),
      createdAt: momentOf(created, createdAt),
      updatedAt: momentOf(updated, updatedAt),
      document: json.write(canonicalJson(content)),
    };
  };
}

/** The names of the identity and the timestamps in an exported record. */
export const exportedNames = ({
  identity,
  createdAt = "createdDate",
  updatedAt = "updatedDate",
}: ResourceRecords["kept"]) => ({ identity, createdAt, updatedAt });

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
