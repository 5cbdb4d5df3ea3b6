import type {
  MediaTypeModel,
  OperationModel,
  ParameterModel,
  ResourceModel,
  ResourceOperation,
} from "@metadata-service/spec-tools";
import { type Api, authorized, refusalOf, sampleOf } from "./api.js";
import { parsed, type Request, type Response, type Send, sent } from "./exchange.js";
import { KEYWORDS } from "./keywords.js";
import { edit, pathOf, type RequestPlace, requestPlaces, writeParameter } from "./request-places.js";
import { completed, isObject, set, slotIn } from "./schema.js";

type Values = Readonly<Record<string, unknown>>;

/** Parts of a request to send with other values than those of the document. */
export interface Wishes {
  readonly parameters?: Values;
  readonly body?: unknown;
}

/** Thrown if the document does not say enough to make a request. */
export class Unknown extends Error {
  override readonly name = "Unknown";
}

/** A visit of a server: makes valid requests from the document, and records all responses. */
export class Visit {
  readonly responses: Response[] = [];
  #made = 0;
  /** The identity of a parent, by resource: all records of a visit have the same one. */
  readonly #parents = new Map<string, unknown>();

  constructor(
    readonly api: Api,
    readonly server: Send,
  ) {}

  async send(request: Request): Promise<Response> {
    const response = await this.server(request);
    this.responses.push(response);
    return response;
  }

  /** Sends a valid request. */
  async call(operation: OperationModel, wishes?: Wishes): Promise<Response> {
    return this.send(await this.valid(operation, wishes));
  }

  /** Returns a valid request of an operation; creates the records that it needs. */
  async valid(operation: OperationModel, wishes: Wishes = {}): Promise<Request> {
    const given = { ...(await this.#needed(operation, wishes.parameters ?? {})), ...wishes.parameters };
    const valueFor = (parameter: ParameterModel) =>
      given[parameter.name] ?? (parameter.required ? sampleOf(this.api, parameter) : undefined);
    const values = Object.fromEntries(operation.parameters.map((one) => [one.name, valueFor(one)]));
    const body = "body" in wishes ? wishes.body : this.bodies(operation)[0];
    let request: Request = withMedia(operation.body?.content[0], body, {
      method: operation.method,
      target: pathOf(operation, values),
      headers: { accept: "*/*" },
      body: Buffer.alloc(0),
    });
    for (const parameter of operation.parameters)
      if (parameter.in !== "path" && values[parameter.name] !== undefined)
        request = writeParameter(this.api, operation, parameter, request, values[parameter.name]);
    return authorized(this.api, operation, request);
  }

  /** The identities of records that must exist: of the parents, and of the one that the operation names. */
  async #needed(operation: OperationModel, given: Values): Promise<Values> {
    const use = this.api.roleOf(operation);
    const values: Record<string, unknown> = { ...given };
    for (const { parameter, resource: name } of use?.scope ?? []) {
      const parent = this.api.model.resources.find((one) => one.name === name);
      if (!parent || parameter in values) continue;
      const known = this.#parents.get(parent.name) ?? (await this.identity(parent, values).catch(() => undefined));
      this.#parents.set(parent.name, known);
      values[parameter] = known;
    }
    const own = use?.identifiedBy;
    if (use && own && own.in !== "body" && use.role !== "create" && !(own.name in values))
      values[own.name] = await this.identity(use.resource, values);
    return values;
  }

  /** Bodies to send: the examples of the document, then one with all fields. */
  bodies(operation: OperationModel): unknown[] {
    const media = operation.body?.content[0];
    if (!media?.schema) return [];
    const { schema, examples } = media;
    const shown =
      examples.length > 0 ? examples.map(({ value }) => value) : [sampleOf(this.api, { schema, examples: [] })];
    const { request, role } = this.api.roleOf(operation) ?? {};
    const identity =
      role === "create" && request?.identity !== undefined && !request.many
        ? [...request.at, request.identity]
        : undefined;
    return [...shown, completed(this.api.document, schema, shown[0])].map((body) => {
      const root = { value: structuredClone(body) };
      // A new identity, if the client chooses it.
      const slot = identity && slotIn(root, identity);
      if (slot) slot.set(this.#fresh(slot.value));
      return root.value;
    });
  }

  /** Another identity like a given one. */
  #fresh(like: unknown): unknown {
    const number = 10_000 + ++this.#made;
    if (typeof like === "number") return like + number;
    return isUuid(like) ? String(like).slice(0, -5) + number : `w${number}`;
  }

  /** Creates a record, or finds one in a list, and returns its identity. */
  async identity(resource: ResourceModel, scope: Values = {}): Promise<unknown> {
    for (const maker of resource.operations.filter(({ role }) => role === "create"))
      for (const body of this.bodies(this.api.operation(maker.operation)).reverse()) {
        const [found] = await this.#identities(maker, scope, { body });
        if (found !== undefined) return found;
      }
    for (const list of resource.operations.filter(({ role }) => role === "list")) {
      const [first, second] = await this.#identities(list, scope, {});
      if (first !== undefined) return second ?? first;
    }
    throw new Unknown(`no operation returns the identity of ${resource.name}`);
  }

  /** The identities in the response of an operation. */
  async #identities(
    { operation: id, response: place }: ResourceOperation,
    scope: Values,
    wish: Wishes,
  ): Promise<unknown[]> {
    const operation = this.api.operation(id);
    const own = operation.parameters.map(({ name }) => name);
    const parameters = Object.fromEntries(Object.entries(scope).filter(([name]) => own.includes(name)));
    const response = await this.call(operation, { ...wish, parameters }).catch(() => undefined);
    const records = response && place && response.status < 300 ? recordsOf(response, place.at) : [];
    return records.map((record) => record[place?.identity ?? ""]);
  }

