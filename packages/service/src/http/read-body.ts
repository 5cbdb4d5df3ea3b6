import type { IncomingMessage } from "node:http";
import { bodyTooLarge } from "@metadata-service/server-rules";
import { collectChunks } from "@metadata-service/server-rules/node";
import type { FastifyRequest } from "fastify";
import type { ContentTypeParserDoneFunction } from "fastify/types/content-type-parser.js";

/**
 * Returns a parser for Fastify that reads a body as bytes. Fastify's own keeps each chunk as it arrived, whatever memory
 * that uses.
 *
 * @param mostBytes the maximum size of a body, of any operation
 */
export function readBody(mostBytes: number) {
  return (request: FastifyRequest, payload: IncomingMessage, done: ContentTypeParserDoneFunction): void => {
    const tooLarge = () => bodyTooLarge(request.state?.operation?.body?.maxBytes ?? mostBytes);
    if (Number(request.headers["content-length"]) > mostBytes) {
      done(tooLarge());
      return;
    }
    const chunks = collectChunks();
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.add(chunk);
      else end(tooLarge());
    };
    const onEnd = () => end(null);
    const onError = (error: Error) => end(Object.assign(error, { statusCode: 400 }));
    const end = (error: Error | null) => {
      payload.off("data", onData).off("end", onEnd).off("error", onError);
      if (error) done(error);
      else done(null, chunks.bytes());
    };
    payload.on("data", onData).on("end", onEnd).on("error", onError);
  };
}
