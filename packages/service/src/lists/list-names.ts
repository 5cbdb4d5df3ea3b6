import type { ApiModel } from "@metadata-service/spec-tools";
import { bundledApi } from "../bundled-document.js";
import { versionOf } from "./collection.js";

/**
 * Returns the lists of an API whose records `import` and `export` accept, in its order: typed records are stored as metadata, so
 * that a list would not show imported ones.
 */
export function importableLists({ operations, resources }: ApiModel): string[] {
  const bodyOf = (id: string) => operations.find((operation) => operation.id === id)?.body;
  const isTyped = ({ operation, request }: (typeof resources)[number]["operations"][number]) =>
    request !== undefined &&
    bodyOf(operation)?.content[0]?.items.some(({ path }) => request.at.every((name, i) => name === path[i])) === true;
  const typed = resources.filter((resource) => resource.operations.some(isTyped)).flatMap(({ operations: own }) => own);
  const ids = new Set(typed.map(({ operation }) => operation));
  return [...new Set(operations.flatMap(({ id, list }) => (list && !ids.has(id) ? [list.collection] : [])))];
}

/** The same as a choice in a command line; `LIST` if the spec has none. */
export const listChoice = (): string => importableLists(bundledApi()).join("|") || "LIST";

/** Returns a sentence for each list, with the fields that an imported record must have. */
export const requiredFields = (): string[] => {
  const operations = [...bundledApi().operations].sort((one, other) => versionOf(one) - versionOf(other));
  // An import uses the names of the highest version.
  const records = new Map(
    operations.flatMap(({ list }) => (list ? [[list.collection, list.record.node] as const] : [])),
  );
  return importableLists(bundledApi()).map((name) => {
    const { required = [] } = records.get(name) ?? {};
    return `records of ${name} must have ${required.join(", ") || "no particular field"}`;
  });
};
