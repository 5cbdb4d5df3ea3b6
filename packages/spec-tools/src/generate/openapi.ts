/** openapi/*.yaml -> openapi/generated: lints the spec, then writes it as one file, with and without references, in JSON and in YAML. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  bundle,
  formatProblems,
  getTotals,
  lint,
  loadConfig,
  type NormalizedProblem,
  stringifyYaml,
} from "@redocly/openapi-core";
import { inRepo } from "../in-repo.js";
import { run } from "../run.js";
import { LEVELS, withoutReferences } from "./without-references.js";
import { banner, writeGenerated } from "./write-generated.js";

const folder = inRepo("openapi");
const ref = join(folder, "openapi.yaml");

/** Prints the problems with file, line and source, and stops when there is any: a warning today is a defect tomorrow. */
function stopOn(problems: NormalizedProblem[]): void {
  const open = problems.filter((problem) => !problem.ignored);
  if (open.length === 0) return;
  formatProblems(open, { format: "codeframe", totals: getTotals(open), version: "", cwd: inRepo("") });
  throw new Error(
    `The spec has ${open.length === 1 ? "a problem" : `${open.length} problems`}; nothing was generated. Mend what is shown above, then run it again.`,
  );
}

/** A file that nothing refers to is a schema that somebody believes in and no surface has. */
async function stopOnOrphans(used: Set<string>): Promise<void> {
  for (const part of ["paths", "components"])
    for (const name of await readdir(join(folder, part), { recursive: true }))
      if (/\.ya?ml$/.test(name) && !used.has(join(folder, part, name)))
        throw new Error(`openapi/${part}/${name}: nothing refers to this file; add a $ref to it, or remove it.`);
}

/** The operations of the file without references, whose exact types would be too large for an editor. */
const PATHS_TYPE = "Record<string, Record<string, Record<string, unknown>>>";

const toYaml = (document: object) => stringifyYaml(document, { noRefs: true, lineWidth: 120 });

/** Every JSON text is the type of its value in TypeScript too. */
function typesOf(document: object): string {
  return `${banner("openapi/openapi.yaml")}declare const document: ${JSON.stringify(document, null, 2)};\nexport default document;\n`;
}

await run(async () => {
  const config = await loadConfig({ configPath: join(folder, "redocly.yaml") });
  stopOn(await lint({ ref, config }));
  const { bundle: bundled, problems, fileDependencies } = await bundle({ ref, config });
  stopOn(problems);
  await stopOnOrphans(fileDependencies);
  if (process.argv.includes("--only-lint")) return;
  const note = "from openapi/openapi.yaml by npm run generate; do not edit";
  const document = { "x-generated": note, ...(bundled.parsed as object) };
  const flat = { ...withoutReferences(document), "x-generated": `${note}; recursion is cut after ${LEVELS} levels` };
  await writeGenerated(join(folder, "generated"), {
    "openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    "openapi.json.d.ts": typesOf(document),
    "openapi.yaml": toYaml(document),
    // Only programs read it, and every space counts four times here.
    "openapi.dereferenced.json": `${JSON.stringify(flat)}\n`,
    "openapi.dereferenced.json.d.ts": typesOf({ ...flat, paths: "PATHS" }).replace('"PATHS"', PATHS_TYPE),
    "openapi.dereferenced.yaml": toYaml(flat),
  });
});
