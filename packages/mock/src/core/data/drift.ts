import { fraction, hash } from "./hash.js";
import type { RecordMember } from "./record-members.js";
import type { RowOrder } from "./row-order.js";
import type { RowValues } from "./row-values.js";
import type { Timeline } from "./timeline.js";

/** How many rows to add, to change and to remove. */
export interface Changes {
  readonly insert?: number;
  readonly edit?: number;
  readonly delete?: number;
}

/** How many rows a list may grow to by drift. */
const MOST_ROWS = 2_000_000;

interface DriftingRows {
  readonly order: RowOrder;
  readonly values: RowValues;
  readonly timeline: Timeline;
  readonly members: readonly RecordMember[];
}

/** Changes rows as a scenario wants it: the same ones for the same seed. */
export function createDrift(
  seed: number,
  { order, values, timeline, members }: DriftingRows,
): (changes: Changes) => void {
  const editable = members.filter(isEditable);
  let changes = 0;
  return ({ insert = 0, edit = 0, delete: remove = 0 }) => {
    // Removals come from the older half: there they shift the pages that are still to be read.
    for (let n = 0; n < remove && order.length > 0; n++)
      order.removeAt(Math.floor((fraction(hash(seed, ++changes)) * order.length) / 2));
    for (let n = 0; n < edit && order.length > 0; n++) {
      const row = order.at(Math.floor(fraction(hash(seed, ++changes)) * order.length));
      const salt = hash(seed, changes);
      const member = editable[salt % Math.max(editable.length, 1)];
      values.edit(row, { updatedAt: timeline.end + changes * 1_000_000, member, salt });
    }
    for (let n = 0; n < insert && order.length < MOST_ROWS; n++) order.append();
  };
}

/** Whether an edit may change a member: none that plays a part in paging, and no number that is there once. */
function isEditable({ key, schema }: RecordMember): boolean {
  return (
    !key.startsWith("@") && !schema.examples?.some((example) => typeof example === "string" && /\d{6}/.test(example))
  );
}
