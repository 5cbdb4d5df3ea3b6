import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { readApi } from "@metadata-service/spec-tools";

/** Returns the names of the lists of the spec, in its order: what `import` and `export` accept. */
const listNames = (): string[] => [
  ...new Set(readApi(document).operations.flatMap(({ list }) => list?.collection ?? [])),
];

/** The same as a choice in a command line; `LIST` if the spec has none. */
export const listChoice = (): string => listNames().join("|") || "LIST";
