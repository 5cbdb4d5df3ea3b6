import {
  asRefusal,
  bodyTooLarge,
  findOperation,
  MAX_BODY_BYTES,
  Refusal,
  type Rules,
  splitTarget,
  tooManyRequests,
} from "@metadata-service/server-rules";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { OverloadError } from "../storage/create-batcher.js";
import { sendJson } from "./send-json.js";

/** Answers what went wrong, whatever it is, in the words of the document: every failure has one of its statuses. */
export function answerError(rules: Rules) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, headers, body } = refusalOf(error, request, rules);
    if (!request.raw.complete && !endsSoon(request)) reply.header("connection", "close");
    return sendJson(reply.headers(headers), status, body);
  };
}

/**
 * Whether the rest of a body is worth reading away. To close while it comes in would reset the connection, and the caller
 * might never see the answer; a body of any length is not read to its end for that.
 */
function endsSoon({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= MAX_BODY_BYTES;
}

function refusalOf(error: Error, request: FastifyRequest, rules: Rules): Refusal {
  const refusal = asRefusal(error);
  if (refusal) return refusal;
  const about = { err: error, operation: request.visit?.operation?.id };
  if (isOverload(error)) {
    request.log.warn(about, "the database is too busy");
    return tooManyRequests(1);
  }
  const { code, statusCode = 500 } = error as FastifyError;
  if (code === "FST_ERR_BAD_URL") return refusalOfPath(request, rules);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Refusal(400, bodyTooLarge().message);
  if (statusCode >= 400 && statusCode < 500) return new Refusal(400, error.message);
  request.log.error(about, "a request failed");
  // The caller learns which line of our log to ask for, and nothing of our insides.
  return new Refusal(500, undefined, {}, [`The details are in the log of the service, under ${request.id}`]);
}

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
