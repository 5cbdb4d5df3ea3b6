import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * What somebody imports, and the budget of it in bytes: what it weighs, and room for three more list operations, each of
 * which costs some 60 bytes.
 */
export const IMPORTS = [
  {
    name: "createClient, with paging",
    code: 'export { createClient } from "./src/index.js"',
    splitting: true,
    budget: 7_500,
  },
  {
    name: "createClient, with sync",
    code: 'export { createClient } from "./src/index.js"',
    splitting: false,
    budget: 8_500,
  },
  { name: "everything", code: 'export * from "./src/index.js"', splitting: false, budget: 8_800 },
  { name: "openapi-fetch alone", code: 'export { default } from "openapi-fetch"', splitting: false, budget: 2_700 },
];

/** Bundles each import as its user would, and weighs what is loaded before anything is called. */
export async function sizes(): Promise<{ name: string; bytes: number }[]> {
  const resolveDir = fileURLToPath(new URL("..", import.meta.url));
  return Promise.all(
    IMPORTS.map(async ({ name, code, splitting }) => {
      const { outputFiles, metafile } = await build({
        stdin: { contents: code, resolveDir, loader: "ts" },
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2022",
        splitting,
        outdir: "/",
        write: false,
        metafile: true,
      });
      // The entry and what it imports at once; what is imported on demand counts where it is not split off.
      const entry = outputFiles.find(({ path }) => path.endsWith("stdin.js"));
      const first = new Set(["stdin.js"]);
      for (const [path, { entryPoint, imports }] of Object.entries(metafile.outputs))
        if (entryPoint === "<stdin>")
          for (const { path: imported, kind } of imports)
            if (kind === "import-statement") first.add(imported.split("/").at(-1) ?? path);
      const loaded = outputFiles.filter(({ path }) => [...first].some((file) => path.endsWith(file)));
      if (!entry) throw new Error("esbuild wrote no entry");
      return { name, bytes: gzipSync(loaded.map(({ text }) => text).join("\n"), { level: 9 }).length };
    }),
  );
}
