/** openapi/*.yaml -> openapi/generated: lints the spec, then writes it as one file, in JSON and in YAML. */

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
import { writeGenerated } from "./write-generated.js";

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

await run(async () => {
  const config = await loadConfig({ configPath: join(folder, "redocly.yaml") });
  stopOn(await lint({ ref, config }));
  const { bundle: bundled, problems, fileDependencies } = await bundle({ ref, config });
  stopOn(problems);
  await stopOnOrphans(fileDependencies);
  if (process.argv.includes("--only-lint")) return;
  const document = {
    "x-generated": "from openapi/openapi.yaml by npm run generate; do not edit",
    ...(bundled.parsed as object),
  };
  await writeGenerated(join(folder, "generated"), {
    "openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    "openapi.yaml": stringifyYaml(document, { noRefs: true, lineWidth: 120 }),
  });
});
