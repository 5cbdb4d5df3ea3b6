import { readApi } from "@metadata-service/spec-tools";
import { document } from "../bundled-document.js";
import { versionOf } from "./collection.js";

/** Returns the names of the lists of the spec, in its order: what `import` and `export` accept. */
const listNames = (): string[] => [
  ...new Set(readApi(document).operations.flatMap(({ list }) => list?.collection ?? [])),
];

/** The same as a choice in a command line; `LIST` if the spec has none. */
export const listChoice = (): string => listNames().join("|") || "LIST";

/** Returns a sentence for each list, with the fields that an imported record must have. */
export const requiredFields = (): string[] => {
  const operations = [...readApi(document).operations].sort((one, other) => versionOf(one) - versionOf(other));
  // An import uses the names of the highest version.
  const records = new Map(
    operations.flatMap(({ list }) => (list ? [[list.collection, list.record.node] as const] : [])),
  );
  return [...records].map(
    ([name, { required = [] }]) => `records of ${name} must have ${required.join(", ") || "no particular field"}`,
  );
};
