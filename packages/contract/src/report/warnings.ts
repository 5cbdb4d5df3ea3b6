import type { Report } from "../run-contract.js";

/** What a reader must know before a report that passes is believed: each list that held too few records to be checked. */
export function warningsOf({ results }: Report): string[] {
  const hidden = new Map<string, number>();
  for (const { operation, tooShort } of results) if (tooShort) hidden.set(operation, (hidden.get(operation) ?? 0) + 1);
  return [...hidden].map(
    ([operation, count]) =>
      `${operation} has too few records: ${count} ${count === 1 ? "check" : "checks"} of it were not run. Add records, and run again.`,
  );
}
