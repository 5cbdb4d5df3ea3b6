import type { Document, Operation } from "../document.js";
import type { Inputs } from "../request.js";
import { baseValue } from "../values/base-value.js";
import { withIdentity } from "./uid.js";

/** Returns the inputs of a valid request: the base value of the body with a fresh uid, and default parameters. */
export function validInputs(document: Document, operation: Operation, uid: string): Inputs {
  if (!operation.body) return {};
  const { node, pointer } = operation.body.schema;
  return { body: withIdentity(operation, baseValue(document, node, pointer), uid) };
}
