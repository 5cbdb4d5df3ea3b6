import {
  asRefusal,
  REQUEST_ID_HEADER,
  Refusal,
  type Rules,
  retryAfterHeader,
  tooManyRequests,
  whyNotServed,
} from "@metadata-service/server-rules";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isFull, isOverload, isUnreachable } from "../storage/database-failure.js";
import type { AppParts } from "./app-parts.js";
import type { ErrorWriter } from "./error-writer.js";
import type { FailureLog } from "./failure-log.js";
import type { DatabaseCause, Metrics } from "./metrics.js";
import { sendError } from "./send-json.js";
import { traceIdOf } from "./trace-id.js";

/** Returns every error in the format that the spec documents for its operation. */
export function handleError(
  { rules, failureLog, metrics }: Pick<AppParts, "rules" | "failureLog" | "metrics">,
  write: ErrorWriter,
) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = refusalOf(error, request, { rules, failures: failureLog, metrics });
    // Fastify does not run hooks for a path that it cannot decode.
    reply.header(REQUEST_ID_HEADER, request.id);
    if (!request.raw.complete && !endsSoon(request, rules.maxBodyBytes)) reply.header("connection", "close");
    reply.headers(refusal.headers);
    const written = write(refusal, request.state?.operation, reply.getHeaders());
    return sendError(reply.headers(written.headers), written);
  };
}

/**
 * Whether to read and discard the rest of a body. Closing the connection while the body arrives would reset it, and the
 * caller might never see the response. A longer body is not read to its end; its connection is closed.
 */
function endsSoon({ headers }: FastifyRequest, maxBytes: number): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= maxBytes;
}

interface ErrorParts {
  readonly rules: Rules;
  readonly failures: FailureLog;
  readonly metrics: Pick<Metrics, "databaseFailed">;
}

function refusalOf(error: Error, request: FastifyRequest, { rules, failures, metrics }: ErrorParts): Refusal {
  const refusal = asRefusal(error);
  if (refusal) return refusal;
  const about = {
    request: request.id,
    operation: request.state?.operation?.id,
    trace: traceIdOf(request),
  };
  if (isOverload(error)) {
    failures.add("warn", "the database is too busy", error, about);
    metrics.databaseFailed("busy");
    return tooManyRequests(1);
  }
  const { code, statusCode = 500 } = error as FastifyError;
  if (code === "FST_ERR_BAD_URL") return whyNotServed(rules, request.method, request.raw.url ?? "/");
  if (statusCode >= 400 && statusCode < 500) return new Refusal(400, error.message);
  const known = KNOWN_FAILURES.find(({ is }) => is(error));
  const failure = failures.add("error", known?.log ?? "a request failed", error, about);
  if (known) metrics.databaseFailed(known.cause);
  if (request.state) request.state.failure = failure;
  // The caller gets an ID to find the line in the log, and no internal details.
  const details = [`The details are in the log of the service, under the request ID ${request.id}`];
  if (known) details.unshift(known.sentence);
  return new Refusal(500, undefined, known ? retryAfterHeader(known.retryAfter) : {}, details);
}

/** Temporary failures: the same request may succeed later. */
const KNOWN_FAILURES: readonly {
  is(error: unknown): boolean;
  readonly cause: DatabaseCause;
  readonly log: string;
  /** The message for the caller. */
  readonly sentence: string;
  /** In seconds. */
  readonly retryAfter: number;
}[] = [
  {
    is: isFull,
    cause: "full",
    log: "the disk of the database is full",
    sentence: "The database has no space left to store anything; try again later",
    retryAfter: 5,
  },
  {
    is: isUnreachable,
    cause: "unreachable",
    log: "the database is not reachable",
    sentence: "The database, or the part of it for this request, cannot be reached; try again",
    retryAfter: 1,
  },
];
