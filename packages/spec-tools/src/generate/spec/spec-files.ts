import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The names that the spec can have, in JSON or YAML. */
const ROOTS = ["openapi.yaml", "openapi.yml", "openapi.json"];

/** The absolute path of the spec's root file. */
export function rootFile(folder: string): string {
  const found = ROOTS.filter((name) => existsSync(join(folder, name)));
  const [only] = found;
  if (found.length > 1) throw new Error(`openapi/: ${found.join(" and ")} both exist; remove one of them.`);
  if (only === undefined)
    throw new Error(`openapi/: there is no spec; write ${ROOTS.slice(0, -1).join(", ")} or ${ROOTS.at(-1)}.`);
  return join(folder, only);
}

/** A file that nothing refers to is a schema that somebody believes in and no surface has. */
export async function stopOnOrphans(folder: string, used: ReadonlySet<string>): Promise<void> {
  for (const part of ["paths", "components"])
    for (const name of await readdir(join(folder, part), { recursive: true }).catch(() => []))
      if (/\.(ya?ml|json)$/.test(name) && !used.has(join(folder, part, name)))
        throw new Error(`openapi/${part}/${name}: nothing refers to this file; add a $ref to it, or remove it.`);
}

/** The linter calls this function of everything that it reads, and fails without a place where a field has its name. */
const CALLED = "hasOwnProperty";

/** Refuses a field of a name that no linter could pass. */
export async function stopOnCalledNames(folder: string): Promise<void> {
  const all = await readdir(folder, { recursive: true });
  const files = all.filter(
    (name) => /\.(ya?ml|json)$/.test(name) && !/^(generated|released|node_modules|dist)\//.test(name),
  );
  for (const name of files) {
    const lines = (await readFile(join(folder, name), "utf8").catch(() => "")).split("\n");
    const line = lines.findIndex((text) => new RegExp(`(^|[\\s{,"'])${CALLED}["']?\\s*:`).test(text));
    if (line >= 0)
      throw new Error(
        `openapi/${name}:${line + 1}: every JavaScript object has a "${CALLED}", so nothing can tell whether one was sent; rename this field.`,
      );
  }
}
