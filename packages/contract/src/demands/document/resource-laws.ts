import { isDeepStrictEqual } from "node:util";
import { type Case, type Context, NotApplicable } from "../../cases/case.js";
import type { Suite } from "../../cases/family.js";
import type { BodyKind } from "../../document/body-kind.js";
import { type Operation, responseFor, successOf } from "../../document/document.js";
import { createValidator } from "../../document/validator.js";
import { ContractViolation } from "../../judging/judge-response.js";
import { skipConflict } from "../../judging/skip-conflict.js";
import { isRecord, own } from "../../lib/objects.js";
import { type Inputs, requestOf } from "../../requests/request.js";
import { freshParameter, identityFieldOf, recordProperties, recordShape } from "../../resources/chosen-identity.js";
import { createOwn } from "../../resources/create-record.js";
import { recordsField, responseEnvelope, sentEnvelope } from "../../resources/envelope.js";
import { type Identity, identityIn, isSameIdentity, recordIn, recordsIn } from "../../resources/identity.js";
import { mayBePaged, pageQuery, pagingOf } from "../../resources/paging.js";
import { createsByPath } from "../../resources/record-parameters.js";
import { type Resource, resourcesOf, showSame } from "../../resources/resource.js";
import { hasUid } from "../../resources/uid-field.js";
import { fullInputs, validInputs } from "../../resources/valid-inputs.js";
import type { WireRequest } from "../../target/target.js";
import { flatten } from "../../values/flatten.js";
import { sitesOf } from "../../values/sites.js";
import { variantsOf } from "../../values/variants.js";
import { canHave, checkShown, isTimeOfRecord } from "../returned-values.js";
import { testCase } from "../test-case.js";

/** A resource whose records can be created and fetched. */
interface Living extends Resource {
  create: Operation;
  get: Operation;
}

type Fields = Record<string, unknown>;

/** The kinds of body whose fields have the types of their schema. */
const FIELDS: readonly BodyKind[] = ["json", "form", "multipart"];

/**
 * The life cycle of a record: once created, it can be fetched and is listed; once replaced or patched, it has the values
 * that were sent; once deleted, it is a 404 and not listed. The cases use only records of this run.
 */
export function resourceLaws({ operations }: Suite): Case[] {
  return resourcesOf(operations).flatMap((resource) => {
    const { get, replace } = resource;
    const create = resource.create ?? (replace && createsByPath(replace) ? replace : undefined);
    // Records whose uid the client chooses have their own cases.
    if (!create?.body || !FIELDS.includes(create.body.kind) || hasUid(create) || !get) return [];
    return lifeOf({ ...resource, create, get });
  });
}

