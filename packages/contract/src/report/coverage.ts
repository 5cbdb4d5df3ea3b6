import { type Document, operationsOf } from "../document.js";
import type { CaseResult } from "../run-contract.js";
import { createValidator } from "../validator.js";
import { keywordsToViolate, nearMissesOf } from "../values/near-misses.js";
import { dotted, sitesOf } from "../values/sites.js";

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

/** A rule of a request that no near miss violates; the suite does not detect a server that ignores it. */
export interface Hole {
  operation: string;
  where: string;
  branch: string;
  keyword: string;
}

/** Returns the rules of all requests in a document for which the suite has no near miss. */
export function holesOf(document: Document): Hole[] {
  const validator = createValidator(document);
  return operationsOf(document).flatMap((operation) => {
    const body = operation.body ? sitesOf(document, operation.body.schema) : [];
    const roots = [
      ...body.map((site) => ({ site, where: dotted(site.path) || "the body" })),
      ...operation.parameters.flatMap(({ name, schema }) =>
        sitesOf(document, schema).map((site) => ({ site, where: `${name}${dotted(site.path)}` })),
      ),
    ];
    return roots.flatMap(({ site, where }) => {
      const covered = new Set(nearMissesOf(validator, site).map(({ keyword }) => keyword));
      return keywordsToViolate(site.schema)
        .filter((keyword) => !covered.has(keyword))
        .map((keyword) => ({ operation: operation.id, where, branch: site.branch, keyword }));
    });
  });
}
