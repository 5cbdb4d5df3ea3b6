import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "./service-options.js";

/**
 * Logs lines of JSON. What is logged is chosen word by word, no headers, bodies or queries; the redaction is for the day
 * on which somebody logs more.
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: {
      paths: [
        "apiKey",
        "*.apiKey",
        "*.apikey",
        "*.headers.apikey",
        "*.authorization",
        "*.headers.authorization",
        "*.key",
      ],
      censor: "[redacted]",
    },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A driver hangs the values of a statement on its errors; a log is no place for them. */
function describeError(error: Error & { code?: unknown }): object {
  const { name, message, code, stack } = error;
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { name, message, code, stack, cause };
}
