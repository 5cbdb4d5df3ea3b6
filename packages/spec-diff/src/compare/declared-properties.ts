import { entries, isNode, type Node } from "./node.js";

/** Where a schema describes a property. */
export interface DeclaredProperty {
  readonly value: unknown;
  readonly keyword: "properties" | "patternProperties";
  /** Its name in that keyword: the name of the property, or a pattern that matches nothing else. */
  readonly key: string;
}

/** A pattern that matches exactly one name, which it spells. */
const ONE_NAME = /^\^((?:[\w-]|\\[.$*+?()[\]{}|\\/^])+)\$$/;

/** The properties that a schema describes one by one: by name, or by a pattern that matches only that name. */
export function declaredProperties(node: Node): Map<string, DeclaredProperty> {
  const declared = new Map<string, DeclaredProperty>();
  for (const [key, value] of entries(node["properties"])) declared.set(key, { value, keyword: "properties", key });
  for (const [key, value] of entries(node["patternProperties"])) {
    const name = ONE_NAME.exec(key)?.[1]?.replace(/\\(.)/g, "$1");
    if (name !== undefined && !declared.has(name)) declared.set(name, { value, keyword: "patternProperties", key });
  }
  return declared;
}

export const isOneProperty = (node: Node, pattern: string): boolean =>
  [...declaredProperties(node).values()].some(({ keyword, key }) => keyword === "patternProperties" && key === pattern);

/** Writes patterns that match one name as properties. */
export function withNamedPatterns(node: Node): Node {
  const { properties = {}, patternProperties } = node;
  if (!isNode(patternProperties) || !isNode(properties)) return node;
  const declared = declaredProperties(node);
  if (declared.size === Object.keys(properties).length) return node;
  const patterns = Object.entries(patternProperties).filter(([pattern]) => !isOneProperty(node, pattern));
  return {
    ...node,
    properties: Object.fromEntries([...declared].map(([name, { value }]) => [name, value])),
    patternProperties: Object.fromEntries(patterns),
  };
}
