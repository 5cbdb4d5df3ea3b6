import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Something that users import, and its size limit. */
interface Import {
  name: string;
  code: string;
  /** The maximum size in bytes with the four operations of version 1.0.0. */
  budget: number;
  /** The number of bytes that each additional operation may add. */
  perOperation: number;
}

export const IMPORTS: Import[] = [
  {
    name: "createClient, with paging and sync",
    code: 'export { createClient } from "./src/index.js"',
    budget: 16_500,
    perOperation: 60,
  },
  { name: "everything", code: 'export * from "./src/index.js"', budget: 16_900, perOperation: 60 },
  {
    name: "validateResponse, beside the rest",
    code: 'export { validateResponse } from "./src/validate.js"',
    budget: 4_100,
    perOperation: 150,
  },
  { name: "openapi-fetch alone", code: 'export { default } from "openapi-fetch"', budget: 2_700, perOperation: 0 },
];

/**
 * Bundles each import into one file as users would, including openapi-fetch. Returns the minified, gzipped sizes in
 * bytes.
 */
export async function sizes(): Promise<{ name: string; bytes: number }[]> {
  const resolveDir = fileURLToPath(new URL("..", import.meta.url));
  return Promise.all(
    IMPORTS.map(async ({ name, code }) => {
      const { outputFiles } = await build({
        stdin: { contents: code, resolveDir, loader: "ts" },
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2022",
        write: false,
      });
      const [file] = outputFiles;
      if (!file || outputFiles.length > 1) throw new Error("esbuild made more than one file");
      return { name, bytes: gzipSync(file.contents, { level: 9 }).length };
    }),
  );
}
