import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../lib/repo.js";
import { workspaces } from "../lib/workspaces.js";

/** Returns every source file in the `test` folders of this repository, and of what tests share, with its text. */
export async function testFiles(): Promise<[path: string, text: string][]> {
  const found: [string, string][] = [];
  for (const { folder } of await workspaces(root)) {
    const tests = join(root, folder, folder === "packages/test-kit" ? "src" : "test");
    const entries = await readdir(tests, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name).slice(root.length);
      // Tests create and remove folders whose names begin with a dot.
      if (entry.isFile() && /\.m?[jt]s$/.test(entry.name) && !/\/(node_modules|\.[^/]+)\//.test(path))
        found.push([path, await readFile(join(root, path), "utf8")]);
    }
  }
  return found;
}
