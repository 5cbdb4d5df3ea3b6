import { fraction, hash } from "./hash.js";
import type { RecordMember } from "./record-members.js";
import type { RowOrder } from "./row-order.js";
import type { RowValues } from "./row-values.js";

/** How many rows to add, to change and to remove. */
export interface Changes {
  readonly insert?: number;
  readonly edit?: number;
  readonly delete?: number;
}

/** The maximum number of rows in a list that grows by drift. */
const MOST_ROWS = 2_000_000;

interface DriftingRows {
  readonly order: RowOrder;
  readonly values: RowValues;
  readonly members: readonly RecordMember[];
}

/**
 * Changes rows as the scenario specifies. The seed determines which rows are changed. Changed rows get the current
 * time, so an incremental sync finds them.
 *
 * @returns the function that changes rows; `now` gives microseconds since 1970
 */
export function createDrift(
  seed: number,
  { order, values, members }: DriftingRows,
): (changes: Changes, now: () => number) => void {
  const editable = members.filter(isEditable);
  let changes = 0;
  return ({ insert = 0, edit = 0, delete: remove = 0 }, now) => {
    // Rows are removed from the older half, so that the pages that a client has not read yet shift.
    for (let n = 0; n < remove && order.length > 0; n++)
      order.removeAt(Math.floor((fraction(hash(seed, ++changes)) * order.length) / 2));
    for (let n = 0; n < edit && order.length > 0; n++) {
      const row = order.at(Math.floor(fraction(hash(seed, ++changes)) * order.length));
      const salt = hash(seed, changes);
      const member = editable[salt % Math.max(editable.length, 1)];
      values.edit(row, { updatedAt: now(), member, salt });
    }
    for (let n = 0; n < insert && order.length < MOST_ROWS; n++) values.setCreatedAt(order.append(), now());
  };
}

/** Whether drift may change a field: not if it is used for paging or contains a unique number. */
function isEditable({ key, schema }: RecordMember): boolean {
  return (
    !key.startsWith("@") && !schema.examples?.some((example) => typeof example === "string" && /\d{6}/.test(example))
  );
}
