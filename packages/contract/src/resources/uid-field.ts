import type { Operation } from "../document/document.js";
import { own } from "../lib/objects.js";
import { remembered } from "../lib/remembered.js";
import { flatten } from "../values/flatten.js";

/** The field that identifies a created record; each case that creates one uses a new value. */
export const UID = "uid";

/** Whether the client chooses the uid of a record that an operation sends: a text of any characters. */
export const hasUid = remembered(({ document, body }: Operation): boolean => {
  const schema = body && own(flatten(document, body.schema.node).properties ?? {}, UID);
  if (schema === undefined) return false;
  const { type = "string", format, pattern, enum: values, readOnly } = flatten(document, schema);
  return [type].flat().includes("string") && [format, pattern, values, readOnly].every((each) => !each);
});
