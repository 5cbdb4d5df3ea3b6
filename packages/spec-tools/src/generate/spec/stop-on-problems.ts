import { relative } from "node:path";
import { formatProblems, getTotals, type NormalizedProblem } from "@redocly/openapi-core";
import { foldProblems, isAboutField } from "./fold-problems.js";
import { readableMessage } from "./readable-message.js";

/**
 * Prints problems with file, line and source, one for each cause, and throws if there are any. A rule that
 * `redocly.yaml` sets to `warn` does not stop anything; only its name is printed.
 *
 * @param root the folder that printed paths are relative to
 */
export function stopOnProblems(problems: readonly NormalizedProblem[], root: string): void {
  const open = problems.filter(({ ignored, severity }) => !ignored && severity === "error");
  if (open.length === 0) {
    printWarnings(problems.filter(({ ignored, severity }) => !ignored && severity === "warn"));
    return;
  }
  const { shown, later } = foldProblems(open);
  const printed = shown.map(({ problem, others }) => ({
    ...problem,
    ...messageOf(problem, others, root),
    // The linter reports what it cannot parse by the rule about references.
    ...(problem.message.startsWith("Failed to parse") && { ruleId: "parser" }),
  }));
  formatProblems(printed, {
    format: "codeframe",
    totals: getTotals(printed),
    version: "",
    cwd: root,
    maxProblems: 100,
  });
  const more =
    later === 0
      ? ""
      : ` ${later} more may be caused by ${shown.length === 1 ? "it" : "them"}; those that remain are shown after the next run.`;
  const count = shown.length === 1 ? "a problem" : `${shown.length} problems`;
  throw new Error(`The spec has ${count}; nothing was generated.${more} Fix what is shown above, then run it again.`);
}

function printWarnings(warnings: readonly NormalizedProblem[]): void {
  if (warnings.length === 0) return;
  const rules = [...new Set(warnings.map(({ ruleId }) => ruleId))].join(", ");
  console.error(
    `${warnings.length} lint ${warnings.length === 1 ? "warning" : "warnings"} from ${rules}; in openapi/redocly.yaml, set these rules to error to see the places, or to off.`,
  );
}

/** A message that says how to fix a problem, and how many others it causes. */
export function messageOf(
  problem: NormalizedProblem,
  others: readonly NormalizedProblem[],
  root: string,
): Pick<NormalizedProblem, "message" | "suggest"> {
  const { message, suggest } = readableMessage(problem, root);
  const more = othersOf(problem, others, root);
  // Some messages of rules end without a full stop.
  return { message: more === "" ? message : message.replace(/(?<![.!?:;])$/, ".") + more, suggest };
}

/** Lists the other places of a problem, or what else is wrong at the same place. */
function othersOf(problem: NormalizedProblem, others: readonly NormalizedProblem[], root: string): string {
  const [first] = others;
  if (!first) return "";
  const same = others.filter((other) => other.message === problem.message && other.location[0] !== undefined);
  const files = new Set(others.map(({ location: [at] }) => relative(root, at?.source.absoluteRef ?? "")));
  const places = `${others.length} more ${others.length === 1 ? "place" : "places"} in ${[...files].slice(0, 2).join(", ")}`;
  const own = relative(root, problem.location[0]?.source.absoluteRef ?? "");
  const isHere = same.length === 0 && files.size === 1 && files.has(own);
  if (isHere && (others.length === 1 || others.every(isAboutField)))
    return ` Also: ${others.map((other) => readableMessage(other, root).message).join(" ")}`;
  return ` The same at ${places}${files.size > 2 ? " and others" : ""}.`;
}
