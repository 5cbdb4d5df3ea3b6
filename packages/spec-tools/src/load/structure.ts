import { type Config, lint, type NormalizedProblem } from "@redocly/openapi-core";
import { foldProblems } from "../generate/spec/fold-problems.js";
import { withOtherKeywords } from "../generate/spec/forced-rules.js";
import { messageOf } from "../generate/spec/stop-on-problems.js";
import { isInExtension } from "./is-in-extension.js";
import type { LocalResolver } from "./local-resolver.js";

/** The most mistakes that are listed: with more, it is probably a document of another kind. */
const MOST = 10;

/**
 * Lists where a document is not what OpenAPI describes, one for each cause: a misspelled field, a value that is not one of
 * those that are listed. Programs that read it would take such a field for one that is missing.
 */
export async function structureOf(ref: string, config: Config, resolver: LocalResolver): Promise<NormalizedProblem[]> {
  config.plugins.push({ id: "keywords", typeExtension: { oas3: withOtherKeywords } });
  config.rules.oas3_1["struct"] = "error";
  const found = await lint({ ref, config, externalRefResolver: resolver });
  const open = found.filter((problem) => problem.severity === "error" && !isInExtension(problem));
  const { shown } = foldProblems(open);
  return shown
    .slice(0, MOST)
    .map(({ problem, others }) => ({ ...problem, ...messageOf(problem, others, process.cwd()) }));
}
