import type { FastifyReply } from "fastify";

/** Sends a body as JSON. As bytes, for to text Fastify adds a `charset`, which JSON does not have (RFC 8259, section 11). */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/json")
    .send(Buffer.from(JSON.stringify(body)));
}
