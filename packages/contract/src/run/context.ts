import { type Context, NotApplicable, type Statuses, type Topic } from "../cases/case.js";
import { depthOf, hashOf, REQUESTS } from "../cases/effort.js";
import { type Document, type Operation, operationsOf, successOf } from "../document/document.js";
import { namesIn } from "../document/path-pattern.js";
import { requestView, responseView } from "../document/request-view.js";
import { createValidator } from "../document/validator.js";
import { remember } from "../judging/attempt.js";
import { judgesOf, type Send } from "../judging/judge-exchange.js";
import { decode, type WireExchange } from "../judging/judge-response.js";
import { keepLimits } from "../requests/body-limits.js";
import { type Inputs, parameterBase, requestOf } from "../requests/request.js";
import { withPathIdentity } from "../resources/chosen-identity.js";
import { createOwn } from "../resources/create-record.js";
import { findRecords, type KnownRecords } from "../resources/known-records.js";
import { ownership } from "../resources/ownership.js";
import {
  changesRecords,
  freeParameters,
  listedParameters,
  listedValues,
  originOf,
  parentOf,
  placeParameters,
  recordOf,
  whyUnsent,
} from "../resources/record-parameters.js";
import { validInputs } from "../resources/valid-inputs.js";
import { limitConcurrency } from "../target/concurrency.js";
import type { Target, WireRequest, WireResponse } from "../target/target.js";
import { typesOfText } from "../values/flatten.js";
import { skipRefused } from "./skip-refused.js";

/** The settings of a run. */
export interface ContextOptions {
  document: Document;
  target: Target;
  /** The prefix of every uid that is created. */
  uidPrefix: string;
  seed: number;
  /** The number of values to try for each property. @default by the number of requests */
  runs?: number;
  maxRecords: number;
  /** The number of retries after a 429 that was not provoked, each after the time in `Retry-After`. */
  patience: number;
  /** The number of requests of the run, which decides how much a case tries. @default that of `standard` */
  requests?: number;
  readOnly?: boolean;
  /** Whether the run was stopped. @default never */
  isStopped?(): boolean;
  /** Resolves when the run is stopped. @default never */
  over?: Promise<void>;
}

/** The number of generated values to try for each property, by effort. */
const RUNS = { quick: 12, standard: 60, thorough: 400 };

/**
 * Servers have limited memory: a case that sends more bytes than this runs with only one of the listed path values, and
 * one whose stored bodies have more bytes than this runs in one round only.
 */
const HEAVY = 20_000;

/** A response counts as one more request for each so many characters: reading them takes as long. */
const LARGE = 32_768;

/** Creates the context of one run on one target. */
export function createContext(options: ContextOptions): Context {
  const document = requestView(options.document);
  const effort = depthOf(options.requests ?? REQUESTS.standard);
  const limited: WireExchange[] = [];
  const once = patient(limitConcurrency(options.target.send), options, (each) => limited.push(each));
  const owned = ownership(document, options.uidPrefix, once);
  const uid = counted(options.uidPrefix);
  const onlyOnce = memory();
  const { isStopped = () => false, readOnly } = options;
  const target = { ...options.target, send: owned.send };
  const knownRecords = () =>
    onlyOnce("known records", () => findRecords({ document, target, uid, readOnly, isStopped }));
  const creator =
    (by: Pick<Context, "judge" | "target">): Create =>
    (operation, origin, path, given) =>
      createdBy(operation, origin, { uid: uid(), path, given, ...by });
  // What several cases share counts for none of them.
  const createShared = creator(metered({ ...options, document }, owned.send));
  const within: Within = (operation, path) =>
    onlyOnce(`records for ${operation.id} ${JSON.stringify(path)}`, () =>
      ownRecord(operation, { path }, createShared, within),
    );

  const context = (id: string, turn = 0, round = 0): Context => {
    let choices = 1;
    const meter = metered({ ...options, document }, owned.send);
    const create = creator(meter);
    const placed = async (operation: Operation, inputs: Inputs): Promise<Inputs> => {
      const listed = listedBy(operation, inputs, hashOf(id) + turn);
      choices = Math.max(choices, listed.choices);
      if (changesRecords(operation)) return ownRecord(operation, listed.inputs, create, within);
      if (freeParameters(operation).length === 0) return listed.inputs;
      return knownRecord(operation, listed.inputs, inputs.path, await knownRecords());
    };
    return {
      document,
      validator: createValidator(document),
      seed: options.seed + round,
      round,
      effort,
      runs: options.runs ?? RUNS[effort],
      maxRecords: options.maxRecords,
      uid,
      forCase: context,
      request: async (operation, inputs, caller = meter.target) =>
        requestOf(operation, await placed(operation, inputs), caller),
      findRecords: async (cases) => readsRecords(document, cases) && knownRecords(),
      ...meter,
      choices: () => (meter.bytes.sent > HEAVY ? 1 : choices),
      created: owned.created,
      limited: () => limited,
      async exchange(operation, inputs, { status, caller = meter.target } = {}) {
        const found = await placed(operation, inputs);
        // A body that is invalid on purpose is not changed.
        const ready = status === undefined ? withPathIdentity(operation, found) : found;
        const request = requestOf(operation, ready, caller);
        const made = meter.judge(operation, request, status ?? successOf(operation).status).catch((error) => {
          if (status !== undefined) throw error;
          return skipRefused(operation, ready, error, meter.target);
        });
        return { ...(await made), path: ready.path };
      },
      once: onlyOnce,
    };
  };
  return context("");
}

