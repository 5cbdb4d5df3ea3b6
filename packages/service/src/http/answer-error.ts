import {
  asRefusal,
  bodyTooLarge,
  findOperation,
  MAX_BODY_BYTES,
  REQUEST_ID_HEADER,
  Refusal,
  type Rules,
  retryAfterHeader,
  splitTarget,
  tooManyRequests,
} from "@metadata-service/server-rules";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isAway, isFull, isOverload } from "../storage/database-failure.js";
import type { FailureLog } from "./failure-log.js";
import { sendJson } from "./send-json.js";
import { traceIdOf } from "./trace-id.js";

/** Returns every error in the format of the spec: each failure has one of its statuses. */
export function answerError(rules: Rules, failures: FailureLog) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, headers, body } = refusalOf(error, request, { rules, failures });
    // Fastify runs no hook for a path that it cannot decode.
    reply.header(REQUEST_ID_HEADER, request.id);
    if (!request.raw.complete && !endsSoon(request)) reply.header("connection", "close");
    return sendJson(reply.headers(headers), status, body);
  };
}

/**
 * Whether the rest of a body is worth reading away. To close while it comes in would reset the connection, and the caller
 * might never see the response; a body of any length is not read to its end for that.
 */
function endsSoon({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= MAX_BODY_BYTES;
}

interface ErrorParts {
  readonly rules: Rules;
  readonly failures: FailureLog;
}

function refusalOf(error: Error, request: FastifyRequest, { rules, failures }: ErrorParts): Refusal {
  const refusal = asRefusal(error);
  if (refusal) return refusal;
  const about = {
    request: request.id,
    operation: request.visit?.operation?.id,
    trace: traceIdOf(request),
  };
  if (isOverload(error)) {
    failures.add("warn", "the database is too busy", error, about);
    return tooManyRequests(1);
  }
  const { code, statusCode = 500 } = error as FastifyError;
  if (code === "FST_ERR_BAD_URL") return refusalOfPath(request, rules);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Refusal(400, bodyTooLarge().message);
  if (statusCode >= 400 && statusCode < 500) return new Refusal(400, error.message);
  const known = KNOWN_FAILURES.find(({ is }) => is(error));
  const failure = failures.add("error", known?.log ?? "a request failed", error, about);
  if (request.visit) request.visit.failure = failure;
  // The caller learns which line of our log to ask for, and nothing of our insides.
  const details = [`The details are in the log of the service, under the request ID ${request.id}`];
  if (known) details.unshift(known.sentence);
  return new Refusal(500, undefined, known ? retryAfterHeader(known.retryAfter) : {}, details);
}

/** Failures that pass, so that the same request may succeed later. */
const KNOWN_FAILURES: readonly {
  is(error: unknown): boolean;
  readonly log: string;
  /** What the caller reads. */
  readonly sentence: string;
  /** In seconds. */
  readonly retryAfter: number;
}[] = [
  {
    is: isFull,
    log: "the disk of the database is full",
    sentence: "The database has no room to store anything now; try again later",
    retryAfter: 5,
  },
  {
    is: isAway,
    log: "the database is away",
    sentence: "The database cannot be reached now, or not the part of it for this request; try again",
    retryAfter: 1,
  },
];

/** The refusal of a path that Fastify could not decode: our own routes say what is wrong with it. */
function refusalOfPath({ method, raw }: FastifyRequest, rules: Rules): Refusal {
  try {
    findOperation(rules, method, splitTarget(raw.url ?? "/").path);
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal) return refusal;
    throw error;
  }
  return new Refusal(404);
}
