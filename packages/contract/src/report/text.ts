import type { CaseResult, Report } from "../run-contract.js";
import { type CoverageRow, coverageOf } from "./coverage.js";
import { table } from "./table.js";

export interface TextOptions {
  /** Adds the whole coverage table. @default false */
  coverage?: boolean;
  /** ANSI colours. @default false */
  colour?: boolean;
}

/** The report for a person: what was held to what, by operation, status and keyword, then every failure. */
export function textReport(report: Report, { coverage = false, colour = false }: TextOptions = {}): string {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const sections = [
    `${report.target} held to ${report.document.title} ${report.document.version}`,
    summary(report.results),
    ...(coverage
      ? ["Coverage: operation, status, branch, and how many cases for each keyword", coverageTable(report)]
      : []),
    ...skipped(report.results),
    ...failures(report).map((text) => paint(31, text)),
    total(report, paint),
  ];
  return `${sections.join("\n\n")}\n`;
}

function summary(results: CaseResult[]): string {
  const groups = groupBy(results, ({ operation, status }) => `${operation}\n${status}`);
  const rows = [...groups].map(([key, all]) => {
    const [operation = "", status = ""] = key.split("\n");
    const count = (verdict: CaseResult["verdict"]) => all.filter((result) => result.verdict === verdict).length;
    return [
      operation === "*" ? "(any path)" : operation,
      status === "*" ? "any" : status,
      String(all.length),
      String(count("passed")),
      String(count("failed")),
      String(count("skipped")),
      String(new Set(all.map(({ keyword }) => keyword)).size),
      String(new Set(all.map(({ branch }) => branch).filter(Boolean)).size),
    ];
  });
  return table(["operation", "status", "cases", "passed", "failed", "skipped", "keywords", "branches"], rows);
}

function coverageTable(report: Report): string {
  const cell = (row: CoverageRow) =>
    Object.entries(row.keywords)
      .map(([keyword, { passed, failed, skipped: left }]) => {
        const marks = [failed ? `${failed} failed` : "", left ? `${left} skipped` : ""].filter(Boolean).join(", ");
        return `${keyword} ${passed + failed + left}${marks ? ` (${marks})` : ""}`;
      })
      .join(", ");
  return table(
    ["operation", "status", "branch", "keywords"],
    coverageOf(report.results).map((row) => [row.operation, row.status, row.branch || "-", cell(row)]),
  );
}

function skipped(results: CaseResult[]): string[] {
  const reasons = new Map<string, number>();
  for (const { verdict, reason = "" } of results)
    if (verdict === "skipped") reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  if (reasons.size === 0) return [];
  const lines = [...reasons].map(([reason, count]) => `  ${count} ${count === 1 ? "case" : "cases"}: ${reason}`);
  return [["Not shown, with the reason", ...lines].join("\n")];
}

/** Failures by operation; many with one reason are told once, with how many more there are. */
function failures({ results, seed }: Report): string[] {
  const failed = results.filter(({ verdict }) => verdict === "failed");
  const groups = groupBy(failed, ({ operation, status, keyword }) => `${operation}, ${status}, ${keyword}`);
  return [...groups].map(([topic, all]) => {
    const shown = all.slice(0, 3).map(({ id, reason }) => `  ${id}\n    ${reason?.split("\n").join("\n    ")}`);
    const more = all.length > 3 ? [`  and ${all.length - 3} more`] : [];
    const replay = `  Replay: --seed ${seed} --only ${JSON.stringify(escapeId(all[0]?.id ?? ""))}`;
    return [`FAILED ${topic}`, ...shown, ...more, replay].join("\n");
  });
}

/** An id as a regular expression that matches it alone. */
const escapeId = (id: string) => `^${id.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;

function total(report: Report, paint: (code: number, text: string) => string): string {
  const { passed, failed, skipped: left, milliseconds, seed } = report;
  const counts = `${passed} passed, ${failed} failed${left ? `, ${left} skipped` : ""}`;
  return `${paint(failed ? 31 : 32, counts)} in ${(milliseconds / 1000).toFixed(1)} s (seed ${seed})`;
}

function groupBy<T>(values: T[], key: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}
