import { NotApplicable } from "../cases/case.js";
import { type Document, type Operation, operationsOf, type Parameter } from "../document/document.js";
import { withoutSlash } from "../document/path-pattern.js";
import { createValidator } from "../document/validator.js";
import { decode } from "../judging/judge-response.js";
import { parsed } from "../lib/objects.js";
import { type Inputs, parameterBase, requestOf } from "../requests/request.js";
import type { Target, WireResponse } from "../target/target.js";
import { typesOfText } from "../values/flatten.js";
import { createRecord } from "./create-record.js";
import { recordsField } from "./envelope.js";
import { identityIn, isGuess, recordsIn } from "./identity.js";
import { pagingOf } from "./paging.js";
import { anyNames, createsByPath, freeParameters, listedPlaces, listedValues } from "./record-parameters.js";
import { type Resource, resourcesOf } from "./resource.js";
import { validInputs } from "./valid-inputs.js";

/** Identities of records that are known to exist, for the path parameters of an operation. */
export interface KnownRecords {
  /**
   * Returns values for these parameters of a path, without those of which no record is known.
   *
   * @param path the listed values that the request has, if they are not the first ones: elsewhere, there are other records
   */
  valuesFor(operation: Operation, path?: Path): Path;
}

interface Options {
  document: Document;
  target: Target;
  /** Returns an unused uid with the prefix of the run. */
  uid(): string;
  readOnly?: boolean;
  /** Whether the run was stopped, so that nothing more is sent. */
  isStopped(): boolean;
}

type Path = Readonly<Record<string, unknown>>;

/** The path up to a parameter, with the listed values in it, which is the same whatever the other parameters are called. */
function placeOf(path: string, name: string, listed: Path): string {
  const before = path.slice(0, path.indexOf(`{${name}}`));
  const chosen = before.replaceAll(/\{([^{}]+)\}/g, (all, each: string) =>
    Object.hasOwn(listed, each) ? encodeURIComponent(String(listed[each])) : all,
  );
  return anyNames(`${chosen}{}`);
}

/** The listed values of a path, by default the first ones. */
const listedIn = (operation: Operation, path: Path = {}): Path =>
  Object.fromEntries(Object.entries(listedValues(operation)).map(([name, first]) => [name, path[name] ?? first]));

/** A resource, or an operation, at one of the places that the document lists, such as each namespace. */
interface Placed<T> {
  readonly at: T;
  readonly listed: Path;
}

const everyPlace = <T>(at: T, operation: Operation | undefined): Placed<T>[] =>
  (operation ? listedPlaces(operation) : [{}]).map((listed) => ({ at, listed }));

/**
 * Finds identities of existing records, because the example of a path parameter usually exists only on the author's
 * server. They come from the lists, and these records are only read. If nothing lists the records, one is created,
 * unless the run is read-only. For what is left, the examples of the document are tried, or a valid value and 1: what gets a
 * 2xx is one.
 */
export async function findRecords(options: Options): Promise<KnownRecords> {
  const { document, target } = options;
  const operations = operationsOf(document);
  const values = new Map<string, unknown>();
  const valuesFor = (operation: Operation, path?: Path) => {
    const listed = listedIn(operation, path);
    return Object.fromEntries(
      freeParameters(operation)
        .map((one) => [one.name, valueFor(one, values.get(placeOf(operation.path, one.name, listed)))] as const)
        .filter(([, value]) => value !== undefined),
    );
  };
  const isKnown = (operation: Operation, listed: Path) =>
    freeParameters(operation).every(({ name }) => values.has(placeOf(operation.path, name, listed)));
  const send = async (operation: Operation, inputs: Inputs): Promise<WireResponse | undefined> => {
    if (options.isStopped()) return undefined;
    try {
      const path = { ...listedValues(operation), ...valuesFor(operation, inputs.path), ...inputs.path };
      const response = await target.send(requestOf(operation, { ...inputs, path }, target));
      return response.status >= 200 && response.status < 300 ? response : undefined;
    } catch {
      return undefined;
    }
  };

  const unread = new Set(resourcesOf(operations).flatMap((each) => everyPlace(each, each.list ?? each.create)));
  const tried = new Set<string>();
  const sendOnce: Send = async (operation, inputs) => {
    const key = `${operation.id} ${JSON.stringify(inputs.path)}`;
    if (tried.has(key)) return undefined;
    tried.add(key);
    return send(operation, inputs);
  };
  const listed = new Set(
    [...unread].flatMap(({ at: { list, path, parameters }, listed }) =>
      list ? parameters.map(({ name }) => placeOf(path, name, listed)) : [],
    ),
  );
  let known = -1;
  // A record that only an example names may have a list below it.
  while (values.size > known) {
    known = values.size;
    await fromResources(options, unread, values, isKnown, send);
    await fromExamples(operations, values, sendOnce, listed);
  }
  await fromExamples(operations, values, sendOnce);
  return { valuesFor };
}

/**
 * Reads all resources whose parents are known, then those below them, and so on. Nothing depends on which response comes first.
 *
 * @param unread the resources, without those that were read before
 */
