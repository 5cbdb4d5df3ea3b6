import { table } from "../src/report/table.js";
import type { Verdict } from "./hunt.js";
import type { Mutant } from "./kit/fault.js";

/** Formats the scores: one line for each family, or only the total for held-out operators. */
export function score(
  verdicts: readonly Verdict[],
  tried: ReadonlyMap<string, Mutant>,
  equivalent: readonly Mutant[],
  totalOnly: boolean,
): string {
  const families = [...new Set([...tried.values()].map(({ family }) => family))];
  const rows = families.map((family) => {
    const own = verdicts.filter(({ id }) => tried.get(id)?.family === family);
    return { family, ...countsOf(own, equivalent.filter((mutant) => mutant.family === family).length) };
  });
  const total = { family: "total", ...countsOf(verdicts, equivalent.length) };
  const mean = rows.reduce((sum, { noticed, mutants }) => sum + noticed / mutants, 0) / rows.length;
  const summary = `${percent(total.noticed, total.mutants)} of all mutants, ${(100 * mean).toFixed(1)}% as the mean of ${rows.length} families`;
  if (totalOnly) return `\n${total.noticed} of ${total.mutants} mutants that are kept apart: ${summary}\n`;
  const lines = [...rows, total].map((row) =>
    [row.family, row.mutants, row.noticed, row.equivalent, row.missed, percent(row.noticed, row.mutants)].map(String),
  );
  return `\n${table(["family", "mutants", "noticed", "equivalent", "missed", "score"], lines)}\n\n${summary}\n`;
}

function countsOf(verdicts: readonly Verdict[], equivalent: number) {
  const noticed = verdicts.filter(({ outcome }) => outcome === "noticed").length;
  return { mutants: verdicts.length, noticed, equivalent, missed: verdicts.length - noticed };
}

const percent = (part: number, of: number) => `${of === 0 ? "-" : ((100 * part) / of).toFixed(1)}%`;
