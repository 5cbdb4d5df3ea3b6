import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { resolve } from "../inclusion/resolve.js";
import { entries, isNode, lastName, type Node, type Spec } from "./node.js";
import type { Subject } from "./subject.js";

/** An object with the JSON pointer to it, after following references; `name` is that of a component. */
export interface Found {
  node: Node;
  at: string;
  name?: string;
}

/** Fields beside a `$ref` that only describe the place of the reference. */
export const DESCRIBING = ["description", "summary", "title", "examples"];

/**
 * Returns the object that a value is or refers to. Anything else, and a reference that leads nowhere, counts as an
 * empty object. Fields beside a reference replace those of its target; for path items, OpenAPI leaves this undefined
 * (3.1.1, section 4.8.9.1).
 */
export function dereference(spec: Spec, value: unknown, at: string): Found {
  const beside: Node[] = [];
  const followed = new Set<string>();
  let [target, place, name]: [unknown, string, string | undefined] = [value, at, undefined];
  while (isNode(target) && typeof target["$ref"] === "string" && !followed.has(target["$ref"])) {
    const { $ref, ...fields } = target;
    followed.add($ref as string);
    if (Object.keys(fields).some((field) => !DESCRIBING.includes(field))) beside.unshift(fields);
    const found = resolve(spec, $ref as string);
    name ??= lastName($ref as string);
    target = found?.value;
    if (beside.length === 0) place = found?.at ?? place;
  }
  const node = isNode(target) && typeof target["$ref"] !== "string" ? target : {};
  return {
    node: beside.length === 0 ? node : Object.assign({}, node, ...beside),
    at: place,
    ...(name !== undefined && { name }),
  };
}

/** A value that is no object counts as an empty one. */
export const objectAt = (value: unknown, at: string): Found => ({ node: isNode(value) ? value : {}, at });

/** An operation in one of the two versions. */
export interface PlacedOperation extends Found {
  what: Subject;
  path: string;
  /** Its path item, whose parameters and servers apply to it. */
  item: Found;
}

/** A part of a document with its place, before and after references are followed. */
export interface Part extends Found {
  /** What is written, and where. */
  value: unknown;
  place: string;
  key: string;
}

/** The objects that another one maps names to, such as the headers of a response, with their references followed. */
export function partsIn(spec: Spec, { node, at }: Found, keyOf = (name: string) => name): Map<string, Part> {
  return new Map(
    entries(node).map(([name, value]) => {
      const place = pointerTo(at, name);
      return [keyOf(name), { ...dereference(spec, value, place), value, place, key: name }];
    }),
  );
}
