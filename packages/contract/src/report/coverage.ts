import type { CaseResult } from "../run/run-contract.js";

/** One row of the coverage table: what was checked for one branch of one status of one operation. */
export interface CoverageRow {
  operation: string;
  status: string;
  /** The branches of unions; empty if there are none. */
  branch: string;
  /** The number of passed, failed and skipped cases, by keyword or law. */
  keywords: Record<string, { passed: number; failed: number; skipped: number }>;
}

/** The coverage of a run: operation × status × branch × keyword. */
export function coverageOf(results: CaseResult[]): CoverageRow[] {
  const rows = new Map<string, CoverageRow>();
  for (const { operation, status, branch, keyword, verdict } of results) {
    const key = [operation, status, branch].join("\n");
    const row = rows.get(key) ?? { operation, status, branch, keywords: {} };
    rows.set(key, row);
    row.keywords[keyword] ??= { passed: 0, failed: 0, skipped: 0 };
    row.keywords[keyword][verdict]++;
  }
  return [...rows.values()];
}
