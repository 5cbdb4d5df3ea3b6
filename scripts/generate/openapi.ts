/** openapi/*.yaml -> openapi/generated: lints the spec, then writes it as one file, in JSON and in YAML. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  bundle,
  formatProblems,
  getTotals,
  lint,
  loadConfig,
  type NormalizedProblem,
  stringifyYaml,
} from "@redocly/openapi-core";
import { run } from "../lib/run.js";
import { writeGenerated } from "../lib/write-generated.js";

const folder = fileURLToPath(new URL("../../openapi/", import.meta.url));
const ref = join(folder, "openapi.yaml");

/** Prints the problems with file, line and source, and stops when there is any: a warning today is a defect tomorrow. */
function stopOn(problems: NormalizedProblem[]): void {
  const open = problems.filter((problem) => !problem.ignored);
  if (open.length === 0) return;
  formatProblems(open, { format: "codeframe", totals: getTotals(open), version: "", cwd: process.cwd() });
  throw new Error(
    `The spec has ${open.length === 1 ? "a problem" : `${open.length} problems`}; nothing was generated. Mend what is shown above, then run it again.`,
  );
}

await run(async () => {
  const config = await loadConfig({ configPath: join(folder, "redocly.yaml") });
  stopOn(await lint({ ref, config }));
  const { bundle: bundled, problems } = await bundle({ ref, config });
  stopOn(problems);
  const document = {
    "x-generated": "from openapi/openapi.yaml by npm run generate; do not edit",
    ...(bundled.parsed as object),
  };
  await writeGenerated(join(folder, "generated"), {
    "openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    "openapi.yaml": stringifyYaml(document, { noRefs: true, lineWidth: 120 }),
  });
});
