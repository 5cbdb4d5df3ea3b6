/**
 * Generates all files again and compares them with the existing ones. It does not use git, so the result is the
 * same in a checkout with changes and in an unpacked archive. Afterwards the files are up to date and only have
 * to be committed.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "@metadata-service/spec-tools/run";
import { execute, root, turbo } from "./lib/repo.js";

async function generatedFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const packages = (await readdir(join(root, "packages"))).map((name) => `packages/${name}/src/generated`);
  for (const folder of ["openapi/generated", ...packages])
    for (const name of await readdir(join(root, folder), { recursive: true }).catch(() => []))
      files.set(`${folder}/${name}`, await readFile(join(root, folder, name), "utf8").catch(() => "a folder"));
  return files;
}

await run(async () => {
  const before = await generatedFiles();
  const { ok, output } = await execute(turbo("run", "generate", "--force", "--output-logs=errors-only"));
  if (!ok) throw new Error(output.trim());
  const after = await generatedFiles();
  const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  if (stale.length > 0)
    throw new Error(
      `These generated files were not up to date with the spec:\n${stale.map((name) => `  ${name}`).join("\n")}\n` +
        "They have just been generated again; commit them. After every edit of openapi/, run: npm run generate",
    );
  console.log(`${after.size} generated files are up to date with the spec.`);
});
