import { isAnnotation } from "./annotations.js";
import type { ReferenceObject } from "./open-api-document.js";
import { nameOf, nodeAt } from "./pointer.js";

/** A node of the document that is not a reference, and the JSON pointer to it. */
export interface Located<T> {
  readonly node: T;
  readonly pointer: string;
  /** The name of the component that a reference led to. */
  readonly name?: string;
}

/**
 * Follows the `$ref` of a node until it reaches something else. Descriptions beside a `$ref` replace those of its target.
 * Other keywords beside the `$ref` of a schema count only in a prepared document, where they are part of the target.
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
  const followed: string[] = [];
  const overlays: object[] = [];
  let target = node;
  let at = pointer;
  while (isReference(target)) {
    const { $ref, ...beside } = target;
    if (followed.includes($ref))
      throw new Error(`The reference ${$ref} is circular; remove it, or point it to a schema.`);
    followed.push($ref);
    const notes = Object.entries(beside).filter(([keyword]) => isAnnotation(keyword));
    if (notes.length > 0) overlays.unshift(Object.fromEntries(notes));
    target = $ref.startsWith("#/") ? nodeAt(document, $ref) : undefined;
    if (target === undefined) throw new Error(`The reference ${$ref}${at && ` at ${at}`} leads nowhere.`);
    at = $ref;
  }
  const [first] = followed;
  return {
    node: overlays.length === 0 || typeof target !== "object" ? target : Object.assign({}, target, ...overlays),
    pointer: at,
    ...(first !== undefined && { name: nameOf(first) }),
  };
}

function isReference(node: unknown): node is ReferenceObject {
  return typeof node === "object" && node !== null && "$ref" in node && typeof node.$ref === "string";
}
