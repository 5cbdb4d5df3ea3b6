import { join } from "node:path";
import { readSpec, type Spec } from "@metadata-service/spec-diff";
import { loadDocument } from "@metadata-service/spec-tools/load-document";
import { rootFile } from "@metadata-service/spec-tools/spec-files";
import { root } from "../lib/repo.js";

/** The last released spec; `npm run spec -- release` writes it. */
export const RELEASED = join(root, "openapi/released/openapi.json");
export const CHANGELOG = join(root, "openapi/CHANGELOG.md");

/**
 * Reads the spec of this repository from its files, and not from the last bundle: an edit counts before it was generated.
 *
 * @throws Error with file, line and reason for each problem, as `npm run generate` does
 */
export async function currentSpec(): Promise<Spec> {
  const file = rootFile(join(root, "openapi"));
  await loadDocument(file);
  return readSpec(file);
}

/** Reads the last released spec; undefined if there is none. */
export async function releasedSpec(): Promise<Spec | undefined> {
  const released = await readSpec(RELEASED).catch(() => undefined);
  // Says where the file comes from, and nothing about the API.
  if (released) delete released["x-generated"];
  return released;
}

/** Whether the released spec is one of another API, which another document has replaced. */
export function isAnother(released: Spec, current: Spec): boolean {
  const paths = Object.keys(Object(released["paths"]));
  return paths.length > 0 && paths.every((path) => !Object.hasOwn(Object(current["paths"]), path));
}
