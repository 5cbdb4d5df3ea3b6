import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadDocument } from "@metadata-service/spec-tools/load-document";

/** The document of this repository. */
const OWN = new URL("../../../openapi/generated/openapi.json", import.meta.url);

/** Reads a document, YAML or JSON; relative to the folder in which the command was started. */
export async function readDocument(path?: string): Promise<object> {
  const file = path === undefined ? fileURLToPath(OWN) : resolve(process.env["INIT_CWD"] ?? "", path);
  const { document } = await loadDocument(file);
  return document;
}
