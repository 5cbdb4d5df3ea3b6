import type { Node } from "typescript";
import { escapeHidden } from "../../languages/escape-hidden.js";
import { INHERITED } from "../../languages/typescript.js";
import { withoutMarks } from "../../load/inherited-names.js";
import { astToString, factory, isPropertySignature, visitEachChild } from "./openapi-typescript.js";

/** Prints types, with the names of the document. */
export const rawTypes = (nodes: Node[]): string => escapeHidden(withoutMarks(astToString(nodes.map(withInherited))));

/** Adds to the type of an optional property what every object inherits under its name, as in the types of the methods. */
function withInherited<T extends Node>(node: T): T {
  const visited = visitEachChild(node, withInherited, undefined);
  if (!isPropertySignature(visited) || !visited.questionToken || !visited.type) return visited;
  const { modifiers, name, questionToken, type } = visited;
  const text = "text" in name ? withoutMarks(name.text) : "";
  if (!INHERITED.has(text)) return visited;
  const inherited = factory.createIndexedAccessTypeNode(
    factory.createTypeLiteralNode([]),
    factory.createLiteralTypeNode(factory.createStringLiteral(text)),
  );
  const union = factory.createUnionTypeNode([type, inherited]);
  return factory.updatePropertySignature(visited, modifiers, name, questionToken, union) as Node as T;
}
