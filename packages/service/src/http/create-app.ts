import { createServer } from "node:http";
import {
  asksForStartPage,
  checkHost,
  MAX_BODY_BYTES,
  originForm,
  REQUEST_ID_HEADER,
  Refusal,
  requestId,
  splitTarget,
  startPages,
} from "@metadata-service/server-rules";
import { createConnectionGuard, hostLines, MAX_HEADER_BYTES } from "@metadata-service/server-rules/node";
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  fastify,
  LogController,
} from "fastify";
import { type ConnectionGate, createConnectionGate } from "../connections/connection-gate.js";
import { oneAtATime } from "../connections/one-at-a-time.js";
import { createTurns } from "../limits/turns.js";
import { traceRequests } from "../tracing/trace-requests.js";
import { admit } from "./admit.js";
import { answerError } from "./answer-error.js";
import { answerOperation } from "./answer-operation.js";
import type { AppParts, TimeLimits } from "./app-parts.js";
import { closeConnectionsAtStop } from "./close-connections.js";
import { allowOrigins } from "./cors.js";
import { createRefusalLog, type RefusalLog } from "./refusal-log.js";
import { traceIdOf } from "./trace-id.js";
import type { Visit } from "./visit.js";

/**
 * The public side of the service: routes, parameters, bodies and responses all as the document has them, so that what is
 * written here is how a request travels, and not what it may hold.
 */
export function createApp(parts: AppParts): FastifyInstance {
  const { rules, times, logger, failureLog: failures } = parts;
  const refusals = createRefusalLog(logger);
  const turns = createTurns(() => performance.now());
  const gate = connectionGate(parts, refusals);
  const guard = createConnectionGuard({
    rules: () => rules,
    onRefusal({ status, message }, { method, requestId: request }) {
      refusals.count(String(status), { request, status, method, message });
      return {};
    },
  });
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }),
    genReqId: ({ headers }) => requestId(headers["x-request-id"]),
    exposeHeadRoutes: false,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: serverFactory(times, gate),
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    // A proxy may send the absolute form of a target (RFC 9112, section 3.2.2).
    rewriteUrl: ({ url = "/" }) => originForm(url),
    clientErrorHandler: guard.clientError,
    frameworkErrors: answerError(rules, failures),
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler(answerError(rules, failures));
  // The hook above refuses what no operation is for; this is for a path that Fastify alone does not know.
  app.setNotFoundHandler(() => {
    throw new Refusal(404);
  });
  app.server.on("checkExpectation", guard.checkExpectation);
  app.server.on("connect", guard.connect);
  closeConnectionsAtStop(app);

  app.decorateRequest("visit", null as unknown as Visit);
  traceRequests(app, parts.tracing);
  // Hooks that wait for nothing return no promise: one for each hook and request would add up.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  if (parts.corsOrigins.length > 0) app.addHook("onRequest", allowOrigins(rules, parts.corsOrigins));
  app.addHook("onRequest", startPage(parts));
  app.addHook("onRequest", admit(parts, { welcome: gate.welcome, seen: turns.seen }));
  watchResponses(app, parts, refusals);
  app.addHook("onClose", async () => {
    refusals.flush();
    failures.flush();
  });

  const answers = new Map(
    rules.operations.map((operation) => {
      const handler = parts.handlers.get(operation.id);
      return [operation, handler ? answerOperation(operation, handler, { links: parts.links, turns }) : notImplemented];
    }),
  );
  // Which operation a request is for was decided above, by the same rules as everywhere.
  app.route({
    method: [...new Set(rules.operations.map(({ method }) => method))],
    url: "*",
    handler(request, reply) {
      const answer = request.visit.operation && answers.get(request.visit.operation);
      if (!answer) throw new Refusal(404);
      return answer(request, reply);
    },
  });
  return app;
}

/** Answers `GET /`, which needs no key, before anything else is looked at. */
function startPage({ rules }: AppParts) {
  const pages = startPages(rules, {
    title: "Metadata Service",
    about:
      "The service runs. You get an API key from its operator, who makes it with the command metadata-service keys create.",
  });
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (!asksForStartPage(rules, request.method, splitTarget(request.url).path)) {
      done();
      return;
    }
    checkHost(hostLines(request.raw), request.raw.httpVersion);
    request.visit = { startedAt: performance.now(), isUnlogged: true, leave: () => {} };
    const { headers, body } = pages(request.headers.accept);
    // As bytes: to a text of JSON, Fastify adds a charset.
    reply.headers(headers).send(Buffer.from(body));
  };
}

/** Stands for an operation that the spec has and nobody has written a handler for. */
async function notImplemented(): Promise<never> {
  throw new Refusal(501);
}

/** The gate of the public port. */
function connectionGate(
  { connections, times, now, addresses, metrics }: AppParts,
  refusals: RefusalLog,
): ConnectionGate {
  return createConnectionGate({
    limits: connections,
    strangerTimeout: times.keyless,
    now,
    addressOf: addresses.ofConnection,
    onClose(reason) {
      metrics.connectionClosed(reason);
      if (reason === "no room") refusals.count(reason, { connections });
    },
  });
}

function serverFactory(times: TimeLimits, gate: ConnectionGate): FastifyServerFactory {
  return (handle) => {
    const server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        // Node refuses to start where the headers may take longer than the whole request.
        headersTimeout: Math.min(times.headers, times.request),
        requestTimeout: times.request,
        keepAliveTimeout: times.keepAlive,
        connectionsCheckingInterval: 1_000,
        // Node would answer a missing Host with an empty 400; ours says what is missing.
        requireHostHeader: false,
      },
      oneAtATime(handle, gate.working),
    );
    gate.watch(server);
    return server;
  };
}

/** Gives callers only so long to read a response, and writes down what was sent. */
function watchResponses(app: FastifyInstance, parts: AppParts, refusals: RefusalLog): void {
  const record = logAndCount(parts, refusals);
  app.addHook("onSend", (_request, reply, _payload, done) => {
    // As long as something is read, the time begins anew.
    reply.raw.setTimeout(parts.times.send, () => {
      parts.metrics.connectionClosed("reads nothing");
      reply.raw.destroy();
    });
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    record(request, reply);
    done();
  });
}

/** A line for each request of a caller who is known; what is refused to others is counted. */
function logAndCount({ metrics, activity, addresses, requestLog }: AppParts, refusals: RefusalLog) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { visit, method } = request;
    const { statusCode: status } = reply;
    const operation = visit.operation?.id;
    const seconds = (performance.now() - visit.startedAt) / 1000;
    metrics.answered(operation ?? "none", status, seconds);
    activity.answered(operation ?? "none", status, seconds);
    if (visit.isUnlogged) return;
    const about = {
      request: request.id,
      operation,
      method,
      path: request.url.split("?", 1)[0],
      status,
      caller: visit.keyId,
      trace: traceIdOf(request),
    };
    if (status === 429 || (status >= 400 && status < 500 && visit.keyId === undefined))
      refusals.count(String(status), { ...about, address: addresses.ofRequest(request.raw) });
    else requestLog.info({ ...about, failure: visit.failure, ms: Math.round(seconds * 1e6) / 1000 }, "answered");
  };
}
