import { styleText } from "node:util";
import { execute, type Finished } from "./repo.js";

/**
 * Runs one step of a longer command and says in a line how it went; the output of a step is shown when it failed.
 *
 * @param name what the step does, in a word or two
 * @param command the program and its arguments
 */
export async function step(name: string, command: string[]): Promise<Finished> {
  const started = performance.now();
  const live = process.stdout.isTTY;
  if (live) process.stdout.write(`  ${styleText("dim", "…")} ${name}`);
  const result = await execute(command);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const mark = result.ok ? styleText("green", "✓") : styleText("red", "✗");
  console.log(`${live ? "\r" : ""}  ${mark} ${name.padEnd(24)} ${styleText("dim", `${seconds} s`)}`);
  if (!result.ok) console.log(`\n${result.output.trimEnd()}\n`);
  return result;
}
