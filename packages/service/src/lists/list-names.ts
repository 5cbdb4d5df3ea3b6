import { readApi } from "@metadata-service/spec-tools";
import { document } from "../bundled-document.js";

/** Returns the names of the lists of the spec, in its order: what `import` and `export` accept. */
const listNames = (): string[] => [
  ...new Set(readApi(document).operations.flatMap(({ list }) => list?.collection ?? [])),
];

/** The same as a choice in a command line; `LIST` if the spec has none. */
export const listChoice = (): string => listNames().join("|") || "LIST";
