import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder, with those above it, unless it exists. The recursive `mkdir` of Node.js never ends where a file system
 * has no new folders and says that there is nothing, as Linux does below /proc.
 *
 * @throws Error of the file system if it cannot be created
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    const above = dirname(folder);
    if (code !== "ENOENT" || above === folder || existsSync(above)) throw error;
    await makeFolder(above, mode);
    await makeFolder(folder, mode);
  }
}
