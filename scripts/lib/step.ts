import { styleText } from "node:util";
import { execute, type Finished, turbo } from "./repo.js";

/** Begins a line in the output of a step that passes, but has not checked everything. */
export const ASIDE = "Stands aside: ";

/** Moves to the beginning of the terminal's line and clears it, since another step may have written there. */
const FRESH_LINE = "\r\u001b[K";

/**
 * Runs a step of a longer command and prints one line with its result, followed by its output if it failed. Steps may
 * run at the same time; a line is printed when a step ends.
 *
 * @param name the name of the step, one or two words
 * @param command the program and its arguments
 */
export async function step(name: string, command: string[]): Promise<Finished> {
  const started = performance.now();
  const live = process.stdout.isTTY;
  if (live) process.stdout.write(`${FRESH_LINE}  ${styleText("dim", "…")} ${name}`);
  const result = await execute(command);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const mark = result.ok ? styleText("green", "✓") : styleText("red", "✗");
  console.log(`${live ? FRESH_LINE : ""}  ${mark} ${name.padEnd(24)} ${styleText("dim", `${seconds} s`)}`);
  if (!result.ok) console.log(`\n${result.output.trimEnd()}\n`);
  return result;
}

/**
 * Builds all packages, or those that the filters of turbo select, as a step.
 *
 * @throws Error if that fails
 */
export async function build(...filters: string[]): Promise<void> {
  const { ok } = await step("build", turbo("run", "build", ...filters, "--output-logs=errors-only"));
  if (!ok) throw new Error("The build failed; its output is above.");
}