function lifeOf(resource: Living): Case[] {
  const { create, get, list, replace, update, remove } = resource;
  const life = (
    name: string,
    about: Operation | undefined,
    run: (context: Context, about: Operation) => Promise<void>,
  ) => {
    if (!about) return [];
    const tried = (context: Context) =>
      run(context, about).catch((error: unknown) => {
        if (about !== create) skipConflict(about, error);
        throw error;
      });
    return [testCase(about, { rule: "resource", name, writes: true, run: tried })];
  };
  const withJson = (operation: Operation | undefined) =>
    operation?.body && FIELDS.includes(operation.body.kind) ? operation : undefined;
  const atPath = replace && createsByPath(replace) ? withJson(replace) : undefined;
  const several = resource.parameters.length > 1 ? get : undefined;
  const field =
    resource.parameters.length === 1 && resource.parameters[0]
      ? identityFieldOf(get, resource.parameters[0])
      : undefined;
  return [
    ...life("a created record can be fetched", get, async (context) => {
      const { sent, record, id } = await created(context, resource, fullInputs);
      same(create, create, sent, record, "the response to the create request");
      same(create, get, sent, await fetched(context, resource, id), "the record that was fetched");
    }),
    ...life("a record that is created at its path is a 201", atPath, async (context, about) => {
      const { sent, record, id } = await created(context, { ...resource, create: about }, fullInputs);
      same(about, about, sent, record, "the response to the request");
      same(about, get, sent, await fetched(context, resource, id), "the record that was fetched");
    }),
    ...life("records that share a part of their identity are not mixed up", several, (context) =>
      notMixed(context, resource),
    ),
    ...life(
      "a changed record has another ETag",
      hasTags(get) ? (withJson(replace) ?? withJson(update)) : undefined,
      async (context, about) => {
        const { id } = await created(context, resource);
        const before = await shownAt(context, resource, id);
        const kept = repeated(about, field, before.record);
        await context.judge(
          about,
          requestTo(context, about, id, about === replace ? changed(about, kept) : patchOf(about, kept)),
          successOf(about).status,
        );
        const after = await shownAt(context, resource, id);
        if (after.tag === undefined || after.tag.startsWith("W/"))
          throw new NotApplicable("the record has no strong ETag");
        if (after.tag === before.tag && !isDeepStrictEqual(after.record, before.record))
          throw new ContractViolation(`the record changed, but its ETag is still ${after.tag} (RFC 9110, 8.8.3)`);
      },
    ),
    ...life("a created record is listed", list, async (context, about) => {
      await isListed(context, resource, about, await created(context, resource), true);
    }),
    ...life("a replaced record has the values that were sent", withJson(replace), async (context, about) => {
      const { id, sent } = await created(context, resource, fullInputs);
      const before = await fetched(context, resource, id);
      const kept = repeated(about, field, before);
      for (const [i, body] of [changed(about, kept), emptied(about, kept)].entries()) {
        const shown = await replaced(context, about, get, requestTo(context, about, id, body));
        same(about, about, body, shown, "the response to the replace request");
        const after = await fetched(context, resource, id);
        same(about, get, body, after, "the record after it was replaced");
        if (i === 0) await nothingKept(context, resource, about, { id, sent, body, before, after });
      }
    }),
    ...life("a patched record has the new values, and keeps the rest", withJson(update), async (context, about) => {
      const { id, sent } = await created(context, resource, fullInputs);
      const before = await fetched(context, resource, id);
      const patch = patchOf(about, repeated(about, field, before));
      const response = await context.judge(about, requestTo(context, about, id, patch), successOf(about).status);
      const after = await fetched(context, resource, id);
      const rest = Object.keys(sent).filter((name) => !Object.hasOwn(patch, name));
      const kept = Object.fromEntries(rest.map((name) => [name, own(before, name)]));
      await nullsRemove(context, resource, about, id, Object.keys(sent));
      const answered = showSame(about, get) ? recordIn(response.body, responseEnvelope(about)) : undefined;
      for (const [shower, record, what] of [
        [get, after, "the record after the patch"],
        [about, answered ?? {}, "the response to the patch"],
      ] as const) {
        same(about, shower, patch, record, what);
        same(create, shower, kept, record, what);
      }
    }),
    ...life("a deleted record is a 404 and not listed", remove, async (context, about) => {
      const { id } = await created(context, resource);
      const before = await fetched(context, resource, id);
      await context.judge(about, requestTo(context, about, id), successOf(about).status);
      const gone = ["404", "410"].filter((each) => responseFor(get, Number(each)));
      const statuses = [...(gone.length > 0 ? gone : ["404"]), successOf(get).status];
      const { body, response } = await context.judge(get, requestTo(context, get, id), statuses);
      const kept = response.status < 300 ? recordIn(body, responseEnvelope(get)) : undefined;
      if (kept && isDeepStrictEqual(kept, before))
        throw new ContractViolation(`the record is unchanged after it was deleted: ${JSON.stringify(id)}`);
      if (list && !kept) await isListed(context, resource, list, { id, record: before }, false);
    }),
    ...life("records can be created and deleted, again and again", remove, async (context, about) => {
      for (let i = 0; i < MANY; i++) {
        const { id } = await created(context, resource);
        await context.judge(about, requestTo(context, about, id), successOf(about).status);
      }
    }),
    ...life("two records do not get mixed up", get, async (context) => {
      const [one, other] = [await created(context, resource), await created(context, resource)];
      for (const { id } of [one, other, one]) await fetched(context, resource, id);
    }),
  ];
}

/** Whether a document says that a record has an ETag, or a response that depends on it. */
const hasTags = ({ responses }: Operation): boolean =>
  responses.some(({ status, headers }) => status === "304" || headers.some(({ name }) => /^etag$/i.test(name)));

/** How often a request is repeated, so that one that fails now and then is noticed. */
const MANY = 30;

const requestTo = (context: Context, operation: Operation, path: Identity, body?: unknown) =>
  requestOf(operation, { path, ...(body === undefined ? {} : { body }) }, context.target);

/** Creates a record of this run. */
async function created(context: Context, { create, parameters }: Living, inputsOf = validInputs) {
  const uid = context.uid();
  const send = async (inputs: Inputs) => {
    const exchange = await context.exchange(create, inputs);
    const { status } = exchange.response;
    if (createsByPath(create) && (status === 200 || status === 204))
      throw new ContractViolation(
        `status ${status}, expected 201: the PUT created a record (RFC 9110, 9.3.4)`,
        exchange,
      );
    return exchange;
  };
  const { sent, record, path } = await createOwn({ create, parameters, inputs: inputsOf(create, uid), uid, send });
  return { sent, record, id: path };
}

