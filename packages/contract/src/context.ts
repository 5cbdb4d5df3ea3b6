import { type Context, type Exchange, NotApplicable } from "./case.js";
import { changesRecords, freeParameters, hasUid, originOf, ownership } from "./cases/harmless.js";
import { validInputs } from "./cases/valid-inputs.js";
import { type Document, type Operation, operationsOf, successOf } from "./document.js";
import { type Effort, hashOf, ROUNDS } from "./effort.js";
import type { WireExchange } from "./judge.js";
import { judgesOf, type Send } from "./judge-exchange.js";
import { own } from "./own.js";
import { type Inputs, requestOf } from "./request.js";
import { chosenIdentity, createsByPath, freshParameter, withPathIdentity } from "./resources/chosen-identity.js";
import { identityOf, recordIn } from "./resources/identity.js";
import { MAX_CONCURRENT_REQUESTS, slots } from "./slots.js";
import type { Target } from "./target.js";
import type { Validator } from "./validator.js";
import { isRecord } from "./values/base-value.js";

/** The settings of a run. */
export interface ContextOptions {
  document: Document;
  validator: Validator;
  target: Target;
  /** The prefix of every uid that is created. */
  uidPrefix: string;
  seed: number;
  runs: number;
  maxRecords: number;
  /** The number of retries after a 429 that was not provoked, each after the time in `Retry-After`. */
  patience: number;
  /** @default standard */
  effort?: Effort;
}

/**
 * Servers have limited memory: a case that sends more bytes than this runs with only one of the listed path values, and
 * one whose stored bodies have more bytes than this runs in one round only.
 */
const HEAVY = 20_000;

/**
 * The maximum number of retries after unprovoked 429s in a whole run. If there are more, the server is not just busy.
 */
const WAITS = 40;

/** Creates the context of one run on one target. */
export function createContext(options: ContextOptions): Context {
  const owned = ownership(options.document, options.uidPrefix, (request) => options.target.send(request));
  const send = slots(MAX_CONCURRENT_REQUESTS, owned.send);
  const target = { ...options.target, send };
  const operations = operationsOf(options.document);
  const limited: WireExchange[] = [];
  const judges = judgesOf(
    options,
    patient(send, options.patience, (exchange) => limited.push(exchange)),
  );
  const shared = new Map<string, Promise<unknown>>();
  let created = 0;

  const uid = () => `${options.uidPrefix}${(++created).toString(36)}`;
  const create: Create = (origin, path) =>
    createdBy(origin, { document: options.document, uid: uid(), path, judges, apiKey: target.apiKey });

  const context = (id: string, turn = 0, round = 0): Context => {
    let last: Exchange | undefined;
    let choices = 1;
    const bytes = { sent: 0, stored: 0 };
    const place: Context["place"] = (operation, inputs) => {
      const placed = placedBy(operation, inputs, hashOf(id) + turn);
      choices = Math.max(choices, placed.choices);
      return placed.inputs;
    };
    const judge: Context["judge"] = async (...args) => {
      const size = args[1].body?.length ?? 0;
      bytes.sent += size;
      last = await judges.judge(...args);
      if (last.response.status < 300) bytes.stored += size;
      return last;
    };
    const skipIfTaken = (operation: Operation, inputs: Inputs, error: unknown) =>
      skipTaken(operation, inputs, { error, last, send, apiKey: target.apiKey });
    return {
      ...options,
      target,
      seed: options.seed + round,
      round,
      effort: options.effort ?? "standard",
      uid,
      forCase: context,
      place,
      choices: () => (bytes.sent > HEAVY ? 1 : choices),
      rounds: () => (bytes.stored > HEAVY ? 1 : ROUNDS[options.effort ?? "standard"]),
      last: () => last,
      judge,
      created: owned.created,
      limited: () => limited,
      async exchange(operation, inputs, expect = {}) {
        const ready = place(operation, inputs);
        const found = changesRecords(operation) ? await ownRecord(operations, operation, ready, create) : ready;
        // A body that is invalid on purpose is not changed.
        const own = expect.status === undefined ? withPathIdentity(operation, found) : found;
        const request = requestOf(operation, own, target.apiKey);
        const made = judge(operation, request, expect.status ?? successOf(operation).status);
        return expect.status === undefined ? made.catch((error) => skipIfTaken(operation, own, error)) : made;
      },
      judgeError: judges.judgeError,
      once<T>(key: string, make: () => Promise<T>): Promise<T> {
        const made = shared.get(key) ?? make();
        shared.set(key, made);
        return made as Promise<T>;
      },
    };
  };
  return context("");
}

/** Creates a valid record in a collection. All of them are the same except for the uid, if they have one. */
type Create = (origin: Operation, path: Inputs["path"]) => Promise<Created>;

