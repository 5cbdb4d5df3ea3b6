/**
 * Lints the spec in openapi/, then writes it to openapi/generated as one file, with and without references, in
 * JSON and YAML, and the client to packages/client/src/generated.
 */

import { basename, join } from "node:path";
import { bundle, type Document, lint, loadConfig, type NormalizedProblem } from "@redocly/openapi-core";
import { deepReference } from "../document/bounds.js";
import { withoutDynamicReferences } from "../document/dynamic-references.js";
import { prepareDocument } from "../document/prepare-document.js";
import { inRepo } from "../in-repo.js";
import { marksOf } from "../json/marks.js";
import { json } from "../languages/typescript.js";
import { printUnsupported } from "../limits/documented-only.js";
import { findLimits, versionLimits } from "../limits/find-limits.js";
import { type Limit, LimitError } from "../limits/limit.js";
import { hasExactNumbers, withFloats } from "../load/exact-numbers.js";
import { withoutMarkedNames, withoutMarks } from "../load/inherited-names.js";
import { isInExtension } from "../load/is-in-extension.js";
import { parseError } from "../load/load-document.js";
import { LocalResolver } from "../load/local-resolver.js";
import { SourcePlaces } from "../load/source-places.js";
import type { ApiModel } from "../model/api-model.js";
import { readApi } from "../model/read-api.js";
import { run } from "../run.js";
import { isAboutExample } from "./spec/fold-problems.js";
import { forceRules } from "./spec/forced-rules.js";
import { rootFile, stopOnOrphans, stopOnPrototypes } from "./spec/spec-files.js";
import { stopOnProblems } from "./spec/stop-on-problems.js";
import { toYaml } from "./to-yaml.js";
import { LEVELS, withoutReferences } from "./without-references.js";
import { banner, writeGenerated } from "./write-generated.js";

const folder = inRepo("openapi");

/** The type of the paths in the file without references: their exact types would be too large for an editor. */
const PATHS_TYPE = " & { paths: Record<string, Record<string, Record<string, unknown>>> }";

/** Every JSON text is also the TypeScript type of its value. */
function typesOf(document: object, more = ""): string {
  return `${banner("openapi/openapi.yaml")}declare const document: ${json(document, 2)}${more};\nexport default document;\n`;
}

const stopOn = (problems: readonly NormalizedProblem[]) =>
  stopOnProblems(
    problems
      .filter((problem) => !isInExtension(problem))
      .map((problem) => ({ ...problem, message: withoutMarks(problem.message) })),
    inRepo(""),
  );

/** The root file of the spec, parsed. */
async function openSpec() {
  const ref = rootFile(folder);
  const config = await loadConfig({ configPath: join(folder, "redocly.yaml") });
  forceRules(config);
  await stopOnPrototypes(folder);
  const resolver = new LocalResolver(config.resolve, ref);
  const root = (await resolver.resolveDocument(null, ref, true).catch((error: Error) => {
    throw parseError(error, inRepo(""));
  })) as Document;
  return { ref, config, resolver, root };
}

type OpenedSpec = Awaited<ReturnType<typeof openSpec>>;

/**
 * Lints the spec, rejects what is not supported, and returns it as one document with the source places of its parts. Texts
 * stand for the numbers that a 64-bit float would change.
 */
async function readSpec({ ref, config, resolver, root }: OpenedSpec): Promise<{ spec: object; places: SourcePlaces }> {
  // Rules for another version would report errors in half of the spec.
  stopOn(await refusals(versionLimits(root.parsed), new SourcePlaces(root, resolver, new Set())));
  const linted = await lint({ ref, config, externalRefResolver: resolver });
  // Examples alone do not stop it yet: the cause may be a schema that no value satisfies, which is found below.
  if (!linted.every((problem) => problem.severity !== "error" || problem.ignored || isAboutExample(problem)))
    stopOn(linted);
  const { parsed, files } = await oneDocument({ ref, config, resolver, root });
  await stopOnOrphans(folder, files);
  const document = withoutDynamicReferences(withoutMarkedNames(parsed as object));
  const places = new SourcePlaces(root, resolver, files);
  stopOn([...linted, ...(await refusals(findLimits(withFloats(document)), places))]);
  const prepared = prepareDocument(document);
  for (const note of prepared.notes) console.error(note);
  return { spec: prepared.document, places };
}

