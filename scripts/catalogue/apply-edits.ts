import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { RepoCopy } from "../test/copy-repo.js";
import type { Edit } from "./edit.js";

/** Applies edits to `openapi/`. Returns a function that reverts them. */
export async function applyEdits(copy: RepoCopy, edits: readonly Edit[]): Promise<() => Promise<void>> {
  const before = await copy.files("openapi");
  for (const { removes = [], renames = [], files = [], paths = {}, components = {} } of edits) {
    for (const [from, to] of renames) await rename(copy, from, to);
    for (const path of removes) copy.run("rm", "-r", join("openapi", path));
    for (const [file, from, to] of files) await copy.edit(`openapi/${file}`, from, to);
    for (const [path, item] of Object.entries(paths)) {
      const file = `paths/catalogue${path.replace(/[^a-z0-9-]+/g, "-")}.yaml`;
      await copy.edit(`openapi/${file}`, "", JSON.stringify(item, null, 2));
      await copy.edit("openapi/openapi.yaml", "components:\n", `  ${path}:\n    $ref: ${file}\ncomponents:\n`);
    }
    for (const [kind, all] of Object.entries(components))
      for (const [name, component] of Object.entries(all))
        await copy.edit(`openapi/components/${kind}/${name}.yaml`, "", JSON.stringify(component, null, 2));
  }
  return async () => {
    for (const path of (await copy.files("openapi")).keys())
      if (!before.has(path) && !path.includes("/generated/")) copy.run("rm", path);
    for (const [path, text] of before)
      if (
        (await readFile(join(copy.folder, path), "utf8").catch(() => undefined)) !== text &&
        !path.includes("/generated/")
      )
        await copy.edit(path, "", text);
  };
}

async function rename(copy: RepoCopy, from: string, to: string): Promise<void> {
  copy.run("mv", join("openapi", from), join("openapi", to));
  for (const [path, text] of await copy.files("openapi"))
    if (!path.includes("/generated/") && text.includes(basename(from)))
      await copy.edit(path, "", text.replaceAll(`/${basename(from)}`, `/${basename(to)}`));
}
