import { styleText } from "node:util";
import type { Failure } from "./package-result.js";
import { total } from "./progress.js";
import type { Outcome } from "./run-packages.js";

/** The totals of all packages and checks. */
export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** A check of `npm test` other than the tests of a package. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** The command to repeat it. */
  readonly repeat: string;
  /** What it has not checked, and why. */
  readonly aside?: string;
}

/** Adds up the results. A package without a result, and a skip without a reason, count as failures. */
export function totalsOf(outcomes: readonly Outcome[], checks: readonly Check[]): Totals {
  const totals = {
    passed: checks.filter(({ ok }) => ok).length,
    failed: checks.filter(({ ok }) => !ok).length,
    skipped: 0,
  };
  for (const { result } of outcomes) {
    totals.passed += result?.passed ?? 0;
    totals.skipped += result?.skipped ?? 0;
    totals.failed += result ? result.failed + result.skips.filter(({ reason }) => reason === undefined).length : 1;
  }
  return totals;
}

/**
 * Returns the end of the output of `npm test`: failures with their places and the commands to repeat them, skipped
 * tests with their reasons, and finally the totals.
 */
export function summary(outcomes: readonly Outcome[], checks: readonly Check[], logFile = ""): string {
  const failed = [
    ...checks.filter(({ ok }) => !ok).map(({ name, repeat }) => [title(name, ""), repeats(repeat)]),
    ...outcomes.flatMap((outcome) => failuresOf(outcome)),
  ];
  const parts = [...failed.map((lines) => lines.join("\n")), ...skips(outcomes, checks)];
  const { passed, failed: failures, skipped } = totalsOf(outcomes, checks);
  if (failures > 0 && outcomes.length > 0) parts.push(`The complete output is in ${logFile}`);
  return `\n${parts.map((part) => `${part}\n\n`).join("")}${total(passed, failures, skipped)}`;
}

const title = (place: string, what: string) => `${styleText("red", `✗ ${place}`)}${what && ` ${what}`}`;
const repeats = (command: string) => `    repeat: ${command}`;

function failuresOf({ folder, result, unfinished, lastLines }: Outcome): string[][] {
  const again = `npm exec -w ${folder} -- vitest run`;
  if (!result)
    return [
      [
        title(
          folder,
          `stopped before its tests had finished${unfinished.length > 0 ? `, in ${unfinished.join(" and ")}` : ""}`,
        ),
        ...(unfinished.length > 0 ? [] : lastLines.map((line) => `    ${line}`)),
        repeats([again, ...unfinished].join(" ")),
      ],
    ];
  return [
    ...result.failures.map((failure) => [
      title(placeOf(folder, failure), failure.test ?? ""),
      `    ${failure.message}`,
      repeats(repeatOf(again, failure)),
    ]),
    ...result.skips
      .filter(({ reason }) => reason === undefined)
      .map(({ file, test }) => [
        title(`${folder}/${file}`, test),
        '    was skipped without a reason; end its name, or that of its describe, with "(skipped: why)"',
      ]),
  ];
}

function placeOf(folder: string, { file, line }: Failure): string {
  return file === undefined ? folder : `${folder}/${file}${line === undefined ? "" : `:${line}`}`;
}

function repeatOf(again: string, { file, test }: Failure): string {
  const parts = [again, ...(file === undefined ? [] : [file])];
  if (test !== undefined) parts.push("-t", quoted(`^${test.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`));
  return parts.join(" ");
}

/** Quotes a text as one word for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns what checks left out, and the reasons of skipped tests by file, each with the number of tests that it affects. */
function skips(outcomes: readonly Outcome[], checks: readonly Check[]): string[] {
  const reasons = new Map<string, number>();
  for (const { folder, result } of outcomes)
    for (const { file, test, reason } of result?.skips ?? []) {
      // Whole files stand aside in every package, for one reason.
      const line = test === "" ? `test files ${reason}` : `in ${folder}/${file}: ${reason}`;
      if (reason !== undefined) reasons.set(line, (reasons.get(line) ?? 0) + 1);
    }
  const lines = [
    ...checks.flatMap(({ name, aside }) => (aside === undefined ? [] : `  ${name}: ${aside}`)),
    ...[...reasons].map(([line, count]) => `  ${count} ${line}`),
  ];
  return lines.length === 0 ? [] : [["Skipped:", ...lines].join("\n")];
}
