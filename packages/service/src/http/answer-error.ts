import { bodyTooLarge, type ErrorBody, errorBody, MAX_BODY_BYTES, Violation } from "@metadata-service/server-rules";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { OverloadError } from "../storage/create-batcher.js";
import { Refusal, tooMany } from "./refusal.js";
import { sendJson } from "./send-json.js";

/** Answers what went wrong, whatever it is, in the words of the document: every failure has one of its statuses. */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = errorAnswer(error, request);
  if (!request.raw.complete && !endsSoon(request)) reply.header("connection", "close");
  return sendJson(reply.headers(headers), status, body);
}

/**
 * Whether the rest of a body is worth reading away. To close while it comes in would reset the connection, and the caller
 * might never see the answer; a body of any length is not read to its end for that.
 */
function endsSoon({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= MAX_BODY_BYTES;
}

interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

function errorAnswer(error: Error, request: FastifyRequest): ErrorAnswer {
  if (error instanceof Violation) return { status: 400, headers: {}, body: errorBody(400, error.message) };
  const isBusy = isOverload(error);
  if (isBusy) request.log.warn({ err: error, operation: request.visit?.operation?.id }, "the database is too busy");
  const refusal = error instanceof Refusal ? error : isBusy ? tooMany(1) : undefined;
  if (refusal)
    return { status: refusal.status, headers: refusal.headers, body: errorBody(refusal.status, refusal.text) };
  const { code, statusCode = 500 } = error as FastifyError;
  if (code === "FST_ERR_BAD_URL") return errorAnswer(new Violation("the path is not percent-encoded UTF-8"), request);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return errorAnswer(bodyTooLarge(), request);
  if (statusCode >= 400 && statusCode < 500) return { status: 400, headers: {}, body: errorBody(400, error.message) };
  request.log.error({ err: error, operation: request.visit?.operation?.id }, "a request failed");
  // The caller learns which line of our log to ask for, and nothing of our insides.
  const details = [`The details are in the log of the service, under ${request.id}`];
  return { status: 500, headers: {}, body: errorBody(500, undefined, details) };
}

/** What a server says when it has as many connections as it may, and when a statement took longer than it may. */
const OVERLOAD_CODES: readonly unknown[] = ["53300", "57014"];

/**
 * The database is there and has more to do than it can: no connection of the pool was free for too long, or it gave up a
 * statement. Nothing of the request was carried out.
 */
function isOverload(error: Error): boolean {
  const { code } = error as { code?: unknown };
  const isPoolEmpty = error.message === "timeout exceeded when trying to connect";
  return error instanceof OverloadError || isPoolEmpty || OVERLOAD_CODES.includes(code);
}
