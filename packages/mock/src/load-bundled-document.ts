import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** Where the bundle of the spec is: in the package that is made from it. */
export function bundledDocumentPath(): string {
  return fileURLToPath(import.meta.resolve("@metadata-service/openapi/openapi.json"));
}

/** Reads the bundle of the spec. */
export async function loadBundledDocument(): Promise<object> {
  return JSON.parse(await readFile(bundledDocumentPath(), "utf8"));
}
