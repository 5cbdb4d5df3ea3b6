import type { Report } from "../run/run-contract.js";

/**
 * Warns about an address that is probably wrong, and about lists that had too few records to be checked, so that no report
 * is misunderstood.
 */
export function warningsOf(report: Report): string[] {
  const { target, results, limited, isElsewhere } = report;
  const hidden = new Map<string, number>();
  for (const { operation, tooShort } of results) if (tooShort) hidden.set(operation, (hidden.get(operation) ?? 0) + 1);
  const short = [...hidden].map(
    ([operation, count]) =>
      `${operation} has too few records, so ${count} ${count === 1 ? "check was" : "checks were"} not run. Add records and run the suite again.`,
  );
  if (isElsewhere)
    short.push(
      `${target} does not know the path of any operation that could be tried (404). If the API is at another address or below another path, correct --base-url${meant(report)}.`,
    );
  if (limited === 0) return short;
  const responses = limited === 1 ? "1 response was" : `${limited} responses were`;
  return [
    ...short,
    `${responses} a 429 although at most 20 requests were in flight; the suite waited and sent these again.`,
  ];
}

/** The path of the document's server is often missing in the address. */
function meant({ baseUrl, basePath }: Report): string {
  if (baseUrl === undefined || basePath === undefined) return "";
  const url = baseUrl.replace(/\/+$/, "");
  return url.endsWith(basePath)
    ? ""
    : `; the document's server has the path ${basePath}, so it may be ${url}${basePath}`;
}
