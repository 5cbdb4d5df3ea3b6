import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Something that somebody imports. */
interface Import {
  name: string;
  code: string;
  /** What is loaded on first use and counts here. */
  used: ("sync" | "raw")[];
  /** As a bundler makes it that does not split. */
  oneFile?: true;
  /** In bytes, for the four operations of version 1.0.0: the target of the project, or what it weighs and some room. */
  budget: number;
  /** What each further operation may add, in bytes. */
  perOperation: number;
}

const CLIENT = 'export { createClient } from "./src/index.js"';
const EVERYTHING = 'export * from "./src/index.js"';
const VALIDATE = 'export { validateResponse } from "./src/validate.js"';

export const IMPORTS: Import[] = [
  { name: "createClient, with paging", code: CLIENT, used: [], budget: 5_500, perOperation: 60 },
  { name: "createClient, with paging and sync", code: CLIENT, used: ["sync"], budget: 6_800, perOperation: 60 },
  { name: "everything, sync included", code: EVERYTHING, used: ["sync"], budget: 7_000, perOperation: 60 },
  {
    name: "everything, and openapi-fetch for client.raw",
    code: EVERYTHING,
    used: ["sync", "raw"],
    budget: 10_000,
    perOperation: 60,
  },
  {
    name: "the same in one file",
    code: EVERYTHING,
    used: ["sync", "raw"],
    oneFile: true,
    budget: 9_500,
    perOperation: 60,
  },
  { name: "validateResponse, beside the rest", code: VALIDATE, used: [], budget: 4_100, perOperation: 150 },
  {
    name: "openapi-fetch alone",
    code: 'export { default } from "openapi-fetch"',
    used: [],
    budget: 2_700,
    perOperation: 0,
  },
];

/** Bundles each import as its user would, and weighs what is loaded: each file minified and gzipped for itself. */
export async function sizes(): Promise<{ name: string; bytes: number }[]> {
  const resolveDir = fileURLToPath(new URL("..", import.meta.url));
  return Promise.all(
    IMPORTS.map(async ({ name, code, used, oneFile }) => {
      const { outputFiles, metafile } = await build({
        stdin: { contents: code, resolveDir, loader: "ts" },
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2022",
        splitting: !oneFile,
        outdir: "/",
        write: false,
        metafile: true,
      });
      const outputs = Object.entries(metafile.outputs);
      const loaded = new Set<string>();
      const load = (file: string) => {
        if (loaded.has(file)) return;
        loaded.add(file);
        for (const { path, kind } of metafile.outputs[file]?.imports ?? []) if (kind === "import-statement") load(path);
      };
      for (const entry of ["<stdin>", ...used.map((part) => `src/${part}.ts`)]) {
        const [file] = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(entry)) ?? [];
        if (file) load(file);
        else if (!oneFile) throw new Error(`esbuild made no file of ${entry}`);
      }
      const files = outputFiles.filter(({ path }) =>
        [...loaded].some((file) => path.endsWith(`/${file.split("/").at(-1)}`)),
      );
      const bytes = files.map(({ contents }) => gzipSync(contents, { level: 9 }).length);
      return { name, bytes: bytes.reduce((sum, each) => sum + each, 0) };
    }),
  );
}