async function fromResources(
  options: Options,
  unread: Set<Placed<Resource>>,
  values: Map<string, unknown>,
  isKnown: (operation: Operation, listed: Path) => boolean,
  send: Send,
): Promise<void> {
  const isReady = ({ at: { list, create }, listed }: Placed<Resource>) =>
    [list ?? create ?? []].flat().every((each) => isKnown(each, listed));
  for (let ready = [...unread].filter(isReady); ready.length > 0; ready = [...unread].filter(isReady)) {
    const found = await Promise.all(
      ready.map(({ at, listed }) =>
        recordOf(at, options, options.uid(), (operation, inputs) =>
          send(operation, { ...inputs, path: { ...listed, ...inputs.path } }),
        ),
      ),
    );
    for (const [i, place] of ready.entries()) {
      unread.delete(place);
      for (const parameter of place.at.parameters) {
        const value = found[i] && valueFor(parameter, found[i][parameter.name]);
        if (value !== undefined) values.set(placeOf(place.at.path, parameter.name, place.listed), value);
      }
    }
  }
}

/**
 * Tries the examples of all places at once, each for one operation at a time.
 *
 * @param except the places whose records a list may show
 */
async function fromExamples(
  operations: readonly Operation[],
  values: Map<string, unknown>,
  send: Send,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  const reads = operations.filter(({ method }) => method === "GET");
  const gets = new Set(reads.map(({ path }) => anyNames(path)));
  const placeIn = ({ at: { path }, listed }: Read, { name }: Parameter) => placeOf(path, name, listed);
  // Where an operation gets the record, another one below it that accepts any value proves nothing.
  const isOpen = (read: Read, parameter: Parameter) => {
    const { path } = read.at;
    const isLast = withoutSlash(path).endsWith(`{${parameter.name}}`);
    return !except.has(placeIn(read, parameter)) && (isLast || !gets.has(placeOf(path, parameter.name, {})));
  };
  const attempt = async (read: Read, missing: readonly Parameter[]) => {
    for (const value of [parameterBase, (parameter: Parameter) => valueFor(parameter, "1")]) {
      const path = Object.fromEntries(missing.map((each) => [each.name, value(each)]));
      if (Object.values(path).includes(undefined) || !(await send(read.at, { path: { ...read.listed, ...path } })))
        continue;
      for (const each of missing) values.set(placeIn(read, each), path[each.name]);
      break;
    }
  };
  let rest: Read[] = reads.flatMap((each) => everyPlace(each, each));
  while (rest.length > 0) {
    const taken = new Set<string>();
    const later: Read[] = [];
    const tries: Promise<void>[] = [];
    for (const read of rest) {
      const missing = freeParameters(read.at).filter((each) => !values.has(placeIn(read, each)));
      if (missing.length === 0 || !missing.every((parameter) => isOpen(read, parameter))) continue;
      const places = missing.map((each) => placeIn(read, each));
      if (places.some((place) => taken.has(place))) later.push(read);
      else tries.push(attempt(read, missing));
      for (const place of places) taken.add(place);
    }
    await Promise.all(tries);
    rest = later;
  }
}

/** Converts an identity to the type of its parameter; undefined if it is not valid there. */
function valueFor({ document, schema }: Parameter, text: unknown): unknown {
  const value = typeof text === "string" ? decode(text, typesOfText(document, schema.node)) : text;
  return value !== undefined && createValidator(document).accepts(schema.pointer, value) ? value : undefined;
}

type Read = Placed<Operation>;

type Send = (operation: Operation, inputs: Inputs) => Promise<WireResponse | undefined>;

/** Returns the identity of the first record in a list. */
async function listedRecord({ get, parameters }: Resource, list: Operation, send: Send) {
  // One record is enough, and a page of many may be large.
  const size = pagingOf(list)?.size;
  const short =
    size && (await send(list, { query: [[size.name, String(Math.max(1, size.schema.node.minimum ?? 1))]] }));
  const response = short ?? (await send(list, {}));
  const record = response && recordsIn(parsed(response.body), recordsField(list))[0];
  const found = identityIn(record, parameters);
  const isUnsure =
    get && parameters.length === 1 && parameters.some((each) => isGuess(record, each, found?.[each.name]));
  return found && (!isUnsure || (await send(get, { path: found }))) ? found : undefined;
}

/** Returns the identity of an existing record of a resource, or creates one, with this uid if it needs one. */
async function recordOf(resource: Resource, { readOnly }: Options, uid: string, send: Send) {
  const { list, get, replace, parameters } = resource;
  const found = list && (await listedRecord(resource, list, send));
  if (found) return found;
  const create = resource.create ?? (replace && createsByPath(replace) ? replace : undefined);
  if (readOnly || !get || !create) return undefined;
  const sendOrSkip = async (inputs: Inputs) => {
    const response = await send(create, inputs);
    if (!response) throw new NotApplicable(`${create.id} creates no record`);
    return { body: parsed(response.body), response };
  };
  try {
    return (await createRecord({ create, parameters, inputs: validInputs(create, uid), uid, send: sendOrSkip })).path;
  } catch {
    return undefined;
  }
}
