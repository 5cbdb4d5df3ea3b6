import { total } from "../test-runner/progress.js";

export type Result = "passed" | "failed" | "skipped";

/** Counts the results of the checks of a command. */
export class Tally {
  readonly #totals: Record<Result, number> = { passed: 0, failed: 0, skipped: 0 };

  count(result: Result, checks = 1): void {
    this.#totals[result] += checks;
  }

  /** Counts a result, and prints it with its details. */
  report(result: Result, name: string, details = ""): void {
    this.count(result);
    console.log(`${result.padEnd(9)}${name}${details && `\n         ${details.replaceAll("\n", "\n         ")}`}`);
  }

  /** Prints the totals, and lets the process fail if a check has failed. */
  end(): void {
    const { passed, failed, skipped } = this.#totals;
    process.exitCode = failed === 0 ? 0 : 1;
    console.log(`\n${total(passed, failed, skipped)}`);
  }
}
