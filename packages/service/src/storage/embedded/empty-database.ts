import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The archive of an empty database, which the build creates. */
export const EMPTY_DATABASE = fileURLToPath(new URL("../../../dist/empty-database.tar.gz", import.meta.url));

/** Returns the files of an empty database, for PGlite to extract. */
export async function readEmptyDatabase(): Promise<Blob> {
  const archive = await readFile(EMPTY_DATABASE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new Error(`there is no file ${EMPTY_DATABASE}; run npm run build, or install the service again`);
  });
  return new Blob([new Uint8Array(archive)]);
}
