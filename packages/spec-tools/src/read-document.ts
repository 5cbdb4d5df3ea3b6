import { readFile } from "node:fs/promises";
import type { OpenApiDocument } from "./document/open-api-document.js";
import { inRepo } from "./in-repo.js";

/** Reads the bundled spec, from which all other generators start. */
export async function readDocument(): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(inRepo("openapi/generated/openapi.json"), "utf8"));
}
