import type { RowContent } from "../memory/stored-rows.js";
import type { RecordMember } from "./record-members.js";
import { identityOf, type RowValues } from "./row-values.js";

/**
 * Returns the generated rows that would have the identity of an earlier one: a schema may allow only a few, such as the values
 * of an enum, and those that are not numbered may repeat, such as dates.
 */
export function repeatedRows(
  members: readonly RecordMember[],
  values: Pick<RowValues, "contextOf" | "generated">,
  { size, fixed = {} }: { readonly size: number; readonly fixed?: RowContent },
): ReadonlySet<number> {
  const repeated = new Set<number>();
  const isNumbered = (member: RecordMember, row: number) => member.fits(identityOf(member, values.contextOf(row)));
  for (const member of members) {
    // A value that all records have does not tell them apart.
    if (!member.isUnique || Object.hasOwn(fixed, member.key) || [0, size - 1].every((row) => isNumbered(member, row)))
      continue;
    const known = new Set<string>();
    for (let row = 0; row < size; row++) {
      const identity = String(values.generated(member, row));
      if (known.has(identity)) repeated.add(row);
      known.add(identity);
    }
  }
  return repeated;
}
