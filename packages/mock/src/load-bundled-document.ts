import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { markedJson } from "@metadata-service/spec-tools/json";

/** Returns the path of the spec's bundle, in the package generated from the spec. */
export function bundledDocumentPath(): string {
  return fileURLToPath(import.meta.resolve("@metadata-service/openapi/openapi.json"));
}

/** Reads the bundle of the spec. Texts stand for the numbers that a 64-bit float would change. */
export async function loadBundledDocument(): Promise<object> {
  return JSON.parse(markedJson(await readFile(bundledDocumentPath(), "utf8")));
}
