/** The tasks that run tests: `test`, and apart from it those that run whole commands on copies of the repo. */
export const TASKS = ["test", "test:commands"] as const;

/** Where the tests of a task write their results, relative to the package's folder. */
export const resultFile = (task: string) => `test-results/${task.replace(":", "-")}.json`;

/** The results of the tests of one package, or of one of its tasks. */
export interface PackageResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  readonly skips: readonly Skip[];
}

/** A test that failed, or a file or a whole run that broke outside of a test. */
export interface Failure {
  /** From the package's folder; undefined where no file is to blame. */
  readonly file?: string;
  readonly line?: number;
  /** The name of the test with those around it; undefined where it was none. */
  readonly test?: string;
  readonly message: string;
}

/** A test that did not run. */
export interface Skip {
  readonly file: string;
  readonly test: string;
  /** Undefined where the test gives none, which is a fault. */
  readonly reason?: string;
}

/** What the tests of a package report while they run, one line each on standard output after {@link EVENT_MARK}. */
export type TestEvent =
  | { readonly type: "begin"; readonly files: number }
  | { readonly type: "file begins"; readonly file: string }
  | { readonly type: "file ends"; readonly file: string; readonly tests: number; readonly failures: readonly Failure[] }
  | ({ readonly type: "end" } & Pick<PackageResult, "passed" | "failed" | "skipped">);

/** Begins a line that holds a {@link TestEvent} as JSON. */
export const EVENT_MARK = "::test-event::";
