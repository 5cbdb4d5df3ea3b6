import { memberKey, type RecordView } from "@metadata-service/server-rules";
import { UNDECLARED } from "../memory/stored-rows.js";

/** Returns the fields of a record by their keys in memory. */
export const keyed = (view: RecordView, record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [keyOf(view, name), value]));

/** The key of a field in memory. */
export const keyOf = (view: RecordView, name: string): string =>
  view.members.has(name) ? memberKey(view, name) : UNDECLARED + name;
