import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "./config/service-options.js";
import { escapeHidden } from "./escape-hidden.js";

/**
 * Creates a logger for lines of JSON. Log calls select their fields and never log headers, bodies or queries; the
 * redaction is a safeguard in case somebody logs more.
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: {
      paths: [
        "key",
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
  const to = destination ?? standardOutput();
  // Logs are read in terminals, and paths may contain control characters. These are written as JSON escapes.
  return pino(options, { write: (line) => to.write(escapeHidden(line)) });
}

/**
 * Returns the logger without redaction, which takes longer than writing the rest of the line. Use it for request lines,
 * whose fields are all chosen at the call.
 */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}

/** The size of the buffer while the log cannot be written, in bytes; more is dropped. */
const MOST_HELD = 1024 * 1024;

let output: DestinationStream | undefined;

/**
 * Standard output, shared by all logs of the process. The lines of one turn of the event loop are written together,
 * because each write takes longer than its line. If the log cannot be written, for example on a full disk, the process
 * must not end.
 */
function standardOutput(): DestinationStream {
  if (output) return output;
  const file = pino.destination({ dest: 1, sync: true, maxLength: MOST_HELD }).on("error", () => {});
  let lines = "";
  const write = () => {
    const text = lines;
    lines = "";
    if (text !== "") file.write(text);
  };
  process.on("exit", write);
  output = {
    write(line) {
      if (lines === "") setImmediate(write);
      lines += line;
    },
  };
  return output;
}

/** Formats an error without the values of the statement, which the driver adds to its errors. */
function describeError(error: Error & { code?: unknown }): object {
  const { name, message, code, stack } = error;
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { name, message, code, stack, cause };
}
