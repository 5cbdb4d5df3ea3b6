import { dereference as dereferenceNode } from "../document/dereference.js";

/** A node of the spec; what it is like is found out by looking. */
export type Node = Record<string, unknown>;

/** A whole document. */
export type Spec = Node;

/** A node with the pointer that leads to it, references followed; `name` is that of a component. */
export interface Found {
  node: Node;
  at: string;
  name?: string;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The node that a value is or refers to; a value that is no node counts as an empty one. Pointers have no `#` here. */
export function dereference(spec: Spec, value: unknown, at: string): Found {
  const { node, pointer, name } = dereferenceNode<Node>(spec, isNode(value) ? value : {}, at);
  return { node, at: pointer.replace(/^#/, ""), ...(name !== undefined && { name }) };
}

export const entries = (value: unknown): [string, unknown][] => (isNode(value) ? Object.entries(value) : []);
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
