import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from "vitest/node";
import {
  EVENT_MARK,
  type Failure,
  type PackageResult,
  resultFile,
  type Skip,
  TASKS,
  type TestEvent,
} from "./package-result.js";

/**
 * The vitest reporter of every package. Writes the results for the summary of `npm test`, and reports progress if
 * TEST_PROGRESS is set.
 */
export class ResultReporter implements Reporter {
  #root = "";

  /**
   * @param aside the files that are not run, because they are about another API than the one in `openapi/`
   * @param title that one
   */
  constructor(
    private readonly aside: readonly string[] = [],
    private readonly title = "",
  ) {}

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    tell({ type: "begin", files: specifications.length });
  }

  onTestModuleStart(module: TestModule): void {
    tell({ type: "file begins", file: this.#path(module) });
  }

  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()].length;
    tell({ type: "file ends", file: this.#path(module), tests, failures: this.#failures(module) });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failures = [
      ...modules.flatMap((module) => this.#failures(module)),
      ...unhandled.map(({ message = "", name }) => ({
        message: `Outside of any test: ${name}: ${firstLine(message)}`,
      })),
    ];
    // The global setup failed. Without a result, the package counts as stopped, and the summary shows its last output.
    if (tests.length + failures.length + this.aside.length === 0) return;
    // The name of the npm script that is running. If vitest is called directly, there is another name or none.
    const task = TASKS.find((name) => name === process.env["npm_lifecycle_event"]) ?? "test";
    // One of the tasks of a package names them all.
    const aside = task === "test" ? this.aside : [];
    const skips = tests.filter((test) => test.result().state === "skipped" && !isBroken(test.parent));
    const result: PackageResult = {
      passed: tests.filter((test) => test.result().state === "passed").length,
      // A failure outside of a test counts as one, too.
      failed: failures.length,
      skipped: skips.length + aside.length,
      failures,
      skips: [
        ...skips.map((test) => this.#skip(test)),
        ...aside.map((file) => ({ file, test: "", reason: `are about another API than ${this.title}` })),
      ],
    };
    const file = resolve(this.#root, resultFile(task));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(result, undefined, 1)}\n`);
    tell({ type: "end", passed: result.passed, failed: result.failed, skipped: result.skipped });
  }

  #path(module: TestModule): string {
    return relative(this.#root, module.moduleId);
  }

  #failures(module: TestModule): Failure[] {
    const file = this.#path(module);
    const broken = [module, ...module.children.allSuites()].flatMap((part) =>
      part.errors().map((error) => ({
        file,
        ...lineOf(error, module, part),
        message: `${part === module ? "" : `around "${(part as TestSuite).fullName}": `}${firstLine(error.message)}`,
      })),
    );
    const failed = [...module.children.allTests("failed")].map((test) => {
      const [error] = test.result().errors ?? [];
      const message = firstLine(error?.message ?? "failed without an error");
      return { file, ...lineOf(error, module, test), test: patternName(test), message };
    });
    return [...broken, ...failed];
  }

  #skip(test: TestCase): Skip {
    const result = test.result();
    const note = result.state === "skipped" ? result.note : undefined;
    const reason = note ?? /\(skipped: (.+?)\)(?: >|$)/.exec(test.fullName)?.[1];
    return { file: this.#path(test.module), test: test.fullName, ...(reason !== undefined && { reason }) };
  }
}

function tell(event: TestEvent): void {
  if (process.env["TEST_PROGRESS"]) process.stdout.write(`${EVENT_MARK}${JSON.stringify(event)}\n`);
}

/** Whether a test never ran because a hook around it failed, which is reported once. */
function isBroken(part: TestSuite | TestModule): boolean {
  return part.errors().length > 0 || (part.type === "suite" && isBroken(part.parent));
}

/** The test's name as vitest's `-t` matches it. */
function patternName(test: TestCase): string {
  const names = [test.name];
  for (let part: TestSuite | TestModule = test.parent; part.type === "suite"; part = part.parent)
    names.unshift(part.name);
  return names.join(" ");
}

/** The line in the test's file where it failed, or where the test begins. */
function lineOf(
  error: { readonly stacks?: readonly { readonly file: string; readonly line: number }[] } | undefined,
  module: TestModule,
  part: TestCase | TestSuite | TestModule,
): { line?: number } {
  const line =
    error?.stacks?.find(({ file }) => file === module.moduleId)?.line ??
    (part.type === "module" ? undefined : part.location?.line);
  return line === undefined ? {} : { line };
}

const ESCAPE = "\u001b";

function firstLine(message: string): string {
  const [line = ""] = message.replaceAll(new RegExp(`${ESCAPE}\\[[\\d;]*m`, "g"), "").split("\n");
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
