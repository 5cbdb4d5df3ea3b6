import { Readable } from "node:stream";
import { errorText, type FormedError, RESPONSE_HEADERS } from "@metadata-service/server-rules";
import type { FastifyReply } from "fastify";

/** Sends an error, which may have no body. */
export function sendError(reply: FastifyReply, error: FormedError): FastifyReply {
  const text = errorText(error);
  if (text !== undefined) return sendText(reply, error.status, text, error.mediaType);
  return sendNothing(reply, error.status);
}

/** Sends a response without a body. */
export function sendNothing(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).header("cache-control", RESPONSE_HEADERS["Cache-Control"]).send();
}

/**
 * Sends a JSON string as it is: otherwise Fastify would add a `charset` to the content type, which JSON does not have
 * (RFC 8259, section 11).
 */
export function sendText(reply: FastifyReply, status: number, text: string, mediaType: string): FastifyReply {
  const headers = { ...RESPONSE_HEADERS, "Content-Type": mediaType };
  return reply.code(status).headers(headers).serializer(asItIs).send(text);
}

/** Sends large JSON piece by piece; as a whole, it would be copied at once, which blocks the thread. */
export function sendPieces(
  reply: FastifyReply,
  status: number,
  pieces: readonly Buffer[],
  mediaType: string,
): FastifyReply {
  const length = pieces.reduce((bytes, piece) => bytes + piece.length, 0);
  return reply
    .code(status)
    .headers({ ...RESPONSE_HEADERS, "Content-Type": mediaType, "content-length": length })
    .send(Readable.from(pieces, { objectMode: false }));
}

function asItIs(text: string): string {
  return text;
}
