import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { parseFloats } from "@metadata-service/spec-tools/json";

const path = createRequire(import.meta.url).resolve("@metadata-service/openapi/openapi.json");

/** The bundle of the spec. Node's own import of JSON would round bounds of 64-bit integers up. */
export const document = parseFloats(readFileSync(path, "utf8")) as OpenApiDocument;
