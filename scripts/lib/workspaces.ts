import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A package of this repository. */
export interface Workspace {
  readonly name: string;
  /** The path of its folder, relative to the root. */
  readonly folder: string;
  readonly scripts: Readonly<Record<string, string>>;
}

/** Returns all packages of the repository. */
export async function workspaces(root: string): Promise<Workspace[]> {
  const folders = ["openapi", "scripts", ...(await readdir(join(root, "packages"))).map((name) => `packages/${name}`)];
  const found: Workspace[] = [];
  for (const folder of folders) {
    // A folder that is left from a removed package has no manifest.
    const text = await readFile(join(root, folder, "package.json"), "utf8").catch(() => "{}");
    const { name, scripts = {} } = JSON.parse(text) as Partial<Workspace>;
    if (name !== undefined) found.push({ name, folder, scripts });
  }
  return found;
}
