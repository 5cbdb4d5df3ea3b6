import type { ApiPaths, Candidate } from "./api-paths.js";
import { plainName, singular, verbOf } from "./names.js";
import { lastWord } from "./path-shape.js";
import type { IdentitySource, ResourceRole } from "./resource-model.js";

/** An operation and the resource that it belongs to. */
export interface Member {
  readonly candidate: Candidate;
  /** The key of the collection's path, or the name from `x-resource`. */
  readonly key: string;
  readonly kind: "collection" | "singleton";
  readonly role: ResourceRole;
  readonly identifiedBy?: IdentitySource;
}

/** The role of each method at the path of one record. */
const ITEM_ROLES: Readonly<Record<string, ResourceRole>> = {
  GET: "get",
  PUT: "replace",
  PATCH: "update",
  DELETE: "delete",
};

/** The resource that an operation belongs to, and its role there; undefined if it does not deal with records. */
export function resourceMember(paths: ApiPaths, candidate: Candidate): Member | undefined {
  const { extension } = candidate;
  const found = memberByPath(paths, candidate);
  const key = extension.name ?? found?.key;
  const role = extension.role ?? found?.role;
  if (key === undefined || role === undefined) return undefined;
  const identifiedBy = extension.identifiedBy ?? found?.identifiedBy;
  return { candidate, key, kind: found?.kind ?? "collection", role, ...(identifiedBy && { identifiedBy }) };
}

function memberByPath(paths: ApiPaths, candidate: Candidate): Member | undefined {
  const { operation, shape } = candidate;
  const { key, parent = "", parameters } = shape;
  const last = parameters.at(-1);
  const one = (collection: string, role: ResourceRole): Member => ({
    candidate,
    key: collection,
    kind: "collection",
    role,
    ...(last !== undefined && { identifiedBy: { in: "path", name: last } }),
  });
  if (paths.isItem(key)) return one(parent, shape.verb ? actionRole(shape.verb) : itemRole(candidate));
  const item = paths.actedOn(key);
  // `/pets/{petId}/delete` deletes the pet, `/pets/{petId}/removeOwner` does not.
  if (item !== undefined) return one(item.replace(/\/?\{\}$/, ""), actionRole(key.slice(item.length + 1)));
  if (paths.isCollection(key)) return ofCollection(paths, candidate);
  if (key !== "" && !paths.isCollection(parent)) return ofSingleton(paths, candidate);
  // `/pets/import` is an action on the collection, unless it has its own records.
  return operation.method === "POST"
    ? { candidate, key: parent, kind: "collection", role: "action" }
    : ofSingleton(paths, candidate);
}

function ofCollection(paths: ApiPaths, candidate: Candidate): Member {
  const { operation, shape } = candidate;
  const member = { candidate, key: shape.key, kind: "collection" } as const;
  const parameter = paths.identityParameter(candidate);
  const role = ITEM_ROLES[operation.method];
  if (parameter && role) return { ...member, role, identifiedBy: { in: parameter.in, name: parameter.name } };
  if (paths.isList(candidate)) return { ...member, role: "list" };
  if (paths.isCreate(candidate)) return { ...member, role: "create" };
  // The body contains the identity of its record; the schema shows in which field.
  const isInBody = (role === "replace" || role === "update") && operation.body !== undefined;
  return isInBody ? { ...member, role, identifiedBy: { in: "body", name: "" } } : { ...member, role: "action" };
}

/** A singleton is one record that always exists. A POST alone does not make one: it is an action, such as a login. */
function ofSingleton(paths: ApiPaths, candidate: Candidate): Member | undefined {
  const { operation, shape } = candidate;
  const isAction = operation.method === "POST" && paths.isRead(shape.key);
  const role = isAction ? "action" : ITEM_ROLES[operation.method];
  return role && { candidate, key: shape.key, kind: "singleton", role };
}

function itemRole(candidate: Candidate): ResourceRole {
  const { operation } = candidate;
  const other = createsItem(candidate) ? "replace" : actionRole(verbOf(operation.id));
  return ITEM_ROLES[operation.method] ?? other;
}

/** Whether a POST to the path of one record creates it there, as a PUT may: `createUser` at `/users/{userName}`. */
function createsItem({ operation: { id, responses }, shape }: Candidate): boolean {
  const named = [singular(lastWord(shape.parent ?? "")), shape.parameters.at(-1) ?? ""].map(plainName);
  const [, noun = "-"] = /^(?:create|register)(.*)$/.exec(plainName(id)) ?? [];
  return responses.some(({ status }) => status === "201") && named.some((name) => name.startsWith(noun));
}

/** The role of a POST to the path of one record: `update` or `delete` if its verb means that, otherwise `action`. */
function actionRole(verb: string): ResourceRole {
  if (/^(update|edit|modify|patch)$/i.test(verb)) return "update";
  return /^(delete|remove|destroy)$/i.test(verb) ? "delete" : "action";
}
