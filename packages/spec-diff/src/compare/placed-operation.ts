import { pointerTo } from "@metadata-service/spec-tools/pointer";
import type { Changes } from "../change.js";
import { dereference, type Found } from "./dereference.js";
import { entries, equal, isNode, type Node, type Spec } from "./node.js";
import type { Subject } from "./subject.js";

/** An operation in one of the two versions. */
export interface PlacedOperation extends Found {
  spec: Spec;
  what: Subject;
  path: string;
  /** Its path item, whose parameters and servers apply to it, and where that is written. */
  item: Node;
  itemAt: string;
}

/** A part of a document with its place, before and after references are followed. */
export interface Part extends Found {
  /** What is written, and where. */
  value: unknown;
  place: string;
  key: string;
}

/** The named parts of an object, such as the headers of a response, with their references followed. */
export function partsIn(
  spec: Spec,
  { node, at }: Found,
  field: string,
  keyOf = (name: string) => name,
): Map<string, Part> {
  return new Map(
    entries(node[field]).map(([name, value]) => {
      const place = pointerTo(at, field, name);
      return [keyOf(name), { ...dereference(spec, value, place), value, place, key: name }];
    }),
  );
}

/**
 * Marks a place as examined if the versions have different references there, or only one of them has a reference. Only
 * the targets matter, and they are compared.
 */
export function examineReference(changes: Changes, was: unknown, is: unknown, at: string): void {
  const isReference = (value: unknown) => isNode(value) && typeof value["$ref"] === "string";
  if ((isReference(was) || isReference(is)) && !equal(was, is)) changes.examined(at);
}
