import { rootFile } from "../generate/spec/spec-files.js";
import { inRepo } from "../in-repo.js";
import { loadDocument } from "../load/load-document.js";
import type { Spec } from "./compare/node.js";
import { readSpec } from "./read-spec.js";

/** The last released spec; `npm run spec -- release` writes it. */
export const RELEASED = inRepo("openapi/released/openapi.json");
export const CHANGELOG = inRepo("openapi/CHANGELOG.md");

/**
 * Reads the spec of this repository from its files, and not from the last bundle: an edit counts before it was generated.
 */
export async function currentSpec(): Promise<Spec> {
  const { document } = await loadDocument(rootFile(inRepo("openapi")));
  return document as Spec;
}

/** Reads the last released spec; undefined if there is none. */
export async function releasedSpec(): Promise<Spec | undefined> {
  const released = await readSpec(RELEASED).catch(() => undefined);
  // Says where the file comes from, and nothing about the API.
  if (released) delete released["x-generated"];
  return released;
}
