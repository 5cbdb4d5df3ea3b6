/**
 * Builds the package: compiles src to dist and, at the same time, builds dist/site from the document, the guides and
 * the samples.
 */
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import type { OpenApiDocument } from "@metadata-service/spec-tools";
import { markedJson } from "@metadata-service/spec-tools/json";
import { run } from "@metadata-service/spec-tools/run";
import { inDocs } from "./paths.js";
import { documentFiles } from "./reference/document.js";
import { siteOf } from "./site.js";

async function compile(): Promise<void> {
  const compiler = createRequire(import.meta.url).resolve("@typescript/native/package.json");
  await promisify(execFile)(process.execPath, [
    join(dirname(compiler), "bin/tsc"),
    "-p",
    inDocs("tsconfig.build.json"),
    "--checkers",
    "1",
  ]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(`packages/docs/src does not compile:\n${stdout}`);
  });
}

await run(async () => {
  const { values } = parseArgs({ options: { api: { type: "string", multiple: true }, site: { type: "string" } } });
  const document = JSON.parse(markedJson(await readFile(documentFiles.json, "utf8"))) as OpenApiDocument;
  const [site] = await Promise.all([siteOf(document, values.api, values.site), compile()]);
  const folder = inDocs("dist/site");
  // So that no old page is left.
  await rm(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(site)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
});
