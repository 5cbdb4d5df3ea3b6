import { readdirSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { formatProblems, getTotals, type NormalizedProblem } from "@redocly/openapi-core";
import { foldProblems } from "./fold-problems.js";

/**
 * Prints problems with file, line and source, one for each cause, and stops when there is any. A rule that `redocly.yaml` sets
 * to `warn` stops nothing, and is named.
 *
 * @param root the folder that printed paths are relative to
 */
export function stopOnProblems(problems: readonly NormalizedProblem[], root: string): void {
  const open = problems.filter(({ ignored, severity }) => !ignored && severity === "error");
  if (open.length === 0) {
    tellWarnings(problems.filter(({ ignored, severity }) => !ignored && severity === "warn"));
    return;
  }
  const { shown, later } = foldProblems(open);
  const printed = shown.map(({ problem, others }) => ({ ...problem, message: messageOf(problem, others, root) }));
  formatProblems(printed, {
    format: "codeframe",
    totals: getTotals(printed),
    version: "",
    cwd: root,
    maxProblems: 100,
  });
  const more =
    later === 0 ? "" : ` Others (${later}) follow from ${shown.length === 1 ? "it" : "them"}, or are shown next time.`;
  const count = shown.length === 1 ? "a problem" : `${shown.length} problems`;
  throw new Error(`The spec has ${count}; nothing was generated.${more} Fix what is shown above, then run it again.`);
}

function tellWarnings(warnings: readonly NormalizedProblem[]): void {
  if (warnings.length === 0) return;
  const rules = [...new Set(warnings.map(({ ruleId }) => ruleId))].join(", ");
  console.error(
    `${warnings.length} warnings of the spec, by ${rules}; set these rules to error to see them, or to off.`,
  );
}

function messageOf(problem: NormalizedProblem, others: readonly NormalizedProblem[], root: string): string {
  const message = readable(problem.message, root);
  if (others.length === 0) return message;
  const same = others.filter((other) => other.message === problem.message && other.location[0] !== undefined);
  const files = new Set(others.map(({ location: [at] }) => relative(root, at?.source.absoluteRef ?? "")));
  const places = `${others.length} more ${others.length === 1 ? "place" : "places"} in ${[...files].slice(0, 2).join(", ")}`;
  const own = relative(root, problem.location[0]?.source.absoluteRef ?? "");
  const isHere = same.length === 0 && files.size === 1 && files.has(own) && others.length === 1;
  if (isHere) return `${message} Also: ${readable(others[0]?.message ?? "", root)}`;
  return `${message} The same at ${places}${files.size > 2 ? " and others" : ""}.`;
}

/** Every message says what to do. A missing file is told with its path in the repository, and the name that was probably meant. */
function readable(message: string, root: string): string {
  const [, path] = /ENOENT: no such file or directory '([^']+)'/.exec(message) ?? [];
  if (message.startsWith("Example value must conform")) return `${message} Correct the example, or the schema.`;
  const [, reason] = /^Example validation errored: (.*?)\.?$/s.exec(message) ?? [];
  if (reason !== undefined) return `The schema cannot be compiled: ${reason}. Correct it.`;
  // The place stands above the message, and the file's absolute path says nothing more.
  const [, unread] = /^(Failed to parse: .*?) in "[^"]*" \(\d+:\d+\)$/s.exec(message) ?? [];
  if (unread !== undefined) return `${unread}. Correct the file here.`;
  if (path === undefined) return message;
  const meant = closest(basename(path), filesIn(dirname(path)));
  return `Can't resolve $ref: there is no file ${relative(root, path)}. ${meant ? `Did you mean ${meant}?` : "Write it, or correct the $ref."}`;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The name that differs least, if it differs in little. */
export function closest(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((other) => ({ other, distance: distance(name, other) }))
    .sort((a, b) => a.distance - b.distance);
  return ranked.find((one) => one.distance <= Math.max(2, name.length / 5))?.other;
}

/** How many characters must be inserted, removed or replaced (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
