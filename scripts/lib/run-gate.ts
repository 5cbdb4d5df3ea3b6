import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { execute, type Finished, root } from "./repo.js";

/** A command that prints its totals, `N passed, N failed`, in its last lines. */
export interface Job {
  readonly name: string;
  readonly command: readonly string[];
}

export interface Gate {
  /** Runs before the others; its result does not count. */
  readonly first: Job;
  /** The tests, whose output is shown as it comes. */
  readonly main: Job;
  /** Run beside the tests, each list one after the other, as soon as `begins` exists: then everything is built. */
  readonly beside: readonly (readonly Job[])[];
  /** A file that appears when the tests begin. */
  readonly begins?: string;
}

const TOTALS = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/gm;

/** Runs a gate, and prints the sum of all totals as its last line. Returns whether everything passed. */
export async function runGate(
  { first, main, beside, begins = join(root, "test-results/npm-test.log") }: Gate,
  print: (text: string) => void,
): Promise<boolean> {
  const prepared = await execute(first.command);
  if (!prepared.ok) print(`${prepared.output.trimEnd().split("\n").slice(-5).join("\n")}\n`);
  const tested = execute(main.command, { show: (chunk) => print(chunk.toString()) });
  let isOver = false;
  void tested.then(() => {
    isOver = true;
  });
  const others = beside.map(async (jobs) => {
    while (!isOver && !existsSync(begins)) await wait(200);
    const results: Finished[] = [];
    for (const job of jobs) results.push(await execute(job.command));
    return results;
  });
  const [result, rest] = [await tested, (await Promise.all(others)).flat()];
  for (const { output } of rest) print(output);
  const totals = [result, ...rest].map(({ output }) => totalsIn(output));
  const sum = (place: 0 | 1 | 2) => totals.reduce((all, one) => all + one[place], 0);
  const passes = [result, ...rest].every(({ ok }) => ok) && sum(1) === 0;
  // A command that fails without a failed test, because it broke.
  const failed = Math.max(sum(1), passes ? 0 : 1);
  const skipped = sum(2);
  print(`${sum(0)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  return passes;
}

/** The last totals in an output; without any, the command counts as one failure. */
function totalsIn(output: string): [passed: number, failed: number, skipped: number] {
  const last = [...output.matchAll(TOTALS)].at(-1);
  return last ? [Number(last[1]), Number(last[2]), Number(last[3] ?? 0)] : [0, 1, 0];
}