  /** Sends requests to which an operation responds with a status. */
  async provoke(operation: OperationModel, status: number): Promise<void> {
    if (status < 300) {
      // All bodies, so that the responses have optional fields as well.
      for (const wish of operation.body ? this.bodies(operation).map((body) => ({ body })) : [{}])
        await this.call(operation, wish);
    } else if (status === 401) {
      const request = await this.valid(operation);
      await this.send(
        authorized(this.api, operation, { ...request, headers: {}, target: sent(request).path }, "wrong"),
      );
    } else if (status === 404) await this.send(await this.#missing(operation));
    else if (status === refusalOf(operation)) await this.#sendInvalid(operation);
    if (!this.responses.some((response) => response.status === status))
      await this.send(sent(await this.valid(operation)).withHeader("prefer", `code=${status}`));
  }

  /** A request for a record that does not exist. */
  async #missing(operation: OperationModel): Promise<Request> {
    const own = this.api.roleOf(operation)?.identifiedBy?.name;
    const inPath = operation.parameters.filter((one) => one.in === "path");
    const parameter = inPath.find(({ name }) => name === own) ?? inPath[0];
    return this.valid(
      operation,
      parameter ? { parameters: { [parameter.name]: unknownOf(sampleOf(this.api, parameter)) } } : {},
    );
  }

  async #sendInvalid(operation: OperationModel): Promise<void> {
    for (const place of requestPlaces(this.api, operation)) {
      const [value] = KEYWORDS.find(({ applies }) => applies(place.schema))?.bad(place.valid, place.schema) ?? [];
      const response = value === undefined ? undefined : await this.sendWith(place, value).catch(() => undefined);
      if (response?.status === refusalOf(operation)) return;
    }
  }

  /** Sends a valid request with another value at a place. */
  async sendWith(place: RequestPlace, value: unknown): Promise<Response> {
    const { parameter, operation } = place;
    const wishes = parameter
      ? [{ parameters: { [parameter.name]: sampleOf(this.api, parameter) } }]
      : this.bodies(operation).map((body) => ({ body }));
    for (const wish of wishes) {
      const changed = edit(this.api, place, await this.valid(operation, wish), (slot) => set(slot, value));
      if (changed) return this.send(changed);
    }
    throw new Unknown(`no example shows ${place.name}`);
  }
}

function withMedia(media: MediaTypeModel | undefined, body: unknown, request: Request): Request {
  if (!media || body === undefined) return request;
  if (media.kind !== "json" && media.kind !== "form") throw new Unknown(`a body of ${media.mediaType}`);
  const text =
    media.kind === "json" ? JSON.stringify(body) : String(new URLSearchParams(body as Record<string, string>));
  return sent(sent(request).withHeader("content-type", media.concrete)).withBody(text);
}

const isUuid = (value: unknown) => /^[0-9a-f-]{36}$/i.test(String(value));

/** An identity that no record has. */
export function unknownOf(like: unknown): unknown {
  if (typeof like === "number") return 987_654_321;
  return isUuid(like) ? "0badc0de-0bad-4bad-8bad-0badc0de0bad" : "no-such-record";
}

/** Returns the records in a response: those of a list, or the only one. */
export const recordsOf = ({ body }: Response, at: readonly string[]): Record<string, unknown>[] =>
  [valueAt(parsed(body), at)].flat().filter(isObject);

/** Returns the value inside a body to which the names of fields lead. */
export const valueAt = (body: unknown, at: readonly string[]): unknown =>
  at.reduce((value: unknown, name) => (isObject(value) ? value[name] : undefined), body);
