import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { inDocs } from "./paths.js";

/** Writes the whole site to an empty folder, so that no old page is left. */
export async function writeSite(files: Record<string, string>, folder = inDocs("dist/site")): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
