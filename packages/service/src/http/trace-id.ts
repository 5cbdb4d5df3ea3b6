import type { FastifyRequest } from "fastify";
import "../tracing/tracing.js";

/**
 * Matches version 00 of a `traceparent`, whose parts may not be all zeros; later versions begin in the same way (W3C
 * Trace Context, 3.2).
 */
const TRACE_PARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/** Returns the trace ID of a request: that of its span, if it has one, or of its `traceparent`. */
export function traceIdOf({ span, headers }: Pick<FastifyRequest, "span" | "headers">): string | undefined {
  return span?.traceId ?? traceIdIn(headers["traceparent"]);
}

/** Returns the trace ID in a `traceparent`; undefined if it is missing or invalid. */
export function traceIdIn(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" ? TRACE_PARENT.exec(header)?.[1] : undefined;
}
