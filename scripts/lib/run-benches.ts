import { total } from "../test-runner/progress.js";
import type { Finished } from "./repo.js";

/** A benchmark, and the command that runs it. */
export interface Bench {
  readonly name: string;
  readonly command: string[];
}

/** Begins the line that a benchmark prints for each missed target. */
const MISSED = "MISSED: ";

/**
 * Runs all benchmarks one after the other, even if one fails.
 *
 * @param run runs a command and shows what it prints
 * @returns the summary with the missed targets, and whether all targets were met
 */
export async function runBenches(
  benches: readonly Bench[],
  run: (command: string[]) => Promise<Finished>,
  say: (text: string) => void,
): Promise<{ ok: boolean; summary: string }> {
  const lines: string[] = [];
  let failed = 0;
  for (const { name, command } of benches) {
    say(`\n── ${name}\n`);
    const { ok, output } = await run(command);
    if (!ok) failed++;
    lines.push(`  ${ok ? "✓" : "✗"} ${name}${ok ? "" : `   repeat: npm run bench -w ${name}`}`);
    const missed = output.split("\n").filter((line) => line.startsWith(MISSED));
    if (!ok && missed.length === 0) lines.push("      failed before its end; its output is above");
    for (const line of missed) lines.push(`      missed: ${line.slice(MISSED.length)}`);
  }
  const summary = `\n${lines.join("\n")}\n\n${total(benches.length - failed, failed, 0)}`;
  return { ok: failed === 0, summary };
}
