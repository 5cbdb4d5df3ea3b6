import type { Operation } from "../document.js";
import { own } from "../own.js";
import { flatten } from "../values/flatten.js";

/** The field that identifies a created record; each case that creates one uses a new value. */
export const UID = "uid";

const known = new WeakMap<Operation, boolean>();

/** Whether the client chooses the uid of a record that an operation sends: a text of any characters. */
export function hasUid(operation: Operation): boolean {
  const found = known.get(operation) ?? find(operation);
  known.set(operation, found);
  return found;
}

function find({ document, body }: Operation): boolean {
  const schema = body && own(flatten(document, body.schema.node).properties ?? {}, UID);
  if (schema === undefined) return false;
  const { type = "string", format, pattern, enum: values, readOnly } = flatten(document, schema);
  return [type].flat().includes("string") && [format, pattern, values, readOnly].every((each) => !each);
}
