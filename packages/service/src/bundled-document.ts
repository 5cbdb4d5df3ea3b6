import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type ApiModel, type OpenApiDocument, readApi } from "@metadata-service/spec-tools";
import { markedJson } from "@metadata-service/spec-tools/json";

const path = createRequire(import.meta.url).resolve("@metadata-service/openapi/openapi.json");

/** The bundle of the spec. Texts stand for the numbers that Node's own import of JSON would round. */
export const document = JSON.parse(markedJson(readFileSync(path, "utf8"))) as OpenApiDocument;

let model: ApiModel | undefined;

/** Its model, for texts; requests are handled by rules, which have a model of their own. */
export function bundledApi(): ApiModel {
  model ??= readApi(document);
  return model;
}
