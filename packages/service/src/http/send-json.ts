import { Readable } from "node:stream";
import { RESPONSE_HEADERS } from "@metadata-service/server-rules";
import type { FastifyReply } from "fastify";

/**
 * Sends a body as JSON, already serialized: otherwise Fastify would add a `charset` to the content type, which JSON
 * does not have (RFC 8259, section 11).
 */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return sendText(reply, status, JSON.stringify(body));
}

/** Sends a JSON string. */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).headers(RESPONSE_HEADERS).serializer(asItIs).send(text);
}

/** Sends large JSON piece by piece; as a whole, it would be copied at once, which blocks the thread. */
export function sendPieces(reply: FastifyReply, status: number, pieces: readonly Buffer[]): FastifyReply {
  const length = pieces.reduce((bytes, piece) => bytes + piece.length, 0);
  return reply
    .code(status)
    .headers({ ...RESPONSE_HEADERS, "content-length": length })
    .send(Readable.from(pieces, { objectMode: false }));
}

function asItIs(text: string): string {
  return text;
}
