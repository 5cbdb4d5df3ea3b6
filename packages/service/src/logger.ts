import { escapeHidden } from "@metadata-service/spec-tools/languages";
import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "./config/service-options.js";
import { createLogOutput, type LogOutput } from "./log-output.js";

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
  return pino(options, { write: (line) => to.write(escapeHidden(shortened(line))) });
}

/**
 * Returns the logger without redaction, which takes longer than writing the rest of the line. Use it for request lines,
 * whose fields are all chosen at the call.
 */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}

let output: LogOutput | undefined;

function standardOutput(): LogOutput {
  output ??= createLogOutput(process.stdout);
  return output;
}

/** Returns the number of log lines of this process that could not be written. */
export function droppedLines(): number {
  return output?.dropped ?? 0;
}

/** The maximum length of a line, in characters. */
const LONGEST_LINE = 4096;
/** The lengths to which texts in a line are cut, in characters; the first one with which the line fits is used. */
const CUTS = [1000, 250, 50];

/** Cuts the texts in a line that is too long: callers choose paths, and thus could fill the disk of the log. */
function shortened(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const content: unknown = JSON.parse(line);
  const texts = CUTS.map((most) => `${JSON.stringify(content, (_name, value: unknown) => cut(value, most))}\n`);
  return texts.find((text) => text.length <= LONGEST_LINE) ?? `${texts.at(-1)?.slice(0, LONGEST_LINE - 1)}\n`;
}

function cut(value: unknown, most: number): unknown {
  return typeof value === "string" && value.length > most
    ? `${value.slice(0, most)}… (${value.length} characters)`
    : value;
}

/** Formats an error without the values of the statement, which the driver adds to its errors. */
function describeError(error: Error & { code?: unknown }): object {
  const { name, message, code, stack } = error;
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { name, message, code, stack, cause };
}
