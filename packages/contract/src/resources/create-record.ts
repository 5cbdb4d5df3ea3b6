import { NotApplicable } from "../cases/case.js";
import type { Operation, Parameter } from "../document/document.js";
import { isRecord, own } from "../lib/objects.js";
import { type Inputs, parameterBase } from "../requests/request.js";
import type { WireResponse } from "../target/target.js";
import { chosenIdentity, freshParameter, withPathIdentity } from "./chosen-identity.js";
import { responseEnvelope } from "./envelope.js";
import { type Identity, identityIn, isSameIdentity, recordIn, shows } from "./identity.js";
import { createsByPath, findsRecords } from "./record-parameters.js";
import { hasUid, UID } from "./uid-field.js";

type Fields = Record<string, unknown>;

/** A create request, and how it is sent. */
interface Creation {
  readonly create: Operation;
  /** The parameters that identify the record in paths. */
  readonly parameters: readonly Parameter[];
  /** A valid request. If its path has values of these parameters, the record gets them. */
  readonly inputs: Inputs;
  /** A text that no other request has, from which an identity in the path is made. */
  readonly uid: string;
  send(inputs: Inputs): Promise<{ body: unknown; response: WireResponse; path?: Inputs["path"] }>;
}

/** A record that was created. */
export interface Created {
  /** The body of the request, if it is an object. */
  readonly sent: Fields;
  /** The record in the response. */
  readonly record: Fields;
  /** The values of the path at which the record is. */
  readonly path: Identity;
  /** Whether no such record existed before, so that a run may change it. */
  readonly isNew: boolean;
}

/**
 * Creates a record. If neither its identity nor its fields nor the status show that it is new, it is created twice with the
 * same body, and the second one counts: if both responses have the same identity, the record may have existed before.
 *
 * @throws {NotApplicable} if its identity is not known
 */
export async function createRecord({ create, parameters, inputs, uid, send }: Creation): Promise<Created> {
  const ready = withPathIdentity(create, named(create, parameters, inputs, uid));
  const sent: Fields = isRecord(ready.body) ? ready.body : {};
  const post = async (to: Inputs) => {
    const { body, response, path = to.path } = await send(to);
    const record = recordIn(body, responseEnvelope(create)) ?? {};
    return { record, response, path, shown: identityIn(record, parameters) };
  };
  const first = await post(ready);
  const chosen = createsByPath(create) ? (ready.path ?? {}) : chosenBy(create, parameters, sent, first.record);
  const isKnown =
    chosen !== undefined || shows(first.record, uid) || (first.response.status === 201 && findsRecords(create));
  const last = isKnown ? first : await post({ ...ready, ...(first.path && { path: first.path }) });
  const identity = chosen ?? last.shown;
  if (identity === undefined)
    throw new NotApplicable(
      `the response to ${create.id} has no identity for {${parameters[0]?.name}}; add it to the record`,
    );
  const values = Object.entries({ ...last.path, ...identity }).map(([name, value]) => [name, String(value)]);
  const isNew = isKnown || (last.shown !== undefined && !isSameIdentity(last.shown, first.shown));
  return { sent, record: last.record, path: Object.fromEntries(values), isNew };
}

/**
 * Creates a record that the run may change.
 *
 * @throws {NotApplicable} if it may have existed before
 */
export async function createOwn(creation: Creation): Promise<Created> {
  const created = await createRecord(creation);
  if (!created.isNew)
    throw new NotApplicable("two identical create requests return one record, which may have existed before");
  return created;
}

/** Returns the inputs with a new identity in the path, or with the one of the path in the body. */
function named(create: Operation, parameters: readonly Parameter[], inputs: Inputs, uid: string): Inputs {
  const given = inputs.path ?? {};
  if (createsByPath(create)) {
    const rest = parameters.filter(({ name }) => !Object.hasOwn(given, name));
    const fresh = rest.map((each) => freshParameter(each, uid));
    const at = fresh.findLastIndex((value) => value !== undefined);
    if (rest.length > 0 && at < 0)
      throw new NotApplicable(`no other value for {${parameters.at(-1)?.name}} could be generated`);
    const values = rest.map((each, i) => [each.name, i === at ? fresh[i] : parameterBase(each)]);
    return { ...inputs, path: { ...given, ...Object.fromEntries(values) } };
  }
  const { body } = inputs;
  if (!isRecord(body)) return inputs;
  const fields = fieldsOf(create, parameters).flatMap(([field, { name }]) => {
    if (!Object.hasOwn(given, name) || !Object.hasOwn(body, field)) return [];
    return [[field, typeof body[field] === "number" ? Number(given[name]) : given[name]]];
  });
  return { ...inputs, body: { ...body, ...Object.fromEntries(fields) } };
}

/** Returns the fields in which the client chooses the identity, each with its parameter. */
function fieldsOf(create: Operation, parameters: readonly Parameter[]): [string, Parameter][] {
  const { fields = [] } = chosenIdentity(create) ?? {};
  return fields.length === parameters.length ? parameters.map((each, i) => [fields[i] ?? "", each]) : [];
}

/** Returns the identity that the client chose. A server may assign another one than an optional one that was sent. */
function chosenBy(create: Operation, parameters: readonly Parameter[], sent: Fields, record: Fields) {
  // The field that the parameter names may be another one, which the server sets.
  const isNamed = parameters.every(({ name }) => name !== UID && own(record, name) !== undefined);
  if (hasUid(create)) return identityIn(isNamed ? record : { [UID]: sent[UID] }, parameters);
  const fields = fieldsOf(create, parameters);
  if (fields.length === 0 || fields.some(([field]) => own(sent, field) === undefined)) return undefined;
  return Object.fromEntries(fields.map(([field, { name }]) => [name, own(record, field) ?? own(sent, field)]));
}
