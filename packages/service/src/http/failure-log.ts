import { createHash } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";

/** Logs failures, so that a database that cannot be reached for a minute does not fill the log with stacks. */
export interface FailureLog {
  /**
   * Logs a failure with its stack if it is new, and otherwise counts it.
   *
   * @param message what failed, in words
   * @param about additional fields
   * @returns the ID of the failure, which similar failures share
   */
  add(level: "warn" | "error", message: string, error: Error, about?: object): string;
  /** Logs the counts. */
  flush(): void;
}

/** The interval between two lines with counts, in ms. */
const INTERVAL = 1_000;
/** After this number of intervals without the failure, it is logged with its stack again. */
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

/** Logs the first of many similar failures with its stack, and then one line per second with the number of others. */
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
      // The map is ordered by the last occurrence.
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

/** Returns a key that is the same for failures that differ only in numbers: ports, IDs, sizes. */
function identityOf(message: string, error: Error): string {
  const { name, message: text, code } = error as Error & { code?: unknown };
  const alike = [message, name, String(code), text.replaceAll(/\d+/g, "0")].join("\n");
  return createHash("sha256").update(alike).digest("hex").slice(0, 8);
}
