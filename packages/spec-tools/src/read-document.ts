import { readFile } from "node:fs/promises";
import type { OpenApiDocument } from "./document/open-api-document.js";
import { inRepo } from "./in-repo.js";

/** Reads the generated document, which every generator downstream of the spec starts from. */
export async function readDocument(): Promise<OpenApiDocument> {
  return JSON.parse(await readFile(inRepo("openapi/generated/openapi.json"), "utf8"));
}
