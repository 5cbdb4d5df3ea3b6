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
  /^(no-schema-type-mismatch|no-required-schema-properties-undefined|rule\/no-read-only|conventions\/(component-names|required-properties|typed-constants))$/,
  /^(?!no-invalid-)/,
  /./,
];

const causeOf = ({ ruleId }: NormalizedProblem): number => CAUSES.findIndex((pattern) => pattern.test(ruleId));

/** Whether a problem is about an example, which the schema may have caused. */
export const isAboutExample = (problem: NormalizedProblem): boolean => causeOf(problem) === CAUSES.length - 1;

/** What a message says about a value, without the value's name: a wrong type is reported wherever the type is used. */
const gistOf = (problem: NormalizedProblem): string => {
  const { ruleId, message } = problem;
  // If a name is misspelt in the path or in the parameter, it is reported as missing in the other.
  const [, path] = (ruleId === "path-parameters-defined" && /path `([^`]*)`/.exec(message)) || [];
  if (path !== undefined) return `${ruleId} ${path}`;
  if (isAboutField(problem)) return `fields ${objectOf(problem)}`;
  return isAboutExample(problem)
    ? message.replace(/^Example value must conform to the schema: (`[^`]*` property )?/, "")
    : `${ruleId} ${message}`;
};

/** A field that an object must have or cannot have depends on what the object is, mostly on its `type`. */
export const isAboutField = ({ ruleId, message }: NormalizedProblem): boolean =>
  ruleId === "struct" && /^The field `.*` (is not allowed here|must be present)/.test(message);

/** The object that a problem with one of its fields is about. */
function objectOf({ message, location: [at] }: NormalizedProblem): string {
  const pointer = at?.pointer ?? "";
  const isField = !message.includes("must be present");
  return `${at?.source.absoluteRef} ${isField ? parentOf(pointer) : pointer}`;
}

/** With a misspelt `type`, any field of the object may be reported as unexpected or missing. */
function followsFromType(problem: NormalizedProblem, problems: readonly NormalizedProblem[]): boolean {
  const isCause = (other: NormalizedProblem) =>
    other.ruleId === "struct" &&
    other.location[0]?.pointer?.endsWith("/type") === true &&
    objectOf(other) === objectOf(problem);
  return isAboutField(problem) && problems.some(isCause);
}

/** An object with a misspelt field lacks the field that was meant. */
function followsFromName(problem: NormalizedProblem, problems: readonly NormalizedProblem[]): boolean {
  const isCause = ({ message, location: [at] }: NormalizedProblem) =>
    /^Property `.*` is not expected here\./.test(message) &&
    placeOf(problem) === `${at?.source.absoluteRef} ${parentOf(at?.pointer ?? "")}`;
  return (
    problem.ruleId === "struct" && problem.message.startsWith("Must contain at least one of") && problems.some(isCause)
  );
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));

/** Our own rule reports a duplicate operationId with both places; the rule of the linter repeats it. */
const isRepeated = (problem: NormalizedProblem, problems: readonly NormalizedProblem[]): boolean =>
  (problem.ruleId === "operation-operationId-unique" &&
    problems.some((other) => other.ruleId === "conventions/method-names" && objectOf(other) === objectOf(problem))) ||
  // Two paths that differ only in the names of their parameters are ambiguous, too.
  (problem.ruleId === "no-ambiguous-paths" &&
    problems.some((other) => other.ruleId === "no-identical-paths" && placeOf(other) === placeOf(problem)));

const placeOf = ({ location: [at] }: NormalizedProblem): string =>
  at ? `${at.source.absoluteRef} ${at.pointer ?? JSON.stringify(at.start)}` : "";

/**
 * Folds problems that have the same cause. If a reference leads nowhere, the examples, fields and pages that depend on
 * it are not separate problems, and a schema that contradicts an example may be used in many places.
 */
export function foldProblems(found: readonly NormalizedProblem[]): { shown: FoldedProblem[]; later: number } {
  const problems = found.filter((problem) => !isRepeated(problem, found));
  const first = Math.min(...problems.map(causeOf));
  const unread = problems.flatMap(({ message }) => reasonAfter("Failed to parse: ", message) ?? []);
  const direct = problems.filter(
    (problem) =>
      causeOf(problem) === first &&
      !followsFromType(problem, problems) &&
      !followsFromName(problem, problems) &&
      !unread.includes(reasonAfter("Can't resolve $ref: ", problem.message) ?? ""),
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

/**
 * Returns the rest of a message that begins with `start`. The two reports of a file that cannot be parsed, at the error
 * and at the reference, have the same rest.
 */
const reasonAfter = (start: string, message: string): string | undefined =>
  message.startsWith(start) ? message.slice(start.length) : undefined;

const depthOf = ({ location: [at] }: NormalizedProblem): number => at?.pointer?.split("/").length ?? 0;
