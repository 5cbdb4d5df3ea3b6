import { type Document, nodeAt } from "../src/document.js";

/** A copy of a document with one node changed; the node is the one that a JSON pointer leads to. */
export function editDocument(
  document: Document,
  pointer: string,
  edit: (node: Record<string, unknown>) => void,
): Document {
  const copy = structuredClone(document);
  const node = nodeAt(copy, pointer);
  if (typeof node !== "object" || node === null) throw new Error(`There is nothing to edit at #${pointer}`);
  edit(node as Record<string, unknown>);
  return copy;
}
