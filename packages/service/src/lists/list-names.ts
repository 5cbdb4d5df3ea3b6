import type { Rules } from "@metadata-service/server-rules";
import { requiredNames } from "@metadata-service/spec-tools";
import { bundledRules } from "../bundled-document.js";
import { listParameters } from "../handlers/list-parameters.js";
import { collectionsOf } from "./collection.js";

/**
 * Returns the lists of an API whose records `import` and `export` accept, in its order. Typed records are stored as metadata, and a
 * list below a record that its records do not name is a 501, so that no list would show imported ones.
 */
export function importableLists({ api, operations }: Rules): string[] {
  const bodyOf = (id: string) => api.operations.find((operation) => operation.id === id)?.body;
  const isTyped = ({ operation, request }: (typeof api.resources)[number]["operations"][number]) =>
    request !== undefined &&
    bodyOf(operation)?.content[0]?.items.some(({ path }) => request.at.every((name, i) => name === path[i])) === true;
  const typed = api.resources
    .filter((resource) => resource.operations.some(isTyped))
    .flatMap(({ operations: own }) => own);
  const ids = new Set(typed.map(({ operation }) => operation));
  const shown = operations.filter(
    (operation) => !ids.has(operation.id) && !listParameters(operation).unknown.some((one) => one.in === "path"),
  );
  return [...new Set(shown.flatMap(({ pagination }) => pagination?.collection ?? []))];
}

/** The same as a choice in a command line; `LIST` if the spec has none. */
export const listChoice = (): string => importableLists(bundledRules()).join("|") || "LIST";

/** Returns a sentence for each list, with the fields that an imported record must have. */
export function requiredFields(): string[] {
  const rules = bundledRules();
  const collections = collectionsOf(rules);
  return importableLists(rules).map((name) => {
    const record = collections.get(name)?.kept.pagination?.record;
    const required = record ? [...requiredNames(rules.document, record)] : [];
    return `records of ${name} must have ${required.join(", ") || "no particular field"}`;
  });
}
