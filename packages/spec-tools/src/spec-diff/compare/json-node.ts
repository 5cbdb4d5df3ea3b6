/** An object in a spec. Nothing is assumed about its fields: a spec that is compared may be invalid. */
export type Node = Record<string, unknown>;

/** A whole document. */
export type Spec = Node;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
