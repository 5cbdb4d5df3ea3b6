import { type CreatedRecord, NotApplicable } from "../cases/case.js";
import { type Document, type Operation, operationsOf, type Parameter } from "../document/document.js";
import { decoded, namesIn, pathPattern, withoutSlash } from "../document/path-pattern.js";
import type { Send } from "../judging/judge-exchange.js";
import { groupBy } from "../lib/group-by.js";
import { parsed } from "../lib/objects.js";
import type { WireRequest, WireResponse } from "../target/target.js";
import { chosenIdentity } from "./chosen-identity.js";
import { responseEnvelope } from "./envelope.js";
import { identityOf, recordIn, shows } from "./identity.js";
import { changesRecords, createsByPath, createsRecord, findsRecords, freeParameters } from "./record-parameters.js";

/** Methods that change nothing on a correct server (RFC 9110, 9.2.1). */
const SAFE = ["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "SEARCH", "REPORT"];

/** Tracks what a run created, and ensures that it changes nothing else. */
export interface Ownership {
  /**
   * Sends a request unless it could change a record that the run did not create.
   * @throws {NotApplicable} if it could
   */
  send: Send;
  /** The records that this run created. */
  created(): CreatedRecord[];
}

/** A path of the document, its operations, and the names of the parameters that identify records. */
interface Template {
  path: string;
  of: Operation[];
  free: Parameter[];
  pattern: RegExp;
}

/** Whether a method could change what is at a path without identities, such as `/settings`; it is never sent. */
const isSingleton = ({ free, of }: Template, method: string): boolean =>
  free.length === 0 &&
  of.some(changesRecords) &&
  !(method === "POST" && of.some((each) => each.method === method && createsRecord(each)));

/** The collection and the identity of a record. */
interface Named {
  path: string;
  uid: string;
}

/** Returns the templates that match a path. */
type Templates = (path: string) => Template[];

/** A large document has thousands of templates, so only those with as many parts as a path are tried. */
function templatesOf(operations: readonly Operation[]): Templates {
  const partsIn = (path: string) => withoutSlash(path).split("/").length;
  const all = [...groupBy(operations, ({ path }) => path)].map(([path, of]): Template => {
    return { path, of, free: freeParameters(of[0] as Operation), pattern: pathPattern(path) };
  });
  const byParts = groupBy(all, ({ path }) => partsIn(path));
  return (path) => byParts.get(partsIn(path))?.filter(({ pattern }) => pattern.test(path)) ?? [];
}

/**
 * Limits a run to its own records: a request that may change or delete something is sent only if its path identifies a
 * record that this run created. This check runs before every request, so no case has to do it.
 */
export function ownership(document: Document, uidPrefix: string, send: Send): Ownership {
  const templates = templatesOf(operationsOf(document));
  const made = new Map<string, CreatedRecord>();
  /** The identity that the last identical create request returned. */
  const identities = new Map<string, string>();

  /** The paths of the records that a request could change and that this run did not create; `all` if it must not be sent. */
  function others({ method, path }: WireRequest): string[] | "all" {
    if (SAFE.includes(method)) return [];
    const [plain = ""] = path.split("?");
    const found: string[] = [];
    for (const template of templatesFor(templates, method, plain)) {
      const values = template.pattern.exec(plain)?.slice(1) ?? [];
      if (isSingleton(template, method)) return "all";
      const names = namesIn(template.path).filter(
        (name, i) =>
          template.free.some((each) => each.name === name) &&
          isRecord(templates, template.path, name) &&
          !isOwn(template.path, plain, name, values[i] ?? ""),
      );
      for (const name of names) found.push(upTo(template.path, plain, name));
    }
    return found;
  }

  /** Whether a record does not exist: the operation that reads it finds nothing, or rejects its identity. */
  async function isAbsent({ path, headers }: WireRequest, record: string): Promise<boolean> {
    const at = readPath(templates, record);
    return at !== undefined && [400, 404, 410, 422].includes((await send(readOf(path, headers, at))).status);
  }

  /**
   * Whether a part of a path is the identity of a record that this run created in this collection. In another
   * collection, the same identity may belong to a record of somebody else.
   */
  function isOwn(template: string, path: string, name: string, value: string): boolean {
    const part = template.split("/").findIndex((text) => text.includes(`{${name}}`));
    return made.get(`${path.split("/").slice(0, part).join("/")}\n${decoded(value)}`)?.own ?? false;
  }

  /** Whether a request can change only what this run created, or nothing at all. */
  async function isSafe(request: WireRequest): Promise<boolean> {
    const records = others(request);
    if (records === "all") return false;
    for (const record of records) if (await isAbsent(request, record)) return true;
    return records.length === 0;
  }

  function keep(request: WireRequest, response: WireResponse): void {
    const path = withoutSlash(request.path.split("?")[0] ?? "");
    const uid = uidOf(request);
    if (uid !== undefined) made.set(`${path}\n${uid}`, { path, uid, own: uid.startsWith(uidPrefix) });
    else keepNamedByServer(path, request, response);
  }

  /**
   * Remembers a record whose identity the server assigned. A 201 does not prove that it is new, because a server may
   * return an existing record, unless a 200 says so. It is new if it shows a text that only this run sends, or if an identical
   * create request returned a different identity before.
   */
  function keepNamedByServer(path: string, { body }: WireRequest, response: WireResponse): void {
    const isEither = findsAt(templates, path);
    const parameter = identityParameter(templates, path);
    const record = recordIn(parsed(response.body), envelopeAt(templates, path));
    const uid = parameter && identityOf(record, parameter);
    if (uid === undefined) return;
    const isNew = shows(record, uidPrefix) || (isEither && response.status === 201);
    const sent = `${path}\n${textOf(body)}`;
    const before = identities.get(sent) ?? uid;
    identities.set(sent, uid);
    const known = made.get(`${path}\n${uid}`);
    const own = isNew || (known === undefined ? before !== uid : isEither && known.own);
    made.set(`${path}\n${uid}`, { path, uid, own });
  }

  return {
    async send(request, expected) {
      const named = namedByClient(templates, request);
      const mine = named && made.get(`${named.path}\n${named.uid}`)?.own;
      const free = named !== undefined && !mine && (await isFree(send, request, recordPath(templates, named)));
      if (!free && !(await isSafe(request)))
        throw new NotApplicable("it could change something that this run did not create");
      const response = await send(request, expected);
      if (named && free && response.status < 300) made.set(`${named.path}\n${named.uid}`, { ...named, own: true });
      if (!named && request.method === "POST" && [200, 201, 202].includes(response.status)) keep(request, response);
      return response;
    },
    created: () => [...made.values()],
  };
}

/**
 * Returns the templates that a request may mean: not `/jobs/{id}` for a method of `/jobs/imports` (OpenAPI 3.1.1, 4.8.8.2).
 * Where a server sends a method that is not described is not known.
 */
function templatesFor(templates: Templates, method: string, path: string): Template[] {
  const matching = templates(path);
  const described = matching.filter(({ of }) => of.some((operation) => operation.method === method));
  const least = Math.min(...described.map((template) => namesIn(template.path).length));
  return matching.filter((template) => namesIn(template.path).length <= least);
}

/** Returns the parameter that identifies the records of a collection in paths. */
const identityParameter = (templates: Templates, path: string): Parameter | undefined =>
  templates(`${path}/x`)
    .find(({ free }) => free.length > 0)
    ?.free.at(-1);

/** Whether a path ends a record at a parameter: not if its identity continues in the next part of the path. */
function isRecord(templates: Templates, template: string, name: string): boolean {
  const parts = template.split("/");
  const part = parts.findIndex((text) => text.includes(`{${name}}`));
  const prefix = parts.slice(0, part + 1).join("/");
  return !/^\{[^{}]+\}$/.test(parts[part + 1] ?? "") || templates(prefix).some(({ path }) => path === prefix);
}

/**
 * Returns the collection and the identity of the record that a request creates; undefined if the client does not
 * choose the identity.
 */
function namedByClient(templates: Templates, { method, path, body }: WireRequest): Named | undefined {
  const plain = withoutSlash(path.split("?")[0] ?? "");
  const found = templatesFor(templates, method, plain)
    .flatMap(({ of }) => of)
    .find((operation) => operation.method === method);
  if (!found) return undefined;
  if (createsByPath(found)) {
    const at = plain.lastIndexOf("/");
    return { path: plain.slice(0, at), uid: decoded(plain.slice(at + 1)) };
  }
  const chosen = chosenIdentity(found);
  const sent = Object(parsed(textOf(body)));
  const values = chosen?.fields.map((field) => Reflect.get(sent, field) as unknown) ?? [];
  if (values.length === 0 || !values.every((value) => /^(string|number)$/.test(typeof value))) return undefined;
  const before = values.slice(0, -1).map((value) => `/${encodeURIComponent(String(value))}`);
  return { path: plain + before.join(""), uid: String(values.at(-1)) };
}

/** Returns the part of a path that ends with a parameter of its template. */
function upTo(template: string, path: string, name: string): string {
  const part = template.split("/").findIndex((text) => text.includes(`{${name}}`));
  return path
    .split("/")
    .slice(0, part + 1)
    .join("/");
}

/** Returns a request that reads a record with the credentials of another request. */
function readOf(path: string, headers: WireRequest["headers"], record: string): WireRequest {
  const search = path.includes("?") ? path.slice(path.indexOf("?")) : "";
  const plain = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type");
  return { method: "GET", path: record + search, headers: Object.fromEntries(plain) };
}

/** Whether no record has this identity yet, so that one created now belongs to this run. */
async function isFree(send: Send, { path, headers }: WireRequest, record: string): Promise<boolean> {
  const { status } = await send(readOf(path, headers, record));
  return status === 404 || status === 410;
}

/** Returns the path at which a record can be read, with the slash that its template ends with; undefined if it cannot. */
function readPath(templates: Templates, record: string): string | undefined {
  const found = templates(record).find(({ of }) => of.some(({ method }) => method === "GET"));
  return found && (found.path.endsWith("/") ? `${record}/` : record);
}

function recordPath(templates: Templates, { path, uid }: Named): string {
  const record = `${path}/${encodeURIComponent(uid)}`;
  return readPath(templates, record) ?? record;
}

/** Whether a POST to a path says whether the record was there. */
const findsAt = (templates: Templates, path: string): boolean => createsAt(templates, path).some(findsRecords);

const createsAt = (templates: Templates, path: string): Operation[] =>
  templates(path).flatMap(({ of }) => of.filter(({ method }) => method === "POST"));

/** Returns the field in which the response to a create request contains the record. */
const envelopeAt = (templates: Templates, path: string): string | undefined =>
  createsAt(templates, path).map(responseEnvelope)[0];

const textOf = (body: WireRequest["body"]): string =>
  typeof body === "string" ? body : Buffer.from(body ?? "").toString();

function uidOf({ body }: WireRequest): string | undefined {
  const { uid } = Object(parsed(textOf(body)));
  return typeof uid === "string" ? uid : undefined;
}
