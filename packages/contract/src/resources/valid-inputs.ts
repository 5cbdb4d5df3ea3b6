import { NotApplicable } from "../cases/case.js";
import type { Operation } from "../document/document.js";
import { writable } from "../document/request-view.js";
import { createValidator, describeBreaches } from "../document/validator.js";
import { isRecord } from "../lib/objects.js";
import { whyBeyond } from "../requests/body-limits.js";
import { bodyText } from "../requests/body-text.js";
import type { Inputs } from "../requests/request.js";
import { baseValue } from "../values/base-value.js";
import { sitesOf } from "../values/sites.js";
import { isIdentity, withIdentity } from "./uid.js";

/**
 * Returns the inputs of a valid request: a body with a fresh uid, and default parameters. The body is the base value of
 * its schema, or a documented example if none could be generated.
 *
 * @throws {NotApplicable} if no valid body is known
 */
export function validInputs(operation: Operation, uid: string): Inputs {
  const { body, document } = operation;
  if (!body) return {};
  const { node, pointer } = body.schema;
  const validator = createValidator(document);
  const base = baseValue(document, node, pointer);
  const hasSchema = Object.keys(node).length > 0;
  const valid = [base, ...body.examples.map((example) => writable(document, node, example))].filter(
    (value) => value !== undefined && (!hasSchema || validator.accepts(pointer, value)),
  );
  const chosen = valid.find((value) => whyBeyond(operation, () => bodyText(body, value)) === undefined) ?? valid[0];
  if (chosen === undefined)
    throw new NotApplicable(
      `no valid body could be generated (${describeBreaches(validator.breaches(pointer, base)) || "it has no value"}); add an example to the document`,
    );
  return { body: withIdentity(operation, chosen, uid) };
}

/**
 * Returns the inputs of a valid request whose body has every optional field that can be added to it, except an identity: a
 * server may assign another one.
 */
export function fullInputs(operation: Operation, uid: string): Inputs {
  const inputs = validInputs(operation, uid);
  const { body: operationBody, document } = operation;
  if (!operationBody || !isRecord(inputs.body)) return inputs;
  const { schema } = operationBody;
  const { accepts } = createValidator(document);
  let body = inputs.body;
  for (const { path, base } of sitesOf(document, schema)) {
    const [name, ...below] = path;
    if (name === undefined || below.length > 0 || Object.hasOwn(body, name) || isIdentity(operation, path)) continue;
    // In a form, a field of several values is written in a way that servers read differently.
    if (operationBody.kind !== "json" && typeof base === "object") continue;
    const more = { ...body, [name]: base };
    if (accepts(schema.pointer, more)) body = more;
  }
  return { ...inputs, body: withIdentity(operation, body, uid) };
}
