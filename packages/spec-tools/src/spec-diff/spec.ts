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

export const below = (at: string, ...names: (string | number)[]): string =>
  [at, ...names.map((name) => String(name).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");

/** Follows references; members beside a `$ref` are laid over what it leads to, as JSON Schema 2020-12 reads them. */
export function follow(spec: Spec, value: unknown, at: string): Found {
  const node = isNode(value) ? value : {};
  const reference = node["$ref"];
  if (typeof reference !== "string") return { node, at };
  const pointer = reference.replace(/^#/, "");
  let target: unknown = spec;
  for (const part of pointer.split("/").slice(1))
    target = (target as Node | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  const { $ref: _, ...beside } = node;
  const found = follow(spec, target, pointer);
  const own = Object.keys(beside).filter((key) => !["description", "summary", "title", "examples"].includes(key));
  const name = pointer.split("/").at(-1);
  // Text beside a reference belongs to the place, not to the schema; rules beside it make a schema of the place's own.
  return own.length === 0 ? { ...found, name } : { node: { ...found.node, ...beside }, at, name };
}

export const entries = (value: unknown): [string, unknown][] => (isNode(value) ? Object.entries(value) : []);
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
