import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { defaultSamples } from "../src/site/default-samples.js";
import { inDocs, inRepository } from "../src/site/paths.js";
import { WRITTEN_URL } from "../src/site/run-sample.js";
import { operations, spec } from "./spec.js";

/** Returns the compiler's errors in some files, with the settings of the repository. */
function complaints(files: string[]): string[] {
  const { config } = ts.readConfigFile(inRepository("tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, inDocs(""));
  const program = ts.createProgram(files, { ...options, noEmit: true });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}

test("every sample compiles, whether written by hand or generated from the spec", async () => {
  const folder = await mkdtemp(inDocs(".run-"));
  try {
    const made = operations
      .flatMap((operation) => defaultSamples(spec, operation, WRITTEN_URL))
      .filter(({ way }) => way === "client" || way === "fetch")
      .map(({ operationId, way, source }) => ({ file: join(folder, `${operationId}-${way}.ts`), source }));
    // Each is a separate module, as for a reader who copies it into a file.
    for (const { file, source } of made) await writeFile(file, `${source}\nexport {};\n`);
    const entries = await readdir(inDocs("samples"), { recursive: true });
    const written = entries.filter((name) => name.endsWith(".ts")).map((name) => inDocs(`samples/${name}`));
    expect(written.length).toBeGreaterThan(operations.length);
    expect(complaints([...written, ...made.map(({ file }) => file)])).toEqual([]);

    const wrong = join(folder, "wrong.ts");
    const [sample] = made.filter(({ source }) => source.includes("limit"));
    await writeFile(wrong, sample?.source.replace("limit:", "limt:") ?? "");
    expect(complaints([wrong]).join()).toContain("limt");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
