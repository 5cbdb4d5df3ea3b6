import { asSentence, endWithReader, guardTerminal } from "./terminal.js";

export { UsageError } from "./usage-error.js";

/**
 * Runs a script's main function. If it fails, prints one clear message, with a stack only if DEBUG is set, and exits
 * with code 1, or 2 for a {@link UsageError}.
 */
export async function run(main: () => Promise<void>): Promise<void> {
  guardTerminal([process.stdout, process.stderr], true);
  endWithReader(process.stdout);
  try {
    await main();
  } catch (error) {
    const text = error instanceof Error ? (process.env["DEBUG"] ? error.stack : error.message) : error;
    console.error(`\n${asSentence(String(text))}\n`);
    // Not by its class: what is built and what is not have different ones.
    process.exitCode = (error as { exitCode?: number } | undefined)?.exitCode ?? 1;
  }
}
