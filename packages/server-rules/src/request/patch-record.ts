import { quote } from "../format-path.js";
import { sameJson } from "../json/canonical-json.js";
import { type MemberNames, memberKey } from "../paging/convert-members.js";
import { Violation } from "../violation.js";

type Json = Record<string, unknown>;

/** What `null` may mean in a patch whose media type does not say it. */
export interface NullRules {
  /** Whether the schema of the request names `null` as a value of a field. */
  allows(name: string): boolean;
  /** Whether a value is a valid record. */
  isRecord(value: object): boolean;
}

/**
 * Applies a patch to a record: JSON Patch (RFC 6902) if the media type says so, otherwise JSON Merge Patch (RFC 7396). A
 * text or null of another media type describes no change. The identity, the timestamps and read-only fields keep their
 * values.
 *
 * @param view the field names of the record
 * @param nulls says which fields may be `null` in a request in plain JSON. If the record is not valid without such a field,
 *   it gets the value null, or keeps its value if it cannot be null either: `{ "name": null }` is how many libraries write
 *   that the name does not change.
 * @throws Violation if the patch cannot be applied, or leaves no object
 */
export function patchRecord(
  record: Json,
  patch: unknown,
  mediaType: string,
  view: MemberNames,
  nulls?: NullRules,
): Json {
  const isJsonPatch = /json-patch/i.test(mediaType);
  const isPlain = !isJsonPatch && !/merge-patch/i.test(mediaType);
  if (!isObject(patch) && isPlain) return record;
  const after = isJsonPatch ? jsonPatch(record, patch) : mergePatch(record, patch);
  if (!isObject(after)) throw new Violation("after the patch, the record must be an object");
  if (nulls && isPlain && isObject(patch)) keepRequired(after, record, patch, nulls);
  const fixed = [...view.members.keys()].filter((name) => isFixed(view, name));
  for (const name of fixed) {
    if (Object.hasOwn(record, name)) define(after, name, record[name]);
    else delete after[name];
  }
  return after;
}

/** Gives required fields that a patch in plain JSON has as null a value again: null, or the one that they had. */
function keepRequired(after: Json, record: Json, patch: Json, nulls: NullRules): void {
  const names = Object.keys(patch).filter((name) => patch[name] === null && Object.hasOwn(record, name));
  for (const name of names.filter(nulls.allows)) {
    const { [name]: value, ...others } = record;
    if (nulls.isRecord(others)) continue;
    const withNull = { ...others };
    define(withNull, name, null);
    define(after, name, nulls.isRecord(withNull) ? null : value);
  }
}

/** Whether no request changes a field of a record: its identity, its timestamps, and what is read-only. */
const isFixed = (view: MemberNames, name: string): boolean =>
  memberKey(view, name).startsWith("@") || isReadOnly(view, name);

export const isReadOnly = ({ members }: MemberNames, name: string): boolean =>
  (members.get(name)?.node as { readonly readOnly?: boolean } | undefined)?.readOnly === true;

/** Replaces the fields that the patch contains, removes those that are `null`, and merges objects. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Json = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else define(merged, name, mergePatch(Object.hasOwn(merged, name) ? merged[name] : undefined, value));
  }
  return merged;
}

interface Step {
  readonly op?: string;
  readonly path?: string;
  readonly from?: string;
  readonly value?: unknown;
}

function jsonPatch(record: object, patch: unknown): unknown {
  const steps = Array.isArray(patch) ? (patch as Step[]) : [];
  // The document is wrapped in an object, so that the root can be replaced like any other value.
  const root: Json = { "": structuredClone(record) };
  for (const [index, step] of steps.entries()) applyStep(root, step, `[${index}]`);
  return root[""];
}

function applyStep(root: Json, { op, path = "", from = "", value }: Step, where: string): void {
  switch (op) {
    case "replace":
      take(root, path, where);
      put(root, path, value, where);
      break;
    case "add":
      put(root, path, value, where);
      break;
    case "remove":
      take(root, path, where);
      break;
    case "move":
      put(root, path, take(root, from, where), where);
      break;
    case "copy":
      put(root, path, structuredClone(read(root, from, where)), where);
      break;
    case "test":
      if (!sameJson(read(root, path, where), value)) throw new Violation(`${where}: ${quote(path)} has another value`);
      break;
    default:
      throw new Violation(`${where}.op must be add, remove, replace, move, copy or test`);
  }
}

function locate(root: Json, pointer: string, where: string): { parent: Json | unknown[]; name: string } {
  const parts = pointer.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const name = parts.pop() ?? "";
  let parent: unknown = root;
  for (const part of parts)
    parent = isContainer(parent) && Object.hasOwn(parent, part) ? Reflect.get(parent, part) : undefined;
  if (!isContainer(parent)) throw new Violation(`${where}: there is nothing at ${quote(pointer)}`);
  return { parent, name };
}

function read(root: Json, pointer: string, where: string): unknown {
  const { parent, name } = locate(root, pointer, where);
  if (!Object.hasOwn(parent, name)) throw new Violation(`${where}: there is nothing at ${quote(pointer)}`);
  return Reflect.get(parent, name);
}

function take(root: Json, pointer: string, where: string): unknown {
  const value = read(root, pointer, where);
  const { parent, name } = locate(root, pointer, where);
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete parent[name];
  return value;
}

function put(root: Json, pointer: string, value: unknown, where: string): void {
  const { parent, name } = locate(root, pointer, where);
  if (!Array.isArray(parent)) {
    define(parent, name, value);
    return;
  }
  const index = name === "-" ? parent.length : Number(name);
  if (!(index >= 0 && index <= parent.length)) throw new Violation(`${where}: there is nothing at ${quote(pointer)}`);
  parent.splice(index, 0, value);
}

/** `defineProperty`, because a field may be named `__proto__`. */
function define(target: Json, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

const isContainer = (value: unknown): value is Json | unknown[] => typeof value === "object" && value !== null;
const isObject = (value: unknown): value is Json => isContainer(value) && !Array.isArray(value);
