import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createRules, type Rules } from "@metadata-service/server-rules";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { markedJson } from "@metadata-service/spec-tools/json";

const path = createRequire(import.meta.url).resolve("@metadata-service/openapi/openapi.json");

/** The bundle of the spec. Texts stand for the numbers that Node's own import of JSON would round. */
export const document = JSON.parse(markedJson(readFileSync(path, "utf8"))) as OpenApiDocument;

let rules: Rules | undefined;

/** Its rules, for texts. */
export function bundledRules(): Rules {
  rules ??= createRules(document);
  return rules;
}
