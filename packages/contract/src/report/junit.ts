import type { Report } from "../run/run-contract.js";
import { demandOf } from "./failures.js";

/** Returns the report as JUnit XML for build servers, with one suite for each operation. */
export function junitReport(report: Report): string {
  const operations = [...new Set(report.results.map(({ operation }) => operation))];
  const suites = operations.map((operation) => {
    const results = report.results.filter((result) => result.operation === operation);
    const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length;
    const seconds = results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
    const cases = results.map((result) => {
      const open = `    <testcase classname="${xml(`${operation}.${result.status}.${result.keyword}`)}" name="${xml(result.id)}" time="${result.milliseconds / 1000}"`;
      if (result.verdict === "passed") return `${open}/>`;
      const reason = xml(result.reason ?? "");
      const [first = ""] = reason.split("\n");
      const inside =
        result.verdict === "skipped"
          ? `<skipped message="${first}"/>`
          : `<failure message="${first}">${reason}\n${xml(demandOf(result))}</failure>`;
      return `${open}>${inside}</testcase>`;
    });
    const head = `  <testsuite name="${xml(operation)}" tests="${results.length}" failures="${count("failed")}" skipped="${count("skipped")}" time="${seconds}">`;
    return [head, ...cases, "  </testsuite>"].join("\n");
  });
  const { passed, failed, skipped, milliseconds, stopped, notRun } = report;
  const ran = passed + failed + skipped;
  const errors = stopped === undefined ? "" : ' errors="1"';
  const total = `tests="${ran + (errors ? 1 : 0)}" failures="${failed}"${errors} skipped="${skipped}" time="${milliseconds / 1000}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(report.target)}" ${total}>`,
    ...suites,
    ...(stopped === undefined ? [] : [brokenOff(stopped, notRun)]),
    "</testsuites>",
    "",
  ].join("\n");
}

/** A separate error for a run that did not finish; without it, a build server would only show the cases that passed. */
const brokenOff = (stopped: string, notRun: number) =>
  [
    '  <testsuite name="run" tests="1" failures="0" errors="1" skipped="0" time="0">',
    '    <testcase classname="run" name="the run finishes" time="0">',
    `      <error message="${xml(stopped)}">${notRun} cases did not run</error>`,
    "    </testcase>",
    "  </testsuite>",
  ].join("\n");

/** Escapes text for XML 1.0, and replaces most control characters and lone surrogates, which it cannot contain. */
const xml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
