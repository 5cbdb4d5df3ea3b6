import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Spec } from "./spec.js";

const folder = fileURLToPath(new URL("../../openapi/", import.meta.url));

/** The spec as it is now. */
export const CURRENT = join(folder, "generated/openapi.json");
/** The spec as it was released last; `npm run spec:release` writes it. */
export const RELEASED = join(folder, "released/openapi.json");
export const CHANGELOG = join(folder, "CHANGELOG.md");

/** Reads a spec in JSON. @throws Error that names the command that makes the file */
export async function readSpec(path: string): Promise<Spec> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`${path} is not there. Run \`npm run ${path === RELEASED ? "spec:release" : "generate"}\`.`);
  });
  return JSON.parse(text);
}

export const versionOf = (spec: Spec): string => String((spec["info"] as Spec)["version"]);