/** Sends a PUT for an existing record; a 201 would mean that it did not exist (RFC 9110, section 9.3.4). */
async function replaced(context: Context, replace: Operation, get: Operation, request: WireRequest): Promise<Fields> {
  const { status } =
    replace.responses.find((one) => /^2/.test(one.status) && one.status !== "201") ?? successOf(replace);
  const exchange = await context.judge(replace, request, status);
  if (exchange.response.status === 201 && status !== "201")
    throw new ContractViolation(
      `status 201, expected ${status}: ${request.method} ${request.path} replaced an existing record`,
      exchange,
    );
  return (showSame(replace, get) ? recordIn(exchange.body, responseEnvelope(replace)) : undefined) ?? {};
}

/** What a replace request should have removed. */
interface Replaced {
  readonly id: Identity;
  /** The body of the create request. */
  readonly sent: Fields;
  /** The body of the replace request. */
  readonly body: Fields;
  readonly before: Fields;
  readonly after: Fields;
}

/**
 * Checks that a field which a PUT leaves out has no longer the value that it had (RFC 9110, 9.3.4), but the one of a record that
 * is created without it. A PUT whose body needs less than that of a create request may be meant as a change.
 */
async function nothingKept(
  context: Context,
  resource: Living,
  replace: Operation,
  { id, sent, body, before, after }: Replaced,
) {
  const { required = [], properties = {} } = fieldsOf(replace);
  if ((fieldsOf(resource.create).required ?? []).some((name) => properties[name] && !required.includes(name))) return;
  const isKept = (name: string) =>
    Object.hasOwn(properties, name) &&
    !Object.hasOwn(body, name) &&
    !isEmpty(own(before, name)) &&
    isDeepStrictEqual(own(after, name), own(before, name));
  const kept = Object.keys(sent).filter((name) => isKept(name) && own(before, name) !== undefined);
  if (kept.length === 0) return;
  const plain = await created(context, resource);
  const usual = await fetched(context, resource, plain.id);
  const suspects = kept.filter(
    (each) => !Object.hasOwn(plain.sent, each) && !isDeepStrictEqual(own(usual, each), own(after, each)),
  );
  for (const name of suspects) {
    // Of a few values, a server may have chosen the same one again.
    const { enum: few = [true, false] } = flatten(replace.document, properties[name] ?? {});
    const other = few.find((value) => value !== own(before, name) && few.includes(own(before, name)));
    if (other !== undefined) {
      await replaced(context, replace, resource.get, requestTo(context, replace, id, { ...body, [name]: other }));
      await replaced(context, replace, resource.get, requestTo(context, replace, id, body));
      if (!isDeepStrictEqual(own(await fetched(context, resource, id), name), other)) continue;
    }
    throw new ContractViolation(
      `${name} is still ${JSON.stringify(other ?? own(after, name))} after a PUT without it, which replaces the record (RFC 9110, 9.3.4)`,
    );
  }
}

/** Creates, for each part of the identity of a record, one that differs only there, and deletes it. */
async function notMixed(context: Context, resource: Living): Promise<void> {
  const { create, parameters, remove } = resource;
  const { id } = await created(context, resource);
  const before = await fetched(context, resource, id);
  let tried = 0;
  for (const parameter of parameters) {
    const listed = (parameter.schema.node.enum ?? []).find((value) => String(value) !== id[parameter.name]);
    const value = listed ?? freshParameter(parameter, context.uid());
    if (value === undefined) continue;
    const other = await created(context, resource, (operation, uid) => ({
      ...validInputs(operation, uid),
      path: { ...id, [parameter.name]: value },
    }));
    if (other.id[parameter.name] !== String(value)) continue;
    tried++;
    await fetched(context, resource, other.id);
    if (remove) await context.judge(remove, requestTo(context, remove, other.id), successOf(remove).status);
    const after = await fetched(context, resource, id);
    if (!isDeepStrictEqual(after, before))
      throw new ContractViolation(`${JSON.stringify(id)} changed with ${JSON.stringify(other.id)}`);
  }
  if (tried === 0) throw new NotApplicable(`${create.id} does not let a client choose parts of the identity`);
}

const fetched = async (...which: Parameters<typeof shownAt>): Promise<Fields> => (await shownAt(...which)).record;

