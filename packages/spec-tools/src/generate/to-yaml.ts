import { stringifyYaml } from "@redocly/openapi-core";

/** The length of a text that nobody reads, in characters. Indented, it would take several times the space, time and memory. */
const LARGE = 2_000_000;

/**
 * Writes a document in YAML.
 *
 * @param json the same in JSON, which is YAML as well; if it is large, it is returned
 */
export const toYaml = (document: object, json = ""): string =>
  json.length > LARGE ? json : stringifyYaml(document, { noRefs: true, lineWidth: 120 });