/** Whether some cases read records that they do not make themselves. */
function readsRecords(document: Document, cases: readonly Topic[]): boolean {
  const ids = new Set(cases.map(({ operation }) => operation));
  const reads = operationsOf(document).filter((each) => ids.has(each.id) && !changesRecords(each));
  return reads.some((each) => freeParameters(each).length > 0);
}

/** Returns unused uids with a prefix. */
function counted(prefix: string): () => string {
  let created = 0;
  return () => `${prefix}${(++created).toString(36)}`;
}

/** Remembers what was made for a key. What failed is made again, so that a server that is down is noticed. */
function memory(): Context["once"] {
  const shared = new Map<string, Promise<unknown>>();
  return (key, make) => {
    const made = shared.get(key) ?? make();
    shared.set(key, made);
    made.catch(() => shared.delete(key));
    return made as ReturnType<typeof make>;
  };
}

/** Sends and judges the requests of one case, and counts them. */
function metered({ document, target }: ContextOptions, send: Send) {
  let requests = 0;
  const bytes = { sent: 0, stored: 0 };
  const counted: Send = async (request, expected) => {
    requests++;
    const response = await send(request, expected);
    requests += Math.floor(response.body.length / LARGE);
    return response;
  };
  const judges = judgesOf({ document, validator: createValidator(responseView(document)) }, counted);
  const judge: Context["judge"] = async (...args) => {
    const [operation, { body = "" }, statuses] = args;
    if ([statuses].flat().includes(successOf(operation).status)) keepLimits(operation, { rawBody: body });
    const size = body.length;
    bytes.sent += size;
    const exchange = await judges.judge(...args);
    remember({ request: exchange.request, response: exchange.response });
    if (exchange.response.status < 300) bytes.stored += size;
    return exchange;
  };
  return {
    target: { ...target, send: (request: WireRequest) => counted(request) },
    judge,
    judgeError: judges.judgeError,
    bytes,
    requests: () => requests,
    isHeavy: () => bytes.stored > HEAVY,
  };
}

/**
 * Creates the record that an operation is about, and returns its path.
 *
 * @param path the place of the record
 * @param given values of the path that the case chose
 */
type Create = (operation: Operation, origin: Operation, path: Path, given: Path) => Promise<Path>;

type Path = NonNullable<Inputs["path"]>;

interface Creation extends Pick<Context, "judge" | "target"> {
  readonly uid: string;
  readonly path: Path;
  readonly given: Path;
}

async function createdBy(operation: Operation, origin: Operation, creation: Creation): Promise<Path> {
  const { uid, path, given, judge, target } = creation;
  const others = choosesPlace(operation, origin, given) ? ["404"] : [];
  const { parameters } = recordOf(operation);
  const send = async (inputs: Inputs) => {
    const { body, response } = await judge(origin, requestOf(origin, inputs, target), [
      successOf(origin).status,
      ...others,
    ]).catch((error: unknown) => skipRefused(origin, inputs, error, target));
    // A case may choose a place that does not exist.
    return { body: response.status === 404 ? undefined : body, response, path: inputs.path };
  };
  const inputs = { ...validInputs(origin, uid), path: validValues(origin, path) };
  return (await createOwn({ create: origin, parameters, inputs, uid, send })).path;
}

/** The values of a path that are valid: a case may try others, but the record that it is about needs a valid place. */
function validValues({ document, parameters }: Operation, path: Path): Path {
  const validator = createValidator(document);
  const isValid = ([name, value]: [string, unknown]) => {
    const schema = parameters.find((each) => each.in === "path" && each.name === name)?.schema;
    // Some cases write a value as the text that is sent.
    const read = schema && typeof value === "string" ? decode(value, typesOfText(document, schema.node)) : value;
    return !schema || validator.accepts(schema.pointer, value) || validator.accepts(schema.pointer, read);
  };
  return Object.fromEntries(Object.entries(path).filter(isValid));
}

/** Returns the path of an operation on a record of this run. */
type Within = (operation: Operation, path: Record<string, unknown>) => Promise<Inputs>;

/** Whether a case chooses the place of a record, which may not exist. */
const choosesPlace = (operation: Operation, origin: Operation, path: Record<string, unknown>): boolean =>
  freeParameters(operation).some(({ name }) => Object.hasOwn(path, name)) ||
  (origin === operation && Object.keys(path).length > 0);

