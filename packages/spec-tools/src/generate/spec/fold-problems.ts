import type { NormalizedProblem } from "@redocly/openapi-core";

/** A problem, and how many others have the same cause. */
export interface FoldedProblem {
  readonly problem: NormalizedProblem;
  readonly others: readonly NormalizedProblem[];
}

/**
 * Lint rules, grouped by what they check, in the order in which one mistake causes the next. The last
 * group is examples.
 */
const CAUSES: readonly RegExp[] = [
  /^(no-unresolved-refs|parser|configuration)/,
  /^(struct|spec|conventions\/plain-references)$/,
  /^(path-parameters-defined|security-defined)$/,
  /^(no-schema-type-mismatch|no-required-schema-properties-undefined|rule\/no-read-only|conventions\/(component-names|typed-constants))$/,
  /^(?!no-invalid-)/,
  /./,
];

const causeOf = ({ ruleId }: NormalizedProblem): number => CAUSES.findIndex((pattern) => pattern.test(ruleId));

/** What a message says about a value, without the value's name: a wrong type is reported wherever the type is used. */
const gistOf = ({ ruleId, message }: NormalizedProblem): string => {
  // If a name is misspelt in the path or in the parameter, it is reported as missing in the other.
  const [, path] = (ruleId === "path-parameters-defined" && /path `([^`]*)`/.exec(message)) || [];
  if (path !== undefined) return `${ruleId} ${path}`;
  return causeOf({ ruleId } as NormalizedProblem) === CAUSES.length - 1
    ? message.replace(/^Example value must conform to the schema: (`[^`]*` property )?/, "")
    : `${ruleId} ${message}`;
};

const placeOf = ({ location: [at] }: NormalizedProblem): string =>
  at ? `${at.source.absoluteRef} ${at.pointer ?? JSON.stringify(at.start)}` : "";

/**
 * Folds problems that have the same cause. If a reference leads nowhere, the examples, fields and pages that depend on
 * it are not separate problems, and a schema that contradicts an example may be used in many places.
 */
export function foldProblems(problems: readonly NormalizedProblem[]): { shown: FoldedProblem[]; later: number } {
  const first = Math.min(...problems.map(causeOf));
  const unread = problems.flatMap(({ message }) => reasonAfter("Failed to parse: ", message) ?? []);
  const direct = problems.filter(
    (problem) =>
      causeOf(problem) === first && !unread.includes(reasonAfter("Can't resolve $ref: ", problem.message) ?? ""),
  );
  // The shortest pointer is closest to the cause: it leads to the schema itself, not to what contains it.
  const nearest = [...direct].sort((a, b) => depthOf(a) - depthOf(b));
  const groups = new Map<string, NormalizedProblem[]>();
  const seen = new Map<string, string>();
  for (const problem of nearest) {
    const key = seen.get(placeOf(problem)) ?? gistOf(problem);
    seen.set(placeOf(problem), key);
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  }
  const shown = [...groups.values()].map(([problem, ...others]) => ({ problem: problem as NormalizedProblem, others }));
  return { shown, later: problems.length - direct.length };
}

/** A file that cannot be parsed is reported twice: at the error, and at the reference to the file. */
const reasonAfter = (start: string, message: string): string | undefined =>
  message.startsWith(start) ? message.slice(start.length) : undefined;

const depthOf = ({ location: [at] }: NormalizedProblem): number => at?.pointer?.split("/").length ?? 0;
