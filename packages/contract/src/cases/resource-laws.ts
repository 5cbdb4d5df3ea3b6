import { type Case, type Context, NotApplicable } from "../case.js";
import { type Document, type Operation, responseFor, successOf } from "../document.js";
import { ContractViolation } from "../judge.js";
import { own } from "../own.js";
import { requestOf } from "../request.js";
import { chosenIdentity, createsByPath, freshParameter, identityFieldOf } from "../resources/chosen-identity.js";
import { identityOf, recordIn, recordsIn } from "../resources/identity.js";
import { type Resource, resourcesOf } from "../resources/resource.js";
import type { WireRequest } from "../target.js";
import type { Validator } from "../validator.js";
import { isRecord } from "../values/base-value.js";
import { sitesOf } from "../values/sites.js";
import { variantsOf } from "../values/variants.js";
import { draft } from "./draft.js";
import { sameShared } from "./echo.js";
import { validInputs } from "./valid-inputs.js";

const RULE = "resource";

/**
 * The life cycle of a record whose identity the server assigns: once created, it can be fetched and is listed; once
 * replaced or patched, it has the values that were sent; once deleted, it is a 404 and not listed. The cases use only
 * records of this run.
 */
export function resourceLaws(document: Document, validator: Validator, operations: Operation[]): Case[] {
  return resourcesOf(operations).flatMap((resource) => {
    const { get } = resource;
    const create =
      resource.create ?? (resource.replace && createsByPath(resource.replace) ? resource.replace : undefined);
    // Records whose uid the client chooses have their own cases.
    if (create?.body?.kind !== "json" || create.body.schema.node.properties?.["uid"] || !get) return [];
    const life = (name: string, about: Operation, run: Case["run"]) =>
      draft(about, { rule: RULE, name, writes: true, run });
    const { replace, update, remove, list } = resource;
    const field = identityFieldOf(get, resource.parameter);
    return [
      life("a created record can be fetched", get, async (context) => {
        const { sent, record, id } = await created(context, document, resource, create);
        same(sent, record, "the response to the create request", create);
        same(sent, await fetched(context, resource, get, id), "the record that was fetched", create);
      }),
      ...(list
        ? [
            life("a created record is listed", list, async (context) => {
              const { id } = await created(context, document, resource, create);
              await isListed(context, resource, list, id, true);
            }),
          ]
        : []),
      ...(replace?.body?.kind === "json"
        ? [
            life("a replaced record has the values that were sent", replace, async (context) => {
              const { id, sent } = await created(context, document, resource, create);
              const body = changed(document, validator, replace, pick(sent, field));
              await replaced(context, replace, requestTo(context, replace, resource, id, body));
              const record = await fetched(context, resource, get, id);
              same(body, record, "the record after it was replaced", replace);
            }),
          ]
        : []),
      ...(update?.body?.kind === "json"
        ? [
            life("a patched record has the new values, and keeps the rest", update, async (context) => {
              const { id, sent } = await created(context, document, resource, create);
              const patch = patchOf(document, validator, update, pick(sent, field));
              await context.judge(update, requestTo(context, update, resource, id, patch), successOf(update).status);
              const record = await fetched(context, resource, get, id);
              same({ ...sent, ...patch }, record, "the record after the patch", create);
            }),
          ]
        : []),
      ...(remove
        ? [
            life("a deleted record is a 404 and not listed", remove, async (context) => {
              const { id } = await created(context, document, resource, create);
              await context.judge(remove, requestTo(context, remove, resource, id), successOf(remove).status);
              const gone = responseFor(get, 404) ? "404" : "410";
              await context.judge(get, requestTo(context, get, resource, id), gone);
              if (list) await isListed(context, resource, list, id, false);
            }),
          ]
        : []),
    ];
  });
}

const requestTo = (context: Context, operation: Operation, { parameter }: Resource, id: string, body?: unknown) =>
  requestOf(
    operation,
    { path: { [parameter.name]: id }, ...(body === undefined ? {} : { body }) },
    context.target.apiKey,
  );

/**
 * Creates a record twice with the same body, and uses the second one. If both responses have the same identity, the
 * record may have existed before, and then the run did not create it.
 */
async function created(context: Context, document: Document, resource: Resource, create: Operation) {
  const { parameter } = resource;
  const uid = context.uid();
  const { body: sent } = validInputs(document, create, uid);
  if (createsByPath(create)) return createdByPath(context, document, resource, create, sent);
  if (chosenIdentity(create)) {
    // A second create request would be rejected, and a 201 shows that the record is new.
    const record = recordIn((await context.exchange(create, { body: sent })).body) ?? {};
    const id = identityOf(sent, parameter.name) ?? "";
    return { sent: isRecord(sent) ? sent : {}, record, id };
  }
  const answers = [];
  for (let turn = 0; turn < 2; turn++) answers.push(recordIn((await context.exchange(create, { body: sent })).body));
  const [before, id] = answers.map((record) => identityOf(record, parameter.name));
  if (id === undefined)
    throw new NotApplicable(
      `the response to ${create.id} has no identity for {${parameter.name}}; add it to the record`,
    );
  if (before === id)
    throw new NotApplicable("two identical create requests return one record, which may have existed before");
  return { sent: isRecord(sent) ? sent : {}, record: answers[1] ?? {}, id };
}

/** Sends a PUT for an existing record; a 201 would mean that it did not exist (RFC 9110, section 9.3.4). */
async function replaced(context: Context, replace: Operation, request: WireRequest): Promise<void> {
  const { status } =
    replace.responses.find((one) => /^2/.test(one.status) && one.status !== "201") ?? successOf(replace);
  const exchange = await context.judge(replace, request, status);
  if (exchange.response.status === 201 && status !== "201")
    throw new ContractViolation(
      `status 201, expected ${status}: ${request.method} ${request.path} replaced an existing record`,
      exchange,
    );
}

