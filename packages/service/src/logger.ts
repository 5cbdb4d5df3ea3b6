import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "./config/service-options.js";
import { escapeHidden } from "./escape-hidden.js";

/**
 * Logs lines of JSON. What is logged is chosen word by word, no headers, bodies or queries; the redaction is for the day
 * on which somebody logs more.
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
  // A log is read on terminals, and a path may hold anything; the escapes are those of JSON.
  return pino(options, { write: (line) => to.write(escapeHidden(line)) });
}

/**
 * The same log without the redaction, which takes longer than all else of a line: for lines that are written for each request,
 * and whose every word is chosen where they are written.
 */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}

/** What a log holds while it cannot be written, in bytes; more is dropped. */
const MOST_HELD = 1024 * 1024;

let output: DestinationStream | undefined;

/**
 * Standard output, one for all logs of the process. The lines of one turn of the event loop are written together, since each
 * write takes longer than its line. A log that cannot be written, on a full disk for one, must not end what is logged.
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

/** A driver hangs the values of a statement on its errors; a log is no place for them. */
function describeError(error: Error & { code?: unknown }): object {
  const { name, message, code, stack } = error;
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { name, message, code, stack, cause };
}
