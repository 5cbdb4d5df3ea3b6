import { readApi } from "../model/read-api.js";
import { isMethod } from "./open-api-document.js";
import { nodeAt, pointerTo } from "./pointer.js";

/** A document with an operationId for every operation, and what was renamed, one sentence each. */
export interface Identified {
  readonly document: object;
  readonly notes: readonly string[];
}

type Named = { operationId?: string };

/**
 * Gives every operation an operationId that no other one has, because methods of clients, entries of the docs and cases of the
 * contract suite are named after it. If several operations have the same one, the first keeps it. The document is not changed.
 *
 * @param document a document without references in place of path items
 */
export function withOperationIds(document: object): Identified {
  const operations = Object.entries(Object(Reflect.get(document, "paths"))).flatMap(([path, item]) =>
    Object.keys(Object(item)).flatMap((key) =>
      isMethod(key) ? [{ path, key, at: pointerTo("#/paths", path, key) }] : [],
    ),
  );
  const idAt = (root: object, at: string) => (nodeAt(root, at) as Named | undefined)?.operationId;
  const taken = new Set<string>();
  const unnamed = operations.filter(({ at }) => {
    const id = idAt(document, at);
    const isNew = typeof id === "string" && !taken.has(id);
    if (isNew) taken.add(id);
    return !isNew;
  });
  if (unnamed.length === 0) return { document, notes: [] };
  const copy = structuredClone(document);
  for (const { at } of unnamed) delete (nodeAt(copy, at) as Named).operationId;
  const ids = new Map(readApi(copy).operations.map(({ id, method, path }) => [`${method} ${path}`, id]));
  const notes = unnamed.flatMap(({ path, key, at }) => {
    const name = `${key.toUpperCase()} ${path}`;
    const id = ids.get(name) ?? "";
    Object.assign(nodeAt(copy, at) as Named, { operationId: id });
    const before = idAt(document, at);
    return before === undefined ? [] : [`The operationId "${before}" is used before; ${name} is called ${id} here.`];
  });
  return { document: copy, notes };
}
