import type { LogEntry } from "../log/request-log.js";
import type { SpecReload } from "../spec/serve-spec.js";
import type { RunningMock } from "../start-mock.js";
import type { Flags } from "./parse-flags.js";

/** The output of the command while it runs: for a person, or with `--json` one line of JSON per event. */
export interface Output {
  /** @param took milliseconds from the start of the command until the mock listened */
  started(mock: RunningMock, options: Flags["options"], took: number): void;
  request(entry: LogEntry): void;
  spec(news: SpecReload): void;
  /** Reports the indexing of a large data set: records done and total. */
  progress(done: number, total: number): void;
  /** Prints a limitation of the mock with this spec. */
  notice(text: string): void;
  defect(operation: string, violation: string): void;
  stopped(): void;
}

/** Returns the URL with `localhost` instead of `127.0.0.1`. */
export function displayUrl(url: string): string {
  return url.replace("//127.0.0.1:", "//localhost:");
}