/**
 * Puts all files of a linted spec into one document. A single file is one, unless the bundler changes something in it; to
 * parse a large one again, and to bundle it, takes seconds.
 */
async function oneDocument({
  ref,
  config,
  resolver,
  root,
}: OpenedSpec): Promise<{ parsed: unknown; files: Set<string> }> {
  const files = resolver.getFiles();
  const { body } = root.source;
  const decorators = [config.decorators.oas3_1, config.preprocessors.oas3_1].flatMap(Object.keys);
  if (files.size === 1 && !body.includes(`${basename(ref)}#`) && decorators.length === 0 && !hasExactNumbers(body))
    return { parsed: root.parsed, files };
  const externalRefResolver = new LocalResolver(config.resolve, ref, { isExact: true });
  const bundled = await bundle({ ref, config, externalRefResolver, keepUrlRefs: true });
  stopOn(bundled.problems);
  return { parsed: bundled.bundle.parsed, files: bundled.fileDependencies };
}

/** Turns limits into problems of the linter, located in the hand-written files. */
const refusals = (limits: readonly Limit[], places: SourcePlaces): Promise<NormalizedProblem[]> =>
  Promise.all(
    limits.map(async ({ message, pointer }) => {
      const location = [await places.locate(pointer)];
      return { message, ruleId: "limit", severity: "error" as const, location, suggest: [] };
    }),
  );

/**
 * Generates the client. If its generator rejects the spec, this must happen before anything is written, so that every
 * generated folder stays as it was.
 */
async function generateClient(document: object, api: ApiModel, places: SourcePlaces): Promise<Record<string, string>> {
  const { clientFiles } = await import("./client/client-files.js");
  return clientFiles(document as Parameters<typeof clientFiles>[0], api).catch(async (error: Error) => {
    if (error instanceof LimitError) stopOn(await refusals([error], places));
    throw new Error(`${error.message}\nNothing was generated. Correct the spec, then run it again.`);
  });
}

async function generate(opened: OpenedSpec): Promise<void> {
  const { spec, places } = await readSpec(opened);
  const note = "from openapi/openapi.yaml by npm run generate; do not edit";
  const exact = { "x-generated": note, ...spec };
  const document = withFloats(exact);
  const api = readApi(document);
  const client = await generateClient(exact, exact === document ? api : readApi(exact), places);
  if (process.argv.includes("--only-lint")) return;
  await printUnsupported(exact, api);
  const flat = { ...withoutReferences(exact), "x-generated": `${note}; recursion is cut after ${LEVELS} levels` };
  // Only programs read this file, and indentation would multiply its size.
  const flatJson = `${JSON.stringify(flat)}\n`;
  await writeGenerated(join(folder, "generated"), {
    "openapi.json": `${JSON.stringify(exact, null, 2)}\n`,
    "openapi.json.d.ts": typesOf(exact),
    // Programs that import JSON round these numbers.
    "openapi.numbers.json": `${json(marksOf(exact), 2)}\n`,
    "openapi.numbers.json.d.ts": `${banner("openapi/openapi.yaml")}declare const numbers: Record<string, string>;\nexport default numbers;\n`,
    "openapi.yaml": toYaml(exact),
    "openapi.dereferenced.json": flatJson,
    "openapi.dereferenced.json.d.ts": typesOf({ ...flat, paths: undefined }, PATHS_TYPE),
    "openapi.dereferenced.yaml": toYaml(flat, flatJson),
  });
  await writeGenerated(inRepo("packages/client/src/generated"), client);
}

await run(async () => {
  const opened = await openSpec();
  await generate(opened).catch(async (error: Error) => {
    // Some program has run out of stack.
    if (error instanceof RangeError) {
      const { root, resolver } = opened;
      const limit = deepReference(withoutMarkedNames(root.parsed as object));
      stopOn(await refusals([limit], new SourcePlaces(root, resolver, new Set())));
    }
    throw error;
  });
});
