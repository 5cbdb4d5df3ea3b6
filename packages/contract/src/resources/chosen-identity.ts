import { jsonSuccessOf, type Operation, operationsOf, type Parameter, type Schema } from "../document/document.js";
import { withoutSlash } from "../document/path-pattern.js";
import { createValidator } from "../document/validator.js";
import { isRecord, own } from "../lib/objects.js";
import { plainName } from "../lib/plain-name.js";
import { remembered } from "../lib/remembered.js";
import type { Inputs } from "../requests/request.js";
import { baseValue } from "../values/base-value.js";
import { flatten } from "../values/flatten.js";
import { freshValue } from "../values/fresh-value.js";
import { isId, responseEnvelope } from "./envelope.js";
import { namesFor } from "./identity.js";
import { findsRecords } from "./record-parameters.js";
import { showsCreated } from "./resource.js";
import { hasUid } from "./uid-field.js";

/**
 * The fields with which a client chooses the identity of a record, and the operation that shows whether the record
 * exists.
 */
export interface ChosenIdentity {
  /** The names of the fields in the body of the create request, one for each parameter of `get`. */
  readonly fields: string[];
  readonly get: Operation;
  /** The parameters of `get` that identify the record. */
  readonly parameters: Parameter[];
}

/**
 * Returns the fields in which the client chooses the identity. Ignores `uid`, which has its own cases (decision 0005).
 */
export const chosenIdentity: (operation: Operation) => ChosenIdentity | undefined = remembered(find);

function find(operation: Operation): ChosenIdentity | undefined {
  const { method, body, document } = operation;
  const path = withoutSlash(operation.path);
  if (method !== "POST" || body?.kind !== "json" || hasUid(operation)) return undefined;
  const sent = flatten(document, body.schema.node).properties ?? {};
  const isChosen = (field: string | undefined): field is string =>
    field !== undefined && Object.hasOwn(sent, field) && !flatten(document, sent[field] ?? {}).readOnly;
  for (const get of operationsOf(document)) {
    const rest = get.path.startsWith(`${path}/`) ? withoutSlash(get.path).slice(path.length) : "";
    if (get.method !== "GET" || !/^(\/\{[^{}]+\})+$/.test(rest)) continue;
    const parameters = rest
      .split("/")
      .slice(1)
      .flatMap((part) => get.parameters.filter(({ in: place, name }) => place === "path" && part === `{${name}}`));
    const fields = parameters.map((parameter) => identityFieldOf(get, parameter, parameters.length === 1));
    if (fields.every(isChosen)) return { fields, get, parameters };
  }
  return undefined;
}

/**
 * Returns the field of a record whose value identifies it in paths.
 *
 * @param isOnly whether nothing else identifies it, so that the field may have another name than the parameter
 */
export function identityFieldOf(get: Operation, parameter: Parameter, isOnly = true): string | undefined {
  const shown = recordProperties(get);
  const names = isOnly ? namesFor(parameter) : [parameter.name];
  const exact = names.find((name) => Object.hasOwn(shown, name));
  return exact ?? Object.keys(shown).find((name) => plainName(name) === plainName(parameter.name));
}

/**
 * Returns the fields of a body that a parameter after the path of the operation names, whatever is done there: a record may
 * be deleted by the `key` that it got when it was created, or by its `id` in the place of `{bookId}`.
 */
function fieldsOfPaths({ path, document }: Operation, fields: readonly string[]): string[] {
  const rests = operationsOf(document).flatMap((other) =>
    other.path.startsWith(`${withoutSlash(path)}/`)
      ? other.path.slice(withoutSlash(path).length).split("/").slice(1, 3)
      : [],
  );
  const parameters = rests.flatMap((part) => /^\{([^{}]+)\}$/.exec(part)?.[1] ?? []);
  const names = new Set(
    parameters.flatMap((name) => (/id$/i.test(name) ? namesFor({ name, document }) : [name])).map(plainName),
  );
  return fields.filter((field) => names.has(plainName(field)));
}

