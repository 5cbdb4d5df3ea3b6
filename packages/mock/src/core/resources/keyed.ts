import { memberKey, type RecordView } from "@metadata-service/server-rules";
import { UNDECLARED } from "../memory/stored-rows.js";

/** Returns the fields of a record by their keys in memory. */
export const keyed = (view: RecordView, record: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      view.members.has(name) ? memberKey(view, name) : UNDECLARED + name,
      value,
    ]),
  );
