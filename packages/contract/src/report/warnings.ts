import type { Report } from "../run-contract.js";

/** Warns about lists that had too few records to be checked, so that a passing report is not misunderstood. */
export function warningsOf({ results, limited }: Report): string[] {
  const hidden = new Map<string, number>();
  for (const { operation, tooShort } of results) if (tooShort) hidden.set(operation, (hidden.get(operation) ?? 0) + 1);
  const short = [...hidden].map(
    ([operation, count]) =>
      `${operation} has too few records, so ${count} ${count === 1 ? "check was" : "checks were"} not run. Add records and run the suite again.`,
  );
  if (limited === 0) return short;
  const responses = limited === 1 ? "1 response was" : `${limited} responses were`;
  return [
    ...short,
    `${responses} a 429 although at most 20 requests were in flight; the suite waited and sent these again.`,
  ];
}
