import { styleText } from "node:util";
import type { PackageEvent, TestedPackage } from "./run-packages.js";

/** The progress of a package. */
interface State {
  readonly from: number;
  files: number;
  done: number;
  tests: number;
  failed: number;
  cached: boolean;
  ended: boolean;
}

/** Where the progress is printed. */
export interface ProgressOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const REDRAW = 200;

/**
 * Shows the progress of the tests: a line for each package that has finished and for each test that fails, and on a
 * terminal, a line below with the packages that are running.
 */
export class Progress {
  readonly #states = new Map<string, State>();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(
    readonly output: ProgressOutput,
    readonly now: () => number = () => performance.now(),
  ) {
    if (output.isTTY) this.#timer = setInterval(() => this.#draw(), REDRAW);
  }

  tell({ folder, task }: TestedPackage, event: PackageEvent): void {
    const name = task === "test" ? folder : `${folder} ${task}`;
    const state = this.#states.get(name) ?? {
      from: this.now(),
      files: 0,
      done: 0,
      tests: 0,
      failed: 0,
      cached: false,
      ended: false,
    };
    this.#states.set(name, state);
    switch (event.type) {
      case "cached":
        state.cached = true;
        break;
      case "begin":
        state.files = event.files;
        break;
      case "file ends":
        state.done++;
        state.tests += event.tests;
        state.failed += event.failures.length;
        for (const { file, line, test, message } of event.failures)
          this.#line(`${styleText("red", "✗")} ${folder}/${file}${line ? `:${line}` : ""} ${test ?? message}`);
        break;
      case "end": {
        state.ended = true;
        const { passed, failed, skipped } = event;
        const mark = failed ? styleText("red", "✗") : styleText("green", "✓");
        const time = state.cached ? "unchanged" : `${((this.now() - state.from) / 1000).toFixed(1)} s`;
        this.#line(`${mark} ${name.padEnd(24)} ${styleText("dim", time.padEnd(10))} ${total(passed, failed, skipped)}`);
      }
    }
  }

  /** Removes the line with the running packages. */
  end(): void {
    clearInterval(this.#timer);
    if (this.output.isTTY) this.output.write("\r\u001b[K");
  }

  #line(text: string): void {
    this.output.write(`${this.output.isTTY ? "\r\u001b[K" : ""}  ${text}\n`);
    if (this.output.isTTY) this.#draw();
  }

  #draw(): void {
    const running = [...this.#states].filter(([, { ended, cached }]) => !ended && !cached);
    const parts = running.map(([folder, { files, done }]) => `${folder} ${done} of ${files} files`);
    const text = `  … ${parts.join(", ")}`.slice(0, (this.output.columns ?? 80) - 1);
    this.output.write(`\r\u001b[K${running.length > 0 ? styleText("dim", text) : ""}`);
  }
}

/** `N passed, N failed[, N skipped]` */
export function total(passed: number, failed: number, skipped: number): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}
