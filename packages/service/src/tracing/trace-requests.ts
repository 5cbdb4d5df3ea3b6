import type { FastifyInstance } from "fastify";
import type { Tracing } from "./tracing.js";

/**
 * Records a span for each request, from its headers to the end of its response. Does nothing if tracing is disabled.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing | undefined): void {
  app.decorateRequest("span", undefined);
  if (!tracing) return;
  app.addHook("onRequest", async (request, reply) => {
    const span = tracing.begin(request.raw);
    request.span = span;
    // Also when the caller disconnects before the response is sent.
    reply.raw.once("close", () => {
      const { operation } = request.state ?? {};
      span.end({
        route: operation?.path,
        operation: operation?.id,
        status: reply.raw.writableFinished ? reply.statusCode : undefined,
      });
    });
  });
}
