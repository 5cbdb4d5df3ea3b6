import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inDocs, inRepository } from "../src/site/paths.js";
import { defaultSamples } from "../src/site/samples/default-samples.js";
import { WRITTEN_URL } from "../src/site/samples/run-sample.js";
import { operations, spec } from "./spec.js";

/** Returns what the compiler prints about some files, with the settings of the repository. */
async function complaints(folder: string, files: readonly string[]): Promise<string> {
  const project = join(folder, "tsconfig.json");
  const config = { extends: inRepository("tsconfig.base.json"), compilerOptions: { noEmit: true }, files };
  await writeFile(project, JSON.stringify(config));
  const compiler = inRepository("node_modules/@typescript/native/bin/tsc");
  return promisify(execFile)(process.execPath, [compiler, "-p", project]).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
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
    expect(await complaints(folder, [...written, ...made.map(({ file }) => file)])).toBe("");

    const wrong = join(folder, "wrong.ts");
    const [sample] = made.filter(({ source }) => source.includes("limit"));
    await writeFile(wrong, sample?.source.replace("limit:", "limt:") ?? "");
    expect(await complaints(folder, [wrong])).toContain("limt");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
