import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inDocs, inRepository } from "../src/site/paths.js";
import { defaultSamples } from "../src/site/samples/default-samples.js";
import { WRITTEN_URL } from "../src/site/samples/run-sample.js";
import { api, operations } from "./spec.js";

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
      .flatMap((operation) => defaultSamples({ ...api, baseUrl: WRITTEN_URL }, operation))
      .filter(({ way }) => way === "client" || way === "fetch")
      .map(({ operationId, way, source }, i) => {
        const name = `${operationId.replaceAll(/\W/g, "_")}-${i}-${way}.ts`;
        return { file: join(folder, name), source };
      });
    // Each is a separate module, as for a reader who copies it into a file.
    for (const { file, source } of made) await writeFile(file, `${source}\nexport {};\n`);
    const entries = await readdir(inDocs("samples"), { recursive: true });
    // They are about one API, and the spec may describe another one.
    const isOurs = operations.some(({ id }) => entries.includes(id));
    const written = entries.filter((name) => isOurs && name.endsWith(".ts")).map((name) => inDocs(`samples/${name}`));
    if (isOurs) expect(written.length).toBeGreaterThan(operations.length);
    expect(await complaints(folder, [...written, ...made.map(({ file }) => file)])).toBe("");

    const [sample] = made.filter(({ source }) => source.includes("createClient("));
    const wrong = sample?.source.replace("baseUrl:", "baseUrll:") ?? "";
    await writeFile(sample?.file ?? "", wrong);
    expect(await complaints(folder, [sample?.file ?? ""])).toContain("baseUrll");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
