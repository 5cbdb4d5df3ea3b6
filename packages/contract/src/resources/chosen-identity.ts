import { type Document, type Operation, operationsOf, type Parameter, type Schema, successOf } from "../document.js";
import { own } from "../own.js";
import type { Inputs } from "../request.js";
import { createValidator } from "../validator.js";
import { baseValue, isRecord } from "../values/base-value.js";
import { flatten } from "../values/flatten.js";
import { freshValue } from "../values/fresh-value.js";
import { namesFor } from "./identity.js";

/**
 * The field with which a client chooses the identity of a record, and the operation that shows whether the record
 * exists.
 */
export interface ChosenIdentity {
  /** The name of the field in the body of the create request. */
  readonly field: string;
  readonly schema: Schema;
  readonly get: Operation;
  /** The parameter of `get` that identifies the record. */
  readonly parameter: Parameter;
}

const known = new WeakMap<Operation, { readonly chosen: ChosenIdentity | undefined }>();

/**
 * Returns the field in which the client chooses the identity. Ignores `uid`, which has its own cases (decision 0005).
 */
export function chosenIdentity(operation: Operation): ChosenIdentity | undefined {
  const found = known.get(operation) ?? { chosen: find(operation) };
  known.set(operation, found);
  return found.chosen;
}

function find({ method, path, body, document }: Operation): ChosenIdentity | undefined {
  if (method !== "POST" || body?.kind !== "json") return undefined;
  const sent = flatten(document, body.schema.node).properties ?? {};
  if (Object.hasOwn(sent, "uid")) return undefined;
  const get = operationsOf(document).find(
    (other) =>
      other.method === "GET" && other.path.startsWith(`${path}/{`) && /^[^/]+$/.test(other.path.slice(path.length + 1)),
  );
  const parameter = get?.parameters.find(({ in: place, name }) => place === "path" && get.path.endsWith(`{${name}}`));
  if (!get || !parameter) return undefined;
  const field = identityFieldOf(get, parameter);
  if (field === undefined || !Object.hasOwn(sent, field)) return undefined;
  const schema = flatten(document, sent[field] ?? {});
  return schema.readOnly ? undefined : { field, schema, get, parameter };
}

/** Returns the field of a record whose value identifies it in paths. */
export function identityFieldOf(get: Operation, parameter: Parameter): string | undefined {
  const shown = recordProperties(get);
  return namesFor(parameter.name).find((name) => Object.hasOwn(shown, name));
}

/** Returns the field of a PUT or PATCH body that repeats the identity in the path. */
export function fieldOfPath({ method, path, document }: Operation): string | undefined {
  if (method !== "PUT" && method !== "PATCH") return undefined;
  const get = operationsOf(document).find((other) => other.method === "GET" && other.path === path);
  const parameter = get?.parameters.find(({ in: place, name }) => place === "path" && path.endsWith(`{${name}}`));
  return get && parameter && identityFieldOf(get, parameter);
}

/** Makes the body of a PUT or PATCH identify the same record as its path. */
export function withPathIdentity(operation: Operation, inputs: Inputs): Inputs {
  const field = fieldOfPath(operation);
  const [, name = ""] = /\{([^{}]+)\}$/.exec(operation.path) ?? [];
  const id = own(inputs.path, name);
  if (field === undefined || id === undefined || !isRecord(inputs.body) || !Object.hasOwn(inputs.body, field))
    return inputs;
  const value = typeof inputs.body[field] === "number" ? Number(id) : id;
  return { ...inputs, body: { ...inputs.body, [field]: value } };
}

/** Returns the fields of the record in a response, with or without an envelope. */
function recordProperties(operation: Operation): Record<string, Schema> {
  const { schema } = successOf(operation).content["application/json"] ?? {};
  const { properties = {} } = schema ? flatten(operation.document, schema.node) : {};
  const inside = Object.hasOwn(properties, "data") ? flatten(operation.document, properties["data"] ?? {}) : undefined;
  return inside?.properties ?? properties;
}

/**
 * Returns the body with an identity that no other request of the run uses, or the unchanged body if that is impossible.
 */
export function withChosenIdentity(operation: Operation, body: unknown, uid: string): unknown {
  const chosen = chosenIdentity(operation);
  const schema = operation.body?.schema;
  if (!chosen || !schema || !isRecord(body) || !Object.hasOwn(body, chosen.field)) return body;
  const base = baseValue(operation.document, schema.node, schema.pointer);
  const isValid = (value: unknown) =>
    isRecord(base) && createValidator(operation.document).accepts(schema.pointer, { ...base, [chosen.field]: value });
  const fresh = freshValue(chosen.schema, uid, isValid);
  return fresh === undefined ? body : { ...body, [chosen.field]: fresh };
}

/** Returns an identity for a path that no other request of the run has. */
export function freshParameter(document: Document, { schema }: Parameter, uid: string): unknown {
  const isValid = (value: unknown) => createValidator(document).accepts(schema.pointer, value);
  return freshValue(flatten(document, schema.node), uid, isValid);
}

/** Whether an operation creates the record in its path if it does not exist. */
export const createsByPath = ({ method, path, responses }: Operation): boolean =>
  method === "PUT" && path.endsWith("}") && responses.some(({ status }) => status === "201");
