import { readFile } from "node:fs/promises";
import type { OpenApiDocument } from "./document/open-api-document.js";
import { inRepo } from "./in-repo.js";
import { markedJson } from "./json/exact-number.js";

/** Reads the bundled spec, from which all other generators start. Texts stand for the numbers that a float would change. */
export async function readDocument(): Promise<OpenApiDocument> {
  return JSON.parse(markedJson(await readFile(inRepo("openapi/generated/openapi.json"), "utf8")));
}