/** Creates a record with a PUT to a path that no record has. */
async function createdByPath(
  context: Context,
  document: Document,
  resource: Resource,
  create: Operation,
  sent: unknown,
) {
  const id = freshParameter(document, resource.parameter, context.uid());
  if (id === undefined) throw new NotApplicable(`no other value for {${resource.parameter.name}} could be generated`);
  const field = resource.get && identityFieldOf(resource.get, resource.parameter);
  const named = isRecord(sent) && field !== undefined && Object.hasOwn(sent, field) ? { ...sent, [field]: id } : sent;
  const { body } = await context.judge(
    create,
    requestTo(context, create, resource, String(id), named),
    successOf(create).status,
  );
  return { sent: isRecord(named) ? named : {}, record: recordIn(body) ?? {}, id: String(id) };
}

async function fetched(context: Context, resource: Resource, get: Operation, id: string) {
  const { body } = await context.judge(get, requestTo(context, get, resource, id), successOf(get).status);
  const record = recordIn(body) ?? {};
  const other = identityOf(record, resource.parameter.name);
  if (other !== undefined && other !== id) throw new ContractViolation(`requested ${id}, but received ${other}`);
  return record;
}

/** Checks that the record has the fields that were sent, unchanged, if it shows them. */
function same(sent: Record<string, unknown>, record: Record<string, unknown>, what: string, { body }: Operation): void {
  for (const [name, value] of Object.entries(sent))
    if (Object.hasOwn(record, name)) sameShared(value, record[name], `${name} of ${what}`, body?.writeOnly);
}

/** Returns an object with only this field of what was sent; empty if it was not sent. */
const pick = (sent: Record<string, unknown>, field: string | undefined): Record<string, unknown> =>
  field !== undefined && Object.hasOwn(sent, field) ? { [field]: sent[field] } : {};

/**
 * Returns a valid body that differs from the base in one field.
 * @param kept a field that must not change: the identity
 */
function changed(
  document: Document,
  validator: Validator,
  operation: Operation,
  kept: object = {},
): Record<string, unknown> {
  const schema = operation.body?.schema;
  const { body: plain } = validInputs(document, operation, "");
  if (!schema || !isRecord(plain)) throw new NotApplicable("its body is not an object");
  const base = { ...plain, ...kept };
  for (const site of sitesOf(document, schema).filter(
    ({ path: [name, ...rest] }) => rest.length === 0 && name !== undefined && !Object.hasOwn(kept, name),
  ))
    for (const { value } of variantsOf(validator, site)) {
      const body = { ...base, [String(site.path[0])]: value };
      if (value !== own(base, String(site.path[0])) && validator.accepts(schema.pointer, body)) return body;
    }
  throw new NotApplicable("no field of its body can have another value");
}

/** Returns a body with only one field, with another value. */
function patchOf(
  document: Document,
  validator: Validator,
  operation: Operation,
  kept: object = {},
): Record<string, unknown> {
  const { body: plain } = validInputs(document, operation, "");
  const base = isRecord(plain) ? { ...plain, ...kept } : plain;
  const body = changed(document, validator, operation, kept);
  const patch = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isRecord(base) || value !== own(base, name)),
  );
  if (!validator.accepts(operation.body?.schema.pointer ?? "", patch))
    throw new NotApplicable("its body needs more than the field that changes");
  return patch;
}

/**
 * Checks that a list contains a record, or that it does not if `wanted` is false.
 *
 * @throws {ContractViolation} if the check fails
 */
async function isListed(context: Context, { parameter }: Resource, list: Operation, id: string, wanted: boolean) {
  let isHere = false;
  for await (const records of pagesOf(context, list)) {
    isHere ||= records.some((record) => identityOf(record, parameter.name) === id);
    if (isHere) break;
  }
  if (isHere && !wanted) throw new ContractViolation(`${list.id} lists ${id}, which was deleted`);
  if (!isHere && wanted) throw new ContractViolation(`${list.id} does not list ${id}`);
}

/** Names of parameters for paging. */
const PAGING =
  /^\$?(page|cursor|per|size|after|before|first|last|top|skip|start|marker|limit|offset)(_|-|[A-Z]|\b|token|size)/;

/** Yields the records of a list: page by page if it has limit and offset, otherwise those of a single response. */
async function* pagesOf(context: Context, list: Operation): AsyncGenerator<unknown[]> {
  const find = (wanted: string) => list.parameters.find(({ in: place, name }) => place === "query" && name === wanted);
  const read = async (query: [string, string][]) =>
    recordsIn((await context.exchange(list, { query })).body, list.pagination?.records);
  const limit = find("limit");
  if (!limit || !find("offset")) {
    // The suite does not know how to request the next page.
    const other = list.parameters.find(({ in: place, name }) => place === "query" && PAGING.test(name));
    if (limit ?? other)
      throw new NotApplicable(`${list.id} may return only a part of its records, and has no limit and offset`);
    return yield await read([]);
  }
  const most = limit.schema.node.maximum ?? 100;
  for (let offset = 0; offset < context.maxRecords; ) {
    const query: [string, string][] = [
      ["limit", String(most)],
      ["offset", String(offset)],
    ];
    const records = await read(query);
    yield records;
    if (records.length === 0) return;
    offset += records.length;
  }
  throw new NotApplicable(`${list.id} has more than ${context.maxRecords} records`);
}