/** Returns the field of a PUT or PATCH body that repeats the identity in the path. */
export function fieldOfPath({ method, path, document }: Operation): string | undefined {
  if (method !== "PUT" && method !== "PATCH") return undefined;
  const get = operationsOf(document).find((other) => other.method === "GET" && other.path === path);
  const parameter = get?.parameters.find(
    ({ in: place, name }) => place === "path" && withoutSlash(path).endsWith(`{${name}}`),
  );
  return get && parameter && identityFieldOf(get, parameter);
}

/** Makes the body of a PUT or PATCH identify the same record as its path. */
export function withPathIdentity(operation: Operation, inputs: Inputs): Inputs {
  const field = fieldOfPath(operation);
  const [, name = ""] = /\{([^{}]+)\}\/?$/.exec(operation.path) ?? [];
  const id = own(inputs.path, name);
  if (field === undefined || id === undefined || !isRecord(inputs.body) || !Object.hasOwn(inputs.body, field))
    return inputs;
  const value = typeof inputs.body[field] === "number" ? Number(id) : id;
  return { ...inputs, body: { ...inputs.body, [field]: value } };
}

/** Returns the schema of the record in a response, with or without an envelope. */
export function recordShape(operation: Operation): Schema {
  const schema = jsonSuccessOf(operation)?.schema;
  const whole = schema ? flatten(operation.document, schema.node) : {};
  const inside = own(whole.properties, responseEnvelope(operation) ?? "");
  return inside ? flatten(operation.document, inside) : whole;
}

/** Returns the fields of the record in a response. */
export const recordProperties = (operation: Operation): Record<string, Schema> =>
  recordShape(operation).properties ?? {};

/**
 * Returns the body with an identity that no other request of the run uses, or the unchanged body if that is impossible.
 * If several fields identify the record, the last one that can have another value gets it. If no operation shows which
 * fields do, those that have the name of a parameter in a path below get it, and the `id` of a listed record; if the document
 * has a status for conflicts or for records that are found, every required text does.
 *
 * @param about the field that the case tests, which keeps its value
 */
export function withChosenIdentity(operation: Operation, body: unknown, uid: string, about?: string | number): unknown {
  const schema = operation.body?.schema;
  if (!schema || !isRecord(body) || operation.method !== "POST") return body;
  const { document } = operation;
  const chosen = chosenIdentity(operation)?.fields;
  const { properties = {}, required = [] } = flatten(document, schema.node);
  const fields = Object.keys(properties);
  const named = [...fieldsOfPaths(operation, fields), ...(showsCreated(operation) ? fields.filter(isId) : [])];
  const guessed = isUnique(operation) ? [...new Set([...named, ...required])] : named;
  const base = baseValue(document, schema.node, schema.pointer);
  const fresh = (field: string) => {
    const isValid = (value: unknown) =>
      isRecord(base) && createValidator(document).accepts(schema.pointer, { ...base, [field]: value });
    return freshValue(flatten(document, own(properties, field) ?? {}), uid, isValid);
  };
  const isFree = (field: string) =>
    field !== about && Object.hasOwn(body, field) && (chosen || isId(field) || typeof body[field] === "string");
  let changed = body;
  for (const field of (chosen ?? guessed).toReversed().filter(isFree)) {
    const value = fresh(field);
    if (value === undefined) continue;
    changed = { ...changed, [field]: value };
    if (chosen) break;
  }
  return changed;
}

/** Whether a document says that there is only one record of each sort. */
const isUnique = (operation: Operation): boolean =>
  findsRecords(operation) || operation.responses.some(({ status }) => status === "409");

/** Returns an identity for a path that no other request of the run has. */
export function freshParameter({ document, schema }: Parameter, uid: string): unknown {
  const isValid = (value: unknown) => createValidator(document).accepts(schema.pointer, value);
  return freshValue(flatten(document, schema.node), uid, isValid);
}
