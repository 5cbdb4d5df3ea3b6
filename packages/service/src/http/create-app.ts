import { randomUUID } from "node:crypto";
import { MAX_BODY_BYTES, originForm, Refusal } from "@metadata-service/server-rules";
import { createConnectionGuard, MAX_HEADER_BYTES } from "@metadata-service/server-rules/node";
import { type FastifyInstance, fastify, LogController } from "fastify";
import { admit } from "./admit.js";
import { answerError } from "./answer-error.js";
import { answerOperation } from "./answer-operation.js";
import type { AppParts } from "./app-parts.js";
import { closeConnectionsAtStop } from "./close-connections.js";
import type { Visit } from "./visit.js";

/**
 * The public side of the service: routes, parameters, bodies and answers all as the document has them, so that what is
 * written here is how a request travels, and not what it may hold.
 */
export function createApp(parts: AppParts): FastifyInstance {
  const { rules, times, logger, metrics } = parts;
  const guard = createConnectionGuard({ rules: () => rules });
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }),
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    // A proxy may send the absolute form of a target (RFC 9112, section 3.2.2).
    rewriteUrl: ({ url = "/" }) => originForm(url),
    clientErrorHandler: guard.clientError,
    frameworkErrors: answerError(rules),
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: times.headers,
      connectionsCheckingInterval: 1_000,
      // Node would answer a missing Host with an empty 400; ours says what is missing.
      requireHostHeader: false,
    },
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler(answerError(rules));
  // The hook above refuses what no operation is for; this is for a path that Fastify alone does not know.
  app.setNotFoundHandler(() => {
    throw new Refusal(404);
  });
  app.server.on("checkExpectation", guard.checkExpectation);
  app.server.on("connect", guard.connect);
  closeConnectionsAtStop(app);

  app.decorateRequest("visit", null as unknown as Visit);
  app.addHook("onRequest", admit(parts));
  // The slot is free before the caller sees the answer, so that its next request never meets its last one.
  app.addHook("onSend", async (request) => request.visit?.leave());
  app.addHook("onResponse", async (request, reply) => {
    const { visit } = request;
    visit.leave();
    const seconds = (performance.now() - visit.startedAt) / 1000;
    metrics.answered(visit.operation?.id ?? "none", reply.statusCode, seconds);
    request.log.info(
      {
        operation: visit.operation?.id,
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(seconds * 1e6) / 1000,
        caller: visit.keyId,
      },
      "answered",
    );
  });

  for (const operation of rules.operations) {
    const handler = parts.handlers.get(operation.id);
    if (!handler) throw new Error(`The operation ${operation.id} of the spec has no handler`);
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
      handler: answerOperation(operation, handler, parts.links),
    });
  }
  return app;
}
