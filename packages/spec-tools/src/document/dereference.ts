import type { ReferenceObject } from "./open-api-document.js";
import { nameOf, nodeAt } from "./pointer.js";

/** A node of the document that is not a reference, and the JSON pointer to it. */
export interface Located<T> {
  readonly node: T;
  readonly pointer: string;
  /** The name of the component that a reference led to. */
  readonly name?: string;
}

/** Keywords that only describe the place of a reference; all others add to its target. */
const ANNOTATIONS = ["description", "summary", "title", "examples"];

/**
 * Follows the `$ref` of a node until it reaches something else. Keywords beside a `$ref` apply too (JSON Schema
 * 2020-12): if there are any, the result is a separate schema at the place of the `$ref`.
 *
 * @param pointer where the node is, for example `#/paths/~1reports/get`
 * @throws Error if a reference leads nowhere or back to itself
 */
export function dereference<T extends object>(
  document: object,
  node: T | ReferenceObject,
  pointer?: string,
): Located<T>;
export function dereference<T>(document: object, node: unknown, pointer?: string): Located<T>;
export function dereference(document: object, node: unknown, pointer = ""): Located<unknown> {
  const followed = new Set<string>();
  const overlays: object[] = [];
  let target = node;
  let at = pointer;
  let place: string | undefined;
  while (isReference(target)) {
    const { $ref, ...beside } = target;
    if (followed.has($ref)) throw new Error(`The reference ${$ref} is circular; remove it, or point it to a schema.`);
    followed.add($ref);
    if (Object.keys(beside).some((keyword) => !ANNOTATIONS.includes(keyword))) {
      overlays.unshift(beside);
      place ??= at;
    }
    target = $ref.startsWith("#/") ? nodeAt(document, $ref) : undefined;
    if (target === undefined) throw new Error(`The reference ${$ref}${at && ` at ${at}`} leads nowhere.`);
    at = $ref;
  }
  const [first] = followed;
  return {
    node: place === undefined ? target : Object.assign({}, target, ...overlays),
    pointer: place ?? at,
    ...(first !== undefined && { name: nameOf(first) }),
  };
}

function isReference(node: unknown): node is ReferenceObject {
  return typeof node === "object" && node !== null && "$ref" in node && typeof node.$ref === "string";
}
