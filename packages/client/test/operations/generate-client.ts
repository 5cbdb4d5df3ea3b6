import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { clientFiles } from "@metadata-service/spec-tools/client-files";

const tsc = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));
const source = fileURLToPath(new URL("../../src", import.meta.url));

/**
 * Generates a client for another OpenAPI document: a copy of the sources with the generated files for that document.
 */
export async function generateClient(document: OpenApiDocument) {
  // Created next to this file, so that imports of dependencies resolve.
  const folder = await mkdtemp(fileURLToPath(new URL(".client-", import.meta.url)));
  const src = join(folder, "src");
  await cp(source, src, {
    recursive: true,
    filter: (path) => !path.includes("generated") && !path.endsWith("items.ts"),
  });
  await mkdir(join(src, "generated"));
  const files = await clientFiles(document);
  for (const [name, text] of Object.entries(files)) await writeFile(join(src, "generated", name), text);
  // Items exist only in this project's API, so `items.ts` is replaced by stubs.
  await writeFile(
    join(src, "items.ts"),
    "export const item = {};\nexport const toObject = {};\nexport type PlainValue = unknown;\n",
  );
  return { folder, src, files, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Compiles files in a folder; throws the compiler's output if there are errors. */
export async function compile(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const options = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    target: "es2022",
    types: ["node"],
    skipLibCheck: true,
  };
  const config = { compilerOptions: { ...options, lib: ["es2023", "dom", "dom.iterable"] }, files: Object.keys(files) };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  await promisify(execFile)(tsc, ["-p", folder]).catch(({ stdout }) => {
    throw new Error(stdout);
  });
}

/** The examples in the doc comments of generated methods, as functions that must compile. */
export function exampleFunctions(methods: string): string {
  const examples = [...methods.matchAll(/@example\n((?: {3}\* .*\n)+)/g)]
    .map(([, block = ""]) => block.replaceAll(/^ {3}\* ?/gm, "").trim())
    .filter((code) => code.includes("client."));
  const functions = examples.map((code, index) => `export async function example${index}() {\n${code}\n}\n`);
  return functions.join("\n");
}

/** Declarations of the names that the examples use but do not define. */
export const STANDS = `declare const record: any, value: any, text: string, file: Blob;
declare const load: () => Promise<string>, process: (records: unknown[]) => Promise<void>, store: (text: string) => Promise<void>;
`;
