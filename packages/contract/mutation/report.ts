import type { Baseline, Verdict } from "./hunt.js";
import type { Mutant, Operator } from "./kit/operator.js";

export interface Results {
  readonly title: string;
  readonly operators: readonly Operator[];
  /** All mutants of the document, and those that ran. */
  readonly total: number;
  readonly mutants: readonly Mutant[];
  readonly verdicts: readonly Verdict[];
  readonly baseline: Baseline;
  readonly seed: number;
  readonly effort: string;
  readonly seconds: number;
}

/** The score: noticed mutants of those with a witness. */
export function scoreOf(verdicts: readonly Verdict[]): { noticed: number; of: number; without: number } {
  const count = (outcome: Verdict["outcome"]) => verdicts.filter((one) => one.outcome === outcome).length;
  return { noticed: count("noticed"), of: count("noticed") + count("unnoticed"), without: count("no witness") };
}

/** Formats the results by rule, then every mutant that was not noticed, or that has no witness, with its place. */
export function textReport({
  title,
  operators,
  total,
  mutants,
  verdicts,
  baseline,
  seed,
  effort,
  seconds,
}: Results): string {
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const rows = operators.flatMap(({ name, rule }) => {
    const own = verdicts.filter(({ id }) => byId.get(id)?.operator === name);
    return own.length > 0 ? [{ name, rule, own, ...scoreOf(own) }] : [];
  });
  const width = Math.max(...rows.map(({ name }) => name.length));
  const list = (outcome: Verdict["outcome"]) =>
    rows.flatMap(({ rule, own }) => {
      const found = own
        .filter((one) => one.outcome === outcome)
        .map(({ id, detail }) => `  ${id}\n    at ${byId.get(id)?.pointer || "the whole document"}; ${detail}`);
      return found.length > 0 ? [`\n${rule}`, ...found] : [];
    });
  const { noticed, of, without } = scoreOf(verdicts);
  const unnoticed = list("unnoticed");
  return [
    `${title}: ${verdicts.length} of ${total} mutants, seed ${seed}, effort ${effort}, ${seconds.toFixed(0)} s`,
    `The suite has ${baseline.cases} cases; ${baseline.failing.length} fail on the right server and do not count.`,
    "",
    `${"".padEnd(width)}  noticed  of  without witness`,
    ...rows.map((row) =>
      `${row.name.padEnd(width)}  ${String(row.noticed).padStart(7)}  ${String(row.of).padStart(2)}  ${row.without || ""}`.trimEnd(),
    ),
    "",
    ...(unnoticed.length > 0 ? ["Not noticed:", ...unnoticed, ""] : []),
    ...(without > 0 ? ["Without a witness, not counted:", ...list("no witness"), ""] : []),
    `${noticed} of ${of} noticed: ${of === 0 ? "-" : ((100 * noticed) / of).toFixed(1)}%. ${without} without a witness.`,
    "",
  ].join("\n");
}
