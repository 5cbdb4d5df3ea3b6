/** openapi/ -> openapi/generated: lints the spec, then writes it as one file, with and without references, in JSON and in YAML. */

import { join } from "node:path";
import { BaseResolver, bundle, type Document, lint, loadConfig, stringifyYaml } from "@redocly/openapi-core";
import { inRepo } from "../in-repo.js";
import { run } from "../run.js";
import { findLimits } from "./limits/find-limits.js";
import { forceRules } from "./spec/forced-rules.js";
import { SourcePlaces } from "./spec/source-places.js";
import { rootFile, stopOnOrphans } from "./spec/spec-files.js";
import { stopOnProblems } from "./spec/stop-on-problems.js";
import { withOperationIds } from "./spec/with-operation-ids.js";
import { LEVELS, withoutReferences } from "./without-references.js";
import { banner, writeGenerated } from "./write-generated.js";

const folder = inRepo("openapi");

/** The operations of the file without references, whose exact types would be too large for an editor. */
const PATHS_TYPE = "Record<string, Record<string, Record<string, unknown>>>";

const toYaml = (document: object) => stringifyYaml(document, { noRefs: true, lineWidth: 120 });

/** Every JSON text is the type of its value in TypeScript too. */
function typesOf(document: object): string {
  return `${banner("openapi/openapi.yaml")}declare const document: ${JSON.stringify(document, null, 2)};\nexport default document;\n`;
}

/** Lints the spec, refuses what no surface can carry, and returns it as one document. */
async function readSpec(): Promise<object> {
  const ref = rootFile(folder);
  const config = await loadConfig({ configPath: join(folder, "redocly.yaml") });
  forceRules(config);
  const resolver = new BaseResolver(config.resolve);
  const stopOn = (problems: Parameters<typeof stopOnProblems>[0]) => stopOnProblems(problems, inRepo(""));
  stopOn(await lint({ ref, config, externalRefResolver: resolver }));
  const { bundle: bundled, problems, fileDependencies } = await bundle({ ref, config });
  stopOn(problems);
  await stopOnOrphans(folder, fileDependencies);
  const document = bundled.parsed as object;
  const root = (await resolver.resolveDocument(null, ref, true)) as Document;
  const places = new SourcePlaces(root, resolver, fileDependencies);
  const limits = findLimits(document).map(async ({ message, pointer }) => {
    const location = [await places.locate(pointer)];
    return { message, ruleId: "limit", severity: "error" as const, location, suggest: [] };
  });
  stopOn(await Promise.all(limits));
  return withOperationIds(document);
}

await run(async () => {
  const spec = await readSpec();
  if (process.argv.includes("--only-lint")) return;
  const note = "from openapi/openapi.yaml by npm run generate; do not edit";
  const document = { "x-generated": note, ...spec };
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
