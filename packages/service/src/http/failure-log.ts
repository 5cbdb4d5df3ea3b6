import { createHash } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";

/** Logs failures, so that a database that cannot be reached for a minute does not fill the log with stacks. */
export interface FailureLog {
  /**
   * Logs a failure with its stack if it is a new one, and otherwise counts it.
   *
   * @param message what failed, in words
   * @param about what else to say of it
   * @returns the id of the failure, the same for all that are alike
   */
  add(level: "warn" | "error", message: string, error: Error, about?: object): string;
  /** Writes down what was counted. */
  flush(): void;
}

/** How long failures are counted before a line says how many there were, in ms. */
const INTERVAL = 1_000;
/** After this number of intervals without a failure, it is logged with its stack again. */
const FORGOTTEN_AFTER = 300;
/** The number of different failures that are remembered; the oldest ones are forgotten first. */
const MOST_FAILURES = 100;

interface Known {
  readonly level: "warn" | "error";
  readonly message: string;
  readonly text: string;
  readonly code: unknown;
  /** Since the last line. */
  count: number;
  last: object;
  /** Intervals since it occurred. */
  idle: number;
}

/** Logs the first of many equal failures with its stack; then one line a second for each says how many more there were. */
export function createFailureLog(logger: FastifyBaseLogger): FailureLog {
  const known = new Map<string, Known>();
  let timer: NodeJS.Timeout | undefined;

  const write = () => {
    for (const [failure, one] of known) {
      const { level, message, text, code, count, last } = one;
      one.idle = count > 0 ? 0 : one.idle + 1;
      if (count > 0) logger[level]({ failure, count, code, error: text, last }, `${message}, again`);
      else if (one.idle >= FORGOTTEN_AFTER) known.delete(failure);
      one.count = 0;
    }
  };
  const tick = () => {
    write();
    timer = known.size > 0 ? setTimeout(tick, INTERVAL).unref() : undefined;
  };
  return {
    add(level, message, error, about = {}) {
      const failure = identityOf(message, error);
      const found = known.get(failure);
      // The order of the map is that of the last occurrences.
      known.delete(failure);
      if (found) {
        found.count += 1;
        found.last = about;
        known.set(failure, found);
      } else {
        logger[level]({ err: error, failure, ...about }, message);
        const [oldest] = known.keys();
        if (known.size >= MOST_FAILURES && oldest !== undefined) known.delete(oldest);
        const { message: text, code } = error as Error & { code?: unknown };
        known.set(failure, { level, message, text, code, count: 0, last: about, idle: 0 });
      }
      timer ??= setTimeout(tick, INTERVAL).unref();
      return failure;
    },
    flush() {
      clearTimeout(timer);
      timer = undefined;
      write();
    },
  };
}

/** Equal for failures that differ in numbers only: ports, ids, sizes. */
function identityOf(message: string, error: Error): string {
  const { name, message: text, code } = error as Error & { code?: unknown };
  const alike = [message, name, String(code), text.replaceAll(/\d+/g, "0")].join("\n");
  return createHash("sha256").update(alike).digest("hex").slice(0, 8);
}
