import { NotApplicable } from "../cases/case.js";
import { jsonSuccessOf, type Operation, operationsOf } from "../document/document.js";
import { createValidator } from "../document/validator.js";
import { ContractViolation, type WireExchange } from "../judging/judge-response.js";
import { skipConflict } from "../judging/skip-conflict.js";
import { isRecord, own, parsed } from "../lib/objects.js";
import { type Inputs, requestOf } from "../requests/request.js";
import { chosenIdentity } from "../resources/chosen-identity.js";
import { responseEnvelope, sentEnvelope } from "../resources/envelope.js";
import { recordIn } from "../resources/identity.js";
import { queriesRecord } from "../resources/record-parameters.js";
import type { Target } from "../target/target.js";

/**
 * Skips a case whose request is valid, but which the server may refuse because of the records that it has.
 *
 * @param error why the case failed, which is thrown again if the server may not
 * @throws {NotApplicable} if it may
 */
export async function skipRefused(
  operation: Operation,
  inputs: Inputs,
  error: unknown,
  target: Target,
): Promise<never> {
  const last = error instanceof ContractViolation ? error.exchange : undefined;
  if (!last) throw error;
  skipUnknown(operation, last);
  skipAbsent(operation, last);
  await skipInvalidPatch(operation, inputs, last, target);
  await skipTaken(operation, inputs, last, target);
  if (operation.method !== "POST") skipConflict(operation, error);
  throw error;
}

/** Skips a case about a record that the query names, of which nothing says which exist. */
function skipUnknown(operation: Operation, last: WireExchange): void {
  const unknown = operation.parameters.find((one) => one.example === undefined && queriesRecord(operation, one));
  if (last.response.status === 404 && unknown)
    throw new NotApplicable(`no record for the query parameter ${unknown.name} of ${operation.path} is known`);
}

/** Skips a case about a part of a record that the record may lack, such as its photo: the document says how a part is stored or deleted. */
function skipAbsent({ document, path, responses }: Operation, last: WireExchange): void {
  const isDocumented = responses.some(({ status }) => status === "404");
  if (last.response.status !== 404 || !isDocumented || !/\}\/[^{}]+$/.test(path)) return;
  if (operationsOf(document).some((other) => other.path === path && ["PUT", "DELETE"].includes(other.method)))
    throw new NotApplicable(`whether the record has what is at ${path} is not known`);
}

/**
 * Skips a case whose patch is valid by itself, but not together with the record that it changes, such as the type of a union
 * without the fields of that type (RFC 5789, 2.2).
 */
async function skipInvalidPatch(operation: Operation, { path = {} }: Inputs, last: WireExchange, target: Target) {
  const patch = parsed(String(last.request.body));
  if (operation.method !== "PATCH" || !isRecord(patch) || !CONFLICTS.includes(last.response.status)) return;
  const get = operationsOf(operation.document).find(
    ({ method, path: at }) => method === "GET" && at === operation.path,
  );
  const schema = get && jsonSuccessOf(get)?.schema;
  if (!schema) return;
  const body = parsed((await target.send(requestOf(get, { path }, target))).body);
  const record = recordIn(body, responseEnvelope(get));
  if (!record || !isRecord(body)) return;
  const changed = merged(record, recordIn(patch, sentEnvelope(operation)) ?? patch);
  const after = record === body ? changed : { ...body, [responseEnvelope(get) ?? "data"]: changed };
  const { accepts } = createValidator(operation.document);
  if (accepts(schema.pointer, body) && !accepts(schema.pointer, after))
    throw new NotApplicable("the record would not be valid after the patch");
}

/** Applies a patch to a value (RFC 7396, 2). */
function merged(value: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const before = isRecord(value) ? value : {};
  const changes = Object.entries(patch).map(([name, each]) => [name, merged(own(before, name), each)] as const);
  const after = { ...before, ...Object.fromEntries(changes) };
  return Object.fromEntries(Object.entries(after).filter(([name]) => own(patch, name) !== null));
}

/** The statuses of a request that does not fit what the server has. */
const CONFLICTS = [400, 409, 422];

/** Skips a case whose record cannot be created because its identity is already in use. */
async function skipTaken(operation: Operation, inputs: Inputs, last: WireExchange, target: Target): Promise<void> {
  if (!CONFLICTS.includes(last.response.status)) return;
  const chosen = chosenIdentity(operation);
  if (!chosen) {
    if (last.response.status === 409 && operation.method === "POST")
      throw new NotApplicable(
        "the record conflicts with another one, and no operation shows which field identifies it",
      );
    return;
  }
  const sent = Object(inputs.body ?? parsed(String(last.request.body))) as Record<string, unknown>;
  const values = chosen.fields.map((field) => own(sent, field));
  if (values.includes(undefined)) return;
  const path = Object.fromEntries(chosen.parameters.map(({ name }, i) => [name, values[i]]));
  const { status, body } = await target.send(requestOf(chosen.get, { path: { ...inputs.path, ...path } }, target));
  const found = recordIn(parsed(body), responseEnvelope(chosen.get)) ?? {};
  const isOther = chosen.fields.some((field, i) => String(own(found, field) ?? values[i]) !== String(values[i]));
  // The identity of a record that was deleted may stay in use.
  if ((status !== 200 && status !== 410) || (status === 200 && isOther)) return;
  const what = chosen.fields.map((field, i) => `${field} ${JSON.stringify(values[i])}`).join(", ");
  throw new NotApplicable(`a record with the ${what} already exists`);
}
