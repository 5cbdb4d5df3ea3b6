/** The tasks that run tests: `test`, and separately the tests that run whole commands on copies of the repository. */
export const TASKS = ["test", "test:commands"] as const;

/** The file with the test results of a task, relative to the package's folder. */
export const resultFile = (task: string) => `test-results/${task.replace(":", "-")}.json`;

/** The test results of a package, or of one of its tasks. */
export interface PackageResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  readonly skips: readonly Skip[];
}

/** A test that failed, or a file or a whole run that failed outside of a test. */
export interface Failure {
  /** Relative to the package's folder; undefined if no file is responsible. */
  readonly file?: string;
  readonly line?: number;
  /** The name of the test with those of its describe blocks; undefined if it failed outside of a test. */
  readonly test?: string;
  readonly message: string;
}

/** A test that did not run. */
export interface Skip {
  readonly file: string;
  /** Empty for a whole file. */
  readonly test: string;
  /** Undefined if the test gives no reason, which is an error. */
  readonly reason?: string;
}

/** What the tests of a package report while they run: one line each on standard output, after {@link EVENT_MARK}. */
export type TestEvent =
  | { readonly type: "begin"; readonly files: number }
  | { readonly type: "file begins"; readonly file: string }
  | { readonly type: "file ends"; readonly file: string; readonly tests: number; readonly failures: readonly Failure[] }
  | ({ readonly type: "end" } & Pick<PackageResult, "passed" | "failed" | "skipped">);

/** Begins a line with a {@link TestEvent} as JSON. */
export const EVENT_MARK = "::test-event::";