interface Created {
  readonly uid: string;
  readonly record: unknown;
  /** The identity, if the client chose it in another field than `uid`. */
  readonly chosen: unknown;
}

interface Creation {
  readonly document: Document;
  readonly uid: string;
  readonly path: Inputs["path"];
  readonly judges: ReturnType<typeof judgesOf>;
  readonly apiKey: string;
}

async function createdBy(origin: Operation, { document, uid, path, judges, apiKey }: Creation): Promise<Created> {
  const inputs = validInputs(document, origin, uid);
  const [parameter] = freeParameters(origin).slice(-1);
  const byPath = createsByPath(origin) && parameter;
  const place = byPath ? { ...path, [byPath.name]: freshParameter(document, byPath, uid) } : path;
  const request = requestOf(origin, { ...inputs, path: place }, apiKey);
  const { body } = await judges.judge(origin, request, successOf(origin).status);
  const chosen = byPath ? own(place, byPath.name) : chosenValue(origin, inputs.body);
  return { uid, record: recordIn(body), chosen };
}

interface Refused {
  readonly error: unknown;
  readonly last: WireExchange | undefined;
  readonly send: Target["send"];
  readonly apiKey: string;
}

/** Skips a case whose record cannot be created because its identity is already in use. */
async function skipTaken(operation: Operation, inputs: Inputs, refused: Refused): Promise<never> {
  const { error, last, send, apiKey } = refused;
  const chosen = chosenIdentity(operation);
  const value = chosenValue(operation, inputs.body);
  if (!chosen || value === undefined || !last || ![400, 409, 422].includes(last.response.status)) throw error;
  const path = { ...inputs.path, [chosen.parameter.name]: value };
  const { status } = await send(requestOf(chosen.get, { path }, apiKey));
  if (status !== 200) throw error;
  throw new NotApplicable(`a record with the ${chosen.field} ${JSON.stringify(value)} already exists`);
}

/** Returns the identity in a body that creates a record, if the client chooses it. */
function chosenValue(operation: Operation, body: unknown): unknown {
  const chosen = chosenIdentity(operation);
  return chosen && isRecord(body) ? own(body, chosen.field) : undefined;
}

/** Adds a newly created record to the path of an operation that changes records. */
async function ownRecord(
  operations: Operation[],
  operation: Operation,
  inputs: Inputs,
  create: Create,
): Promise<Inputs> {
  const [parameter] = freeParameters(operation).slice(-1);
  const origin = originOf(operations, operation);
  if (!parameter || !origin) throw new NotApplicable("the document has no operation that creates the record to change");
  const { name } = parameter;
  if (inputs.path && Object.hasOwn(inputs.path, name))
    throw new NotApplicable(`its ${name} could identify a record that this run did not create`);
  const { uid, record, chosen } = await create(origin, inputs.path);
  if (chosen !== undefined) return { ...inputs, path: { ...inputs.path, [name]: chosen } };
  if (hasUid(origin)) return { ...inputs, path: { ...inputs.path, [name]: uid } };
  const id = identityOf((await create(origin, inputs.path)).record, name);
  // The second record is certainly new only if identical create requests return different identities.
  if (id === undefined || id === identityOf(record, name))
    throw new NotApplicable("two identical create requests return one record, which may have existed before");
  return { ...inputs, path: { ...inputs.path, [name]: id } };
}

/**
 * Sends a request; after a 429 that the case did not provoke, it waits and retries.
 *
 * @param onLimit called for each such 429, except after a wrong key: a server may return 429 after many of those
 */
function patient(send: Target["send"], patience: number, onLimit: (exchange: WireExchange) => void): Send {
  let waits = 0;
  return async (request, expected) => {
    let response = await send(request);
    for (let tries = 0; response.status === 429 && expected !== "429"; tries++) {
      if (expected !== "401") onLimit({ request, response });
      const wait = Number(response.headers["retry-after"]);
      if (tries >= patience || !(wait <= 60) || ++waits > WAITS) break;
      await new Promise((done) => setTimeout(done, wait * 1000));
      response = await send(request);
    }
    return response;
  };
}

/** Sets each path parameter with listed values: to the value in the inputs, otherwise to one selected by a number. */
function placedBy(operation: Operation, inputs: Inputs, number: number): { inputs: Inputs; choices: number } {
  const path = { ...inputs.path };
  let choices = 1;
  for (const { name, in: place, schema } of operation.parameters) {
    const values = schema.node.enum;
    if (place !== "path" || Object.hasOwn(path, name) || !values?.length) continue;
    path[name] = values[number % values.length];
    choices = Math.max(choices, values.length);
  }
  return { inputs: { ...inputs, path }, choices };
}
