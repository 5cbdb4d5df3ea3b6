import { isDeepStrictEqual } from "node:util";
import { dereference as dereferenceNode } from "../../document/dereference.js";

/** An object in a spec. Nothing is assumed about its fields: a spec that is compared may be invalid. */
export type Node = Record<string, unknown>;

/** A whole document. */
export type Spec = Node;

/** An object with the JSON pointer to it, references followed; `name` is that of a component. */
export interface Found {
  node: Node;
  at: string;
  name?: string;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object that a value is or refers to; any other value counts as an empty object. Pointers have no `#` here. */
export function dereference(spec: Spec, value: unknown, at: string): Found {
  const { node, pointer, name } = dereferenceNode<Node>(spec, isNode(value) ? value : {}, at);
  return { node: isNode(node) ? node : {}, at: pointer.replace(/^#/, ""), ...(name !== undefined && { name }) };
}

export const entries = (value: unknown): [string, unknown][] => (isNode(value) ? Object.entries(value) : []);
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const show = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "none"));
export const equal = isDeepStrictEqual;
/** The values that are not among the others. */
export const without = (values: unknown[], others: unknown[]): unknown[] =>
  values.filter((value) => !others.some((other) => equal(other, value)));
