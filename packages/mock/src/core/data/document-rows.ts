import type { RowContent, StoredRows } from "../memory/stored-rows.js";
import type { RecordMember } from "./record-members.js";
import type { RowValues } from "./row-values.js";

/** The maximum number of documented records in a list. */
export const MOST_DOCUMENTED = 100;

/** The records that the spec shows, and where they are put. */
interface DocumentedRecords {
  readonly documented?: readonly RowContent[];
  /** Fields that have the same value in every record. */
  readonly fixed?: RowContent;
  readonly stored: StoredRows;
}

interface GeneratedRows {
  /** The first of them. */
  readonly rows: readonly number[];
  readonly identity: RecordMember | undefined;
  readonly values: RowValues;
  findGenerated(identity: string): number | undefined;
}

/** Puts documented records in the places of the first generated ones, unless a client has already changed those. */
export function documentRows(
  { documented = [], fixed, stored }: DocumentedRecords,
  { rows, identity, values, findGenerated }: GeneratedRows,
): void {
  const shown = documented.filter((content) => canBeShown(content, identity));
  for (const [i, row] of rows.slice(0, shown.length).entries()) {
    const content = shown[i] ?? {};
    if (stored.moments(row) || stored.removed.has(row)) continue;
    const moments = { createdAt: values.createdAt(row), updatedAt: values.updatedAt(row) };
    const given = content["@identity"];
    const own = identity && { "@identity": values.generated(identity, row) };
    const other = given === undefined ? undefined : findGenerated(String(given));
    // The generated record with this identity gets that of the one whose place is taken.
    if (other !== undefined && other !== row && own) stored.put(other, { ...values.contentOf(other), ...own }, moments);
    // If only the identity is documented, the rest is generated.
    const isWhole = given === undefined || Object.keys(content).length > 1;
    const rest = isWhole ? own : values.contentOf(row);
    stored.put(row, { ...fixed, ...rest, ...content }, { ...moments, isPreset: true });
  }
}

/** Whether a record can have its documented identity, if that is all that is documented. */
function canBeShown({ "@identity": given, ...others }: RowContent, identity: RecordMember | undefined): boolean {
  return given === undefined || Object.keys(others).length > 0 || identity?.fits(given) !== false;
}
