import { readFile } from "node:fs/promises";
import { inRepo } from "../in-repo.js";
import type { Spec } from "./spec.js";

/** The spec as it is now. */
export const CURRENT = inRepo("openapi/generated/openapi.json");
/** The spec as it was released last; `npm run spec:release` writes it. */
export const RELEASED = inRepo("openapi/released/openapi.json");
export const CHANGELOG = inRepo("openapi/CHANGELOG.md");

/** Reads a spec in JSON. @throws Error that names the command that makes the file */
export async function readSpec(path: string): Promise<Spec> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`${path} is not there. Run \`npm run ${path === RELEASED ? "spec:release" : "generate"}\`.`);
  });
  return JSON.parse(text);
}

export const versionOf = (spec: Spec): string => String((spec["info"] as Spec)["version"]);