/** Adds a newly created record to the path of an operation that changes records. */
async function ownRecord(operation: Operation, inputs: Inputs, create: Create, within: Within): Promise<Inputs> {
  const { parameters } = recordOf(operation);
  const origin = originOf(operation);
  if (parameters.length === 0 || !origin) throw new NotApplicable(whyUnsent(operation));
  const given = inputs.path ?? {};
  // It is sent only if no record has this identity, or this run created it.
  if (parameters.every(({ name }) => Object.hasOwn(given, name))) return withParents(operation, inputs, origin, within);
  const valid = validValues(operation, given);
  const { path: place } = await withParents(operation, { path: valid }, origin, within);
  const path = await create(operation, origin, place ?? {}, given);
  return { ...inputs, path: { ...path, ...given } };
}

/** Adds the records of this run in which the record of an operation lives, one of each collection in a run. */
async function withParents(operation: Operation, inputs: Inputs, origin: Operation, within: Within): Promise<Inputs> {
  const given = inputs.path ?? {};
  const isMissing = freeParameters(operation)
    .slice(0, -recordOf(operation).parameters.length)
    .some(({ name }) => !Object.hasOwn(given, name));
  if (!isMissing) return inputs;
  const parent = parentOf(operation, origin);
  if (typeof parent === "string") throw new NotApplicable(parent);
  if (!parent) return inputs;
  const { path = {} } = await within(parent, given);
  const names = namesIn(operation.path);
  const own = namesIn(parent.path).flatMap((name, i) => (Object.hasOwn(path, name) ? [[names[i], path[name]]] : []));
  return { ...inputs, path: { ...Object.fromEntries(own), ...given } };
}

/**
 * Adds the identity of a known record to the path of an operation that only reads it. Where none is known at the place that was
 * chosen, such as a namespace, it is one of the first place.
 *
 * @param given the values of the path that the case chose
 */
function knownRecord(operation: Operation, inputs: Inputs, given: Inputs["path"], records: KnownRecords): Inputs {
  const { path: chosen = {} } = inputs;
  const [there, path] = [chosen, { ...chosen, ...listedValues(operation), ...given }].map((place) => ({
    ...records.valuesFor(operation, place),
    ...place,
  })) as [Path, Path];
  const unknownIn = (place: Path) => freeParameters(operation).find(({ name }) => !Object.hasOwn(place, name));
  if (!unknownIn(there)) return { ...inputs, path: there };
  const unknown = unknownIn(path);
  if (unknown)
    throw new NotApplicable(
      `no record for {${unknown.name}} of ${operation.path} is known: nothing lists or creates one, and no example exists on this server`,
    );
  return { ...inputs, path };
}

/** The longest time to wait after a 429, in seconds, and the one if it names none. */
const LONGEST_WAIT = 60;
const USUAL_WAIT = 1;

/**
 * Sends a request; after a 429 that the case did not provoke, it waits and sends it again, because it was not carried
 * out.
 *
 * @param onLimit called for each such 429, except after a wrong key: a server may return 429 after many of those
 */
function patient(
  send: Target["send"],
  { patience, over }: Pick<ContextOptions, "patience" | "over">,
  onLimit: (exchange: WireExchange) => unknown,
): Send {
  return async (request: WireRequest, expected: Statuses = ""): Promise<WireResponse> => {
    let response = await send(request);
    for (let tries = 0; response.status === 429 && !expected.includes("429"); tries++) {
      if (!expected.includes("401")) onLimit({ request, response });
      const wait = secondsIn(response.headers["retry-after"]);
      if (tries >= patience || wait > LONGEST_WAIT) break;
      await pause(wait * 1000, over);
      response = await send(request);
    }
    return response;
  };
}

/** Waits so many milliseconds, or until the run is stopped. */
async function pause(time: number, over: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((done) => {
    timer = setTimeout(done, time);
  });
  await Promise.race([elapsed, ...(over ? [over] : [])]);
  clearTimeout(timer);
}

/** Returns the seconds that `Retry-After` names, as a number or as a date (RFC 9110, 10.2.3). */
function secondsIn(text: string | undefined): number {
  if (text === undefined) return USUAL_WAIT;
  if (/^\d+$/.test(text)) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? USUAL_WAIT : Math.max(0, (until - Date.now()) / 1000);
}

/** Sets each path parameter with listed values: to the value in the inputs, otherwise to one selected by a number. */
function listedBy(operation: Operation, inputs: Inputs, number: number): { inputs: Inputs; choices: number } {
  const path = { ...inputs.path };
  let choices = 1;
  for (const { name, values } of listedParameters(operation)) {
    if (Object.hasOwn(path, name)) continue;
    path[name] = values[number % values.length];
    choices = Math.max(choices, values.length);
  }
  for (const parameter of placeParameters(operation)) path[parameter.name] ??= parameterBase(parameter);
  return { inputs: { ...inputs, path }, choices };
}