/** Returns a record, which must be the requested one, and its ETag. */
async function shownAt(context: Context, { get, parameters }: Living, id: Identity) {
  const { body, response } = await context.judge(get, requestTo(context, get, id), successOf(get).status);
  if (response.status >= 300) throw new NotApplicable(`${get.id} leads elsewhere, as it may: ${response.status}`);
  const record = recordIn(body, responseEnvelope(get)) ?? {};
  const other = identityIn(record, parameters);
  if (other !== undefined && !isSameIdentity(other, id))
    throw new ContractViolation(
      `requested ${Object.values(id).join("/")}, but received ${Object.values(other).join("/")}`,
    );
  return { record, tag: response.headers["etag"] };
}

/**
 * Checks that the record has the fields that were sent, unchanged, if it shows them. A get shows every field that it
 * describes and that says something; servers in Go, for example, leave out false, 0 and empty texts.
 */
function same(sender: Operation, shower: Operation, sent: Fields, record: Fields, what: string): void {
  const described = shower.method === "GET" ? recordProperties(shower) : {};
  // A request may have the same envelope as a response.
  const envelope = sentEnvelope(sender);
  const isInside = envelope !== undefined && isRecord(own(sent, envelope)) && !Object.hasOwn(record, envelope);
  const shown = isInside ? { [envelope]: record } : record;
  for (const [name, value] of Object.entries(sent))
    if (Object.hasOwn(shown, name)) checkShown(sender, shower, name, value, own(shown, name), `${name} of ${what}`);
    else if (
      !isEmpty(value) &&
      Object.hasOwn(described, name) &&
      !sender.body?.writeOnly.has(name) &&
      canHave(shower, name, value)
    )
      throw new ContractViolation(`${name} of ${what} is missing, but ${JSON.stringify(value)} was sent`);
}

/** Returns the identity of the record as a body repeats it; empty if the body cannot have it. */
function repeated({ body, document }: Operation, field: string | undefined, record: Fields): Fields {
  const described = flatten(document, body?.schema.node ?? {}).properties ?? {};
  const isThere = field !== undefined && Object.hasOwn(record, field) && Object.hasOwn(described, field);
  return isThere ? { [field]: record[field] } : {};
}

/**
 * Returns a valid body that differs from the base in one field.
 * @param kept a field that must not change: the identity
 */
function changed(operation: Operation, kept: object = {}): Fields {
  const { document, body: described } = operation;
  const schema = described?.schema;
  const validator = createValidator(document);
  const { body: plain } = validInputs(operation, "");
  if (!schema || !isRecord(plain)) throw new NotApplicable("its body is not an object");
  const base = { ...plain, ...kept };
  const isFree = (name: string) => !Object.hasOwn(kept, name) && !isTimeOfRecord(operation, name);
  // In a merge patch, null is no value.
  const isValue = (value: unknown) => value !== null || !isMergePatch(operation);
  for (const site of sitesOf(document, schema).filter(
    ({ path: [name, ...rest] }) => rest.length === 0 && name !== undefined && isFree(String(name)),
  ))
    for (const { value } of variantsOf(validator, site)) {
      const body = { ...base, [String(site.path[0])]: value };
      const isNew = isValue(value) && value !== own(base, String(site.path[0]));
      if (isNew && validator.accepts(schema.pointer, body)) return body;
    }
  throw new NotApplicable("no field of its body can have another value");
}

/** Values that a server could take for missing ones. */
const EMPTY = [false, 0, "", [], null];
const isEmpty = (value: unknown): boolean => [...EMPTY, {}].some((empty) => isDeepStrictEqual(value, empty));

/** Returns a valid body with as many such values as possible. */
function emptied(operation: Operation, kept: object): Fields {
  const validator = createValidator(operation.document);
  const { body } = fullInputs(operation, "");
  const pointer = operation.body?.schema.pointer ?? "";
  let fields: Fields = { ...Object(body), ...kept };
  for (const name of Object.keys(Object(body)).filter((each) => !Object.hasOwn(kept, each))) {
    const others = EMPTY.map((value) => ({ ...fields, [name]: value }));
    fields = others.find((each) => validator.accepts(pointer, each)) ?? fields;
  }
  return fields;
}

/** Returns a body with only one field, with another value. */
function patchOf(operation: Operation, kept: object = {}): Fields {
  const { body: plain } = validInputs(operation, "");
  const base: Fields = isRecord(plain) ? { ...plain, ...kept } : {};
  const body = changed(operation, kept);
  const patch = Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== own(base, name)));
  if (!createValidator(operation.document).accepts(operation.body?.schema.pointer ?? "", patch))
    throw new NotApplicable("its body needs more than the field that changes");
  return patch;
}

