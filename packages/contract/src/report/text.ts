import { excerpt } from "../judging/judge-response.js";
import { groupBy } from "../lib/group-by.js";
import type { CaseResult, Report } from "../run/run-contract.js";
import { type CoverageRow, coverageOf } from "./coverage.js";
import { type Cause, causesOf, curlOf, demandOf, escapeId } from "./failures.js";
import { table } from "./table.js";
import { warningsOf } from "./warnings.js";

export interface TextOptions {
  /** Adds the whole coverage table. @default false */
  coverage?: boolean;
  /** ANSI colors. @default false */
  color?: boolean;
}

/** Returns the report as text: the target and the document, a summary by operation and keyword, then every failure. */
export function textReport(report: Report, { coverage = false, color = false }: TextOptions = {}): string {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const sections = [
    `${report.target} checked against ${report.document.title} ${report.document.version}`,
    summary(report.results),
    ...(coverage
      ? ["Coverage: number of cases for each keyword, by operation, status and branch", coverageTable(report)]
      : []),
    ...skipped(report.results),
    ...(report.notes.length > 0 ? [["Not tried", ...report.notes.map((note) => `  ${note}`)].join("\n")] : []),
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
  const all = results.filter(({ verdict }) => verdict === "skipped");
  if (all.length === 0) return [];
  const lines = [...groupBy(all, ({ reason = "" }) => reason)].map(
    ([reason, { length }]) => `  ${length} ${length === 1 ? "case" : "cases"}: ${reason}`,
  );
  return [["Skipped cases, by reason", ...lines].join("\n")];
}

/** Formats failures by cause; the simplest of each is shown in full, with the command that repeats it. */
function failures(report: Report): string[] {
  return causesOf(report).map(({ rule, first, others, operations, related }) => {
    const times = others.length > 0 ? `, ${others.length + 1} cases` : "";
    const curl = first.exchange && report.baseUrl ? [`  ${curlOf(first.exchange, report.baseUrl)}`] : [];
    return [
      `FAILED ${operations.join(", ")}, ${first.status}, ${rule}${times}`,
      `  ${first.id}`,
      `    ${first.reason?.split("\n").join("\n    ")}`,
      `  ${demandOf(first)}`,
      ...curl,
      ...(others.length > 0 ? [`  and ${others.length} more: ${shortened(others)}`] : []),
      ...(related.length > 0 ? ["  Probably for the same reason:", ...related.map(relatedLine)] : []),
      `  Replay: --seed ${report.seed} --effort ${report.effort} --only ${JSON.stringify(escapeId(first.id))}`,
    ].join("\n");
  });
}

/** One line for each other rule that fails for the same reason. */
function relatedLine({ rule, first, others, operations }: Cause["related"][number]): string {
  const [reason = ""] = (first.reason ?? "").split("\n");
  const times = others.length > 0 ? ` (${others.length + 1} cases)` : "";
  return `    ${operations.join(", ")}, ${rule}${times}: ${excerpt(reason)}`;
}

const shortened = (others: CaseResult[]): string => {
  const names = others.slice(0, 3).map(({ id }) => id);
  return `${names.join("; ")}${others.length > 3 ? "; ..." : ""}`;
};

function total(report: Report, paint: (code: number, text: string) => string): string {
  const { passed, failed, skipped: left, notRun, leftOut, milliseconds, seed, effort, stopped, cleanup } = report;
  const counts = `${passed} passed, ${failed} failed${left ? `, ${left} skipped` : ""}${notRun ? `, ${notRun} not run` : ""}`;
  const lines = [
    `${paint(failed || stopped ? 31 : 32, counts)} in ${(milliseconds / 1000).toFixed(1)} s, ${report.requests} requests (--seed ${seed} --effort ${effort})`,
  ];
  if (leftOut > 0) lines.push(`${leftOut} cases were left out at this effort; a higher --effort runs them.`);
  if (cleanup) lines.push(`${cleanup.deleted} records were deleted, ${cleanup.left} remain.`);
  for (const warning of warningsOf(report)) lines.push(paint(31, `WARNING: ${warning}`));
  if (stopped !== undefined) lines.push(paint(31, `The run did not finish: ${stopped}.`));
  return lines.join("\n");
}
