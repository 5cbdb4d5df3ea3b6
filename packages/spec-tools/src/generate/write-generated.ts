import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withNumbers } from "../json/exact-number.js";

/** The first lines of every generated file that can carry a comment. */
export const banner = (source: string) => `// Generated from ${source} by \`npm run generate\`. Do not edit.\n`;

/**
 * Writes all files of a `generated/` folder: first under temporary names, then with one rename each, so that a
 * generator that fails halfway leaves the folder as it was. Removes files that are no longer generated. Does not touch
 * files whose bytes did not change, so that watchers are not triggered. Numbers are written as the spec writes them.
 *
 * @param folder absolute path of the folder
 * @param files text by file name
 */
export async function writeGenerated(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const renames: [from: string, to: string][] = [];
  try {
    for (const [name, marked] of Object.entries(files)) {
      const text = withNumbers(marked);
      const path = join(folder, name);
      if ((await readFile(path, "utf8").catch(() => undefined)) === text) continue;
      const draft = `${path}.${process.pid}.draft`;
      await mkdir(dirname(path), { recursive: true });
      renames.push([draft, path]);
      await writeFile(draft, text);
    }
    for (const [draft, path] of renames) await rename(draft, path);
  } catch (error) {
    await Promise.all(renames.map(([draft]) => rm(draft, { force: true })));
    throw error;
  }
  for (const name of await readdir(folder)) if (!(name in files)) await rm(join(folder, name), { recursive: true });
}