const isMergePatch = ({ body }: Operation): boolean => /merge-patch/i.test(body?.mediaType ?? "");

/**
 * Checks that null in a merge patch removes a field, or is its value (RFC 7396), unless the record has to have the field, if only
 * as null: then a server may reject the patch.
 */
async function nullsRemove(context: Context, resource: Living, update: Operation, id: Identity, names: string[]) {
  if (!isMergePatch(update)) return;
  const { accepts } = createValidator(update.document);
  const { properties = {} } = flatten(update.document, update.body?.schema.node ?? {});
  const { required = [] } = recordShape(resource.get);
  for (const name of names.filter((each) => Object.hasOwn(properties, each) && !required.includes(each))) {
    const patch = { [name]: null };
    if (!accepts(update.body?.schema.pointer ?? "", patch)) continue;
    const before = own(await fetched(context, resource, id), name);
    await context.judge(update, requestTo(context, update, id, patch), successOf(update).status);
    const after = own(await fetched(context, resource, id), name);
    if (!isEmpty(before) && before !== undefined && isDeepStrictEqual(after, before))
      throw new ContractViolation(
        `${name} is still ${JSON.stringify(after)} after a merge patch with null (RFC 7396, 2)`,
      );
  }
}

/**
 * Checks that a list contains a record, or that it does not if `wanted` is false.
 *
 * @throws {ContractViolation} if the check fails
 */
async function isListed(
  context: Context,
  resource: Resource,
  list: Operation,
  { id, record: shown }: { id: Identity; record: unknown },
  wanted: boolean,
) {
  let isHere = false;
  const isIt = (record: unknown) => {
    const found = identityIn(record, resource.parameters);
    return found !== undefined && isSameIdentity(found, id);
  };
  for await (const records of pagesOf(context, list, id, filtersFor(resource, list, shown))) {
    isHere ||= records.some(isIt);
    if (isHere) break;
  }
  const what = Object.values(id).join("/");
  if (isHere && !wanted) throw new ContractViolation(`${list.id} lists ${what}, which was deleted`);
  if (!isHere && wanted) throw new ContractViolation(`${list.id} does not list ${what}`);
}

/** What a schema and its parts say about the body of a request. */
const fieldsOf = ({ body, document }: Operation) => flatten(document, body?.schema.node ?? {});

/**
 * The required parameters of a list that may be filters, with the values of a record. Paging is none, and neither is what the
 * create request has as well, such as a tenant.
 *
 * @throws {NotApplicable} if the record does not show such a field
 */
function filtersFor({ create }: Resource, list: Operation, record: unknown): [name: string, value: string][] {
  const { size, start } = pagingOf(list) ?? {};
  const described = (create && fieldsOf(create).properties) ?? {};
  const others = [size, start, ...(create?.parameters ?? [])].flatMap((one) => (one?.in === "query" ? one.name : []));
  return list.parameters.flatMap(({ in: place, name, required }): [string, string][] => {
    if (place !== "query" || !required) return [];
    const value = isRecord(record) ? own(record, name) : undefined;
    if (["string", "number", "boolean"].includes(typeof value)) return [[name, String(value)]];
    if (others.includes(name) && own(described, name) === undefined) return [];
    throw new NotApplicable(`${list.id} may be filtered by ${name}, which the record does not show`);
  });
}

/** Yields the records of a list: page by page if it is known how, otherwise those of a single response. */
async function* pagesOf(
  context: Context,
  list: Operation,
  path: Identity,
  filters: [name: string, value: string][],
): AsyncGenerator<unknown[]> {
  const paging = pagingOf(list);
  if (!paging && mayBePaged(list))
    throw new NotApplicable(`${list.id} may return only a part of its records, and its paging is not known`);
  const most = paging?.size?.schema.node.maximum ?? 100;
  let value: number | string | undefined = paging?.first;
  for (let count = 0; count < context.maxRecords; ) {
    const page = paging ? pageQuery(paging, most, value) : [];
    const query = [...filters.filter(([name]) => page.every(([other]) => other !== name)), ...page];
    if (typeof value === "number" && value > (paging?.start.schema.node.maximum ?? value))
      throw new NotApplicable(`${list.id} has more pages than ${paging?.start.name} allows`);
    const { body } = await context.exchange(list, { query, path });
    const records = recordsIn(body, recordsField(list));
    yield records;
    count += records.length;
    value = paging?.next(value, records.length, body);
    if (records.length === 0 || value === undefined) return;
  }
  throw new NotApplicable(`${list.id} has more than ${context.maxRecords} records`);
}
