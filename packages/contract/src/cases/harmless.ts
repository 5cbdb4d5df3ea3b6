import { NotApplicable } from "../case.js";
import type { CreatedRecord } from "../created-record.js";
import { type Document, type Operation, operationsOf, responseFor, successOf } from "../document.js";
import { pathPattern } from "../path-pattern.js";
import { chosenIdentity, createsByPath } from "../resources/chosen-identity.js";
import { identityOf, parsed, recordIn } from "../resources/identity.js";
import type { WireRequest, WireResponse } from "../target.js";

/** Methods that change nothing on a correct server (RFC 9110, 9.2.1). */
const SAFE = ["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "SEARCH", "REPORT"];

/** Path parameters that may identify a record: those whose values the document does not list. */
export const freeParameters = (operation: Operation) =>
  operation.parameters.filter(
    ({ in: place, schema }) => place === "path" && !schema.node.enum && !("const" in schema.node),
  );

/**
 * Returns the path parameters that may identify a missing record although their value is valid. There are none if the
 * operation does not document 404.
 */
export const namingParameters = (operation: Operation) =>
  responseFor(operation, 404) ? freeParameters(operation) : [];

/** Whether an operation changes or deletes existing records instead of creating one. */
export const changesRecords = (operation: Operation): boolean =>
  ["PUT", "PATCH", "DELETE"].includes(operation.method) ||
  (operation.method === "POST" && freeParameters(operation).length > 0);

/**
 * Returns the operation that creates the records that another one changes: a POST to its path without the last part,
 * for a record with a uid or with an identity that the server assigns; otherwise a PUT that documents 201.
 */
export function originOf(operations: Operation[], operation: Operation): Operation | undefined {
  const [parameter] = freeParameters(operation).slice(-1);
  const parent = parameter && operation.path.split(`/{${parameter.name}}`)[0];
  return (
    operations.find(
      (other) =>
        other.method === "POST" && other.path === parent && (hasUid(other) || successOf(other).status === "201"),
    ) ?? operations.find((other) => other.path === `${parent}/{${parameter?.name}}` && createsByPath(other))
  );
}

/** Whether the client chooses the uid of a created record. */
export const hasUid = ({ body }: Operation): boolean => body?.schema.node.properties?.["uid"] !== undefined;

/** Tracks what a run created, and ensures that it changes nothing else. */
export interface Ownership {
  /**
   * Sends a request unless it could change a record that the run did not create.
   * @throws {NotApplicable} if it could
   */
  send(request: WireRequest): Promise<WireResponse>;
  /** The records that this run created. */
  created(): CreatedRecord[];
}

/** Where a path has a parameter: the index of the part between two slashes, and the text beside it there. */
interface Place {
  readonly part: number;
  readonly before: string;
  readonly after: string;
}

/**
 * Limits a run to its own records: a request that may change or delete something is sent only if its path identifies a
 * record that this run created. This check runs before every request, so no case has to do it.
 */
export function ownership(
  document: Document,
  uidPrefix: string,
  send: (request: WireRequest) => Promise<WireResponse>,
): Ownership {
  const operations = operationsOf(document);
  const templates = [...new Set(operations.map(({ path }) => path))].map((path) => {
    const of = operations.filter((operation) => operation.path === path);
    const free = freeParameters(of[0] as Operation).map(({ name }) => name);
    const places = free.map((name): Place => {
      const parts = path.split("/");
      const part = parts.findIndex((text) => text.includes(`{${name}}`));
      const [before = "", after = ""] = parts[part]?.split(`{${name}}`) ?? [];
      return { part, before, after };
    });
    return { of, places, pattern: pathPattern(path) };
  });
  const made = new Map<string, CreatedRecord>();
  /** The identity that the last identical create request returned. */
  const identities = new Map<string, string>();

  function forbidden({ method, path }: WireRequest): boolean {
    if (SAFE.includes(method)) return false;
    const [plain = ""] = path.split("?");
    return templates.some(({ of, places, pattern }) => {
      if (!pattern.test(plain)) return false;
      // A singleton, such as `/settings`, is never changed.
      if (places.length === 0) return of.some(changesRecords);
      return places.some((place) => !isOwn(plain.split("/"), place));
    });
  }

  /**
   * Whether a path segment is the identity of a record that this run created in this collection. In another collection,
   * the same identity may belong to a record of somebody else.
   */
  function isOwn(parts: string[], { part, before, after }: Place): boolean {
    try {
      const text = parts[part] ?? "";
      const uid = decodeURIComponent(text.slice(before.length, text.length - after.length));
      return made.get(`${parts.slice(0, part).join("/")}\n${uid}`)?.own ?? false;
    } catch {
      return false;
    }
  }

  /**
   * Remembers a record whose identity the server assigned. A 201 does not prove that it is new, because a server may
   * return an existing record. It is new if an identical create request returned a different identity before.
   */
  function keepNamedByServer(path: string, { body }: WireRequest, response: WireResponse): void {
    const parameter = identityParameter(path);
    const uid = parameter && identityOf(recordIn(parsed(response.body)), parameter);
    if (uid === undefined) return;
    const sent = `${path}\n${textOf(body)}`;
    const before = identities.get(sent) ?? uid;
    identities.set(sent, uid);
    const known = made.get(`${path}\n${uid}`);
    made.set(`${path}\n${uid}`, { path, uid, own: known === undefined && before !== uid });
  }

  /** The parameter that identifies the records of a collection in paths. */
  function identityParameter(path: string): string | undefined {
    const below = templates.find(({ pattern, places }) => places.length > 0 && pattern.test(`${path}/x`));
    return below && freeParameters(below.of[0] as Operation).at(-1)?.name;
  }

  /**
   * Returns the collection and the identity of the record that a request creates; undefined if the client does not
   * choose the identity.
   */
  function namedByClient({ method, path, body }: WireRequest): { path: string; uid: string } | undefined {
    const [plain = ""] = path.split("?");
    const found = templates
      .filter(({ pattern }) => pattern.test(plain))
      .flatMap(({ of }) => of)
      .find((operation) => operation.method === method);
    if (!found) return undefined;
    if (createsByPath(found)) {
      const at = plain.lastIndexOf("/");
      return { path: plain.slice(0, at), uid: decoded(plain.slice(at + 1)) };
    }
    const chosen = chosenIdentity(found);
    const value = chosen && Reflect.get(Object(parsed(textOf(body))), chosen.field);
    return typeof value === "string" || typeof value === "number" ? { path: plain, uid: String(value) } : undefined;
  }

  /** Whether no record has this identity yet, so that one created now belongs to this run. */
  async function isFree({ path, headers }: WireRequest, named: { path: string; uid: string }): Promise<boolean> {
    const search = path.includes("?") ? path.slice(path.indexOf("?")) : "";
    const plain = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type");
    const { status } = await send({
      method: "GET",
      path: `${named.path}/${encodeURIComponent(named.uid)}${search}`,
      headers: Object.fromEntries(plain),
    });
    return status === 404 || status === 410;
  }

  return {
    async send(request) {
      const named = namedByClient(request);
      const mine = named && made.get(`${named.path}\n${named.uid}`)?.own;
      const free = named && !mine && (await isFree(request, named));
      if (forbidden(request) && !(request.method === "PUT" && free))
        throw new NotApplicable("it could change something that this run did not create");
      const response = await send(request);
      if (named && free && response.status < 300) made.set(`${named.path}\n${named.uid}`, { ...named, own: true });
      if (named || request.method !== "POST" || response.status !== 201) return response;
      const [path = ""] = request.path.split("?");
      const uid = uidOf(request);
      if (uid !== undefined) made.set(`${path}\n${uid}`, { path, uid, own: uid.startsWith(uidPrefix) });
      else keepNamedByServer(path, request, response);
      return response;
    },
    created: () => [...made.values()],
  };
}

const textOf = (body: WireRequest["body"]): string =>
  typeof body === "string" ? body : Buffer.from(body ?? "").toString("latin1");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function uidOf({ body }: WireRequest): string | undefined {
  try {
    const uid: unknown = JSON.parse(String(typeof body === "string" ? body : Buffer.from(body ?? "")))?.uid;
    return typeof uid === "string" ? uid : undefined;
  } catch {
    return undefined;
  }
}
