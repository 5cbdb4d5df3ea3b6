import { createServer } from "node:http";
import {
  asksForStartPage,
  getBeside,
  type OperationRules,
  originForm,
  REQUEST_ID_HEADER,
  Refusal,
  requestIdOf,
  splitTarget,
  startPages,
} from "@metadata-service/server-rules";
import { createConnectionGuard, MAX_HEADER_BYTES } from "@metadata-service/server-rules/node";
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  fastify,
} from "fastify";
import { type ConnectionGate, createConnectionGate } from "../connections/connection-gate.js";
import { oneAtATime } from "../connections/one-at-a-time.js";
import { createTurns, type Turns } from "../limits/turns.js";
import { traceRequests } from "../tracing/trace-requests.js";
import type { AppParts, TimeLimits } from "./app-parts.js";
import { checkBeforeBody } from "./check-before-body.js";
import { closeConnectionsAtStop } from "./close-connections.js";
import { allowOrigins } from "./cors.js";
import { createErrorWriter } from "./error-writer.js";
import { fastifyLog } from "./fastify-log.js";
import { handleError } from "./handle-error.js";
import { handleOperation } from "./handle-operation.js";
import { readBody } from "./read-body.js";
import { createRefusalLog, type RefusalLog } from "./refusal-log.js";
import type { RequestState } from "./request-state.js";
import { traceIdOf } from "./trace-id.js";

/**
 * Creates the public side of the service. Routes, parameters, bodies and responses come from the document, so the code
 * here only describes how a request is processed, not what it may contain.
 */
export function createApp(parts: AppParts): FastifyInstance {
  const { rules, times, logger, failureLog: failures } = parts;
  const refusals = createRefusalLog(logger);
  const turns = createTurns(() => performance.now(), { ...parts.database, used: cpuTime });
  const gate = connectionGate(parts, refusals);
  const write = createErrorWriter(rules);
  const onError = handleError(parts, write);
  const guard = createConnectionGuard({
    rules: () => rules,
    onRefusal({ status, message }, { method, requestId: request }) {
      refusals.count(String(status), { request, status, method, message });
      return {};
    },
    write: (refusal) => write(refusal),
  });
  const app = fastify({
    ...fastifyLog(logger),
    genReqId: ({ headers }) => requestIdOf(headers, rules),
    exposeHeadRoutes: false,
    bodyLimit: rules.maxBodyBytes,
    serverFactory: serverFactory(times, gate),
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    // A proxy may send the absolute form of a target (RFC 9112, section 3.2.2).
    rewriteUrl: ({ url = "/" }) => originForm(url),
    clientErrorHandler: guard.clientError,
    frameworkErrors: onError,
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", readBody(rules.maxBodyBytes));
  app.setErrorHandler(onError);
  // The hook above rejects requests without an operation; this handles paths that only Fastify does not know.
  app.setNotFoundHandler(() => {
    throw new Refusal(404);
  });
  app.server.on("checkExpectation", guard.checkExpectation);
  app.server.on("connect", guard.connect);
  closeConnectionsAtStop(app, parts.isStopping);

  app.decorateRequest("state", null as unknown as RequestState);
  traceRequests(app, parts.tracing);
  // Synchronous hooks return no promise, because one for each hook and request would be costly.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  if (parts.corsOrigins.length > 0) app.addHook("onRequest", allowOrigins(rules, parts.corsOrigins));
  app.addHook("onRequest", startPage(parts));
  app.addHook("onRequest", checkBeforeBody(parts, { assignKey: gate.assignKey, ...turns }));
  watchResponses(app, parts, refusals);
  app.addHook("onClose", async () => {
    refusals.flush();
    failures.flush();
  });

  const answers = answersOf(parts, turns);
  // The operation of the request was determined above, by the same rules as everywhere.
  app.route({
    method: [...new Set(rules.operations.flatMap(({ method }) => (method === "GET" ? [method, "HEAD"] : method)))],
    url: "*",
    handler(request, reply) {
      const answer = request.state.operation && answers.get(request.state.operation);
      if (!answer) throw new Refusal(404);
      return answer(request, reply);
    },
  });
  return app;
}

/** Returns the CPU time that the process has used, in ms. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Responds to `GET /`, which needs no key, before all other checks. */
function startPage({ rules, hosts }: AppParts) {
  const pages = startPages(rules, {
    title: "Metadata Service",
    about:
      "The service is running. To get an API key, ask its operator, who creates one with the command metadata-service keys create.",
  });
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (!asksForStartPage(rules, request.method, splitTarget(request.url).path)) {
      done();
      return;
    }
    hosts.check(request.raw);
    request.state = { startedAt: performance.now(), isUnlogged: true, leave: () => {} };
    const { headers, body } = pages(request.headers.accept);
    // Sent as bytes, because Fastify adds a charset to JSON text.
    reply.headers(headers).send(Buffer.from(body));
  };
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Returns what responds to the requests of each operation. */
function answersOf({ rules, links, handlers }: AppParts, turns: Turns): ReadonlyMap<OperationRules, Answer> {
  const answerOf = (operation: OperationRules): Answer => {
    const handler = handlers.get(operation.id);
    if (!handler) return notImplemented;
    const get = getBeside(rules, operation);
    if (!get || handlers.get(get.id) !== handler) return handleOperation(operation, handler, { links, turns, rules });
    const answer = handleOperation(get, handler, { links, turns, rules });
    return (request, reply) => {
      request.state.query = get.readQuery(request.state.search ?? "");
      return answer(request, reply);
    };
  };
  return new Map(rules.operations.map((operation) => [operation, answerOf(operation)]));
}

/** Handles operations of the spec without a handler. */
async function notImplemented(): Promise<never> {
  throw new Refusal(501);
}

/** Creates the connection gate of the public port. */
function connectionGate(
  { connections, times, now, addresses, metrics, validKeys }: AppParts,
  refusals: RefusalLog,
): ConnectionGate {
  return createConnectionGate({
    limits: connections,
    keylessTimeout: times.keyless,
    now,
    addressOf: addresses.ofConnection,
    validOf: validKeys,
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
        // Node does not start if the time limit of the headers is longer than that of the request.
        headersTimeout: Math.min(times.headers, times.request),
        requestTimeout: times.request,
        keepAliveTimeout: times.keepAlive,
        connectionsCheckingInterval: 1_000,
        // Node would respond to a missing Host with an empty 400; our response explains what is missing.
        requireHostHeader: false,
      },
      oneAtATime(handle, gate.working),
    );
    gate.watch(server);
    return server;
  };
}

/** Limits the time in which callers may read nothing of a response, and logs what was sent. */
function watchResponses(app: FastifyInstance, parts: AppParts, refusals: RefusalLog): void {
  const record = logAndCount(parts, refusals);
  app.addHook("onSend", (_request, { raw }, _payload, done) => {
    // The last hook, so this sends the response.
    done();
    // Most responses are now in the buffers of the system, as a whole.
    if (raw.writableEnded && raw.writableLength === 0) return;
    // The time starts again whenever something is read.
    raw.setTimeout(parts.times.send, () => {
      parts.metrics.connectionClosed("reads nothing");
      raw.destroy();
    });
  });
  app.addHook("onResponse", (request, reply, done) => {
    record(request, reply);
    done();
  });
}

/** Logs a line for each request with a valid key; other rejected requests are only counted. */
function logAndCount({ metrics, activity, addresses, requestLog }: AppParts, refusals: RefusalLog) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { state, method } = request;
    const { statusCode: status } = reply;
    const operation = state.operation?.id;
    const seconds = (performance.now() - state.startedAt) / 1000;
    metrics.answered(operation ?? "none", status, seconds);
    activity.answered(operation ?? "none", status, seconds);
    if (state.isUnlogged) return;
    const line = {
      request: request.id,
      operation,
      method,
      path: splitTarget(request.url).path,
      status,
      caller: state.keyId,
      trace: traceIdOf(request),
      failure: state.failure,
      ms: Math.round(seconds * 1e6) / 1000,
    };
    if (status === 429 || (status >= 400 && status < 500 && state.keyId === undefined)) {
      const { failure, ms, ...about } = line;
      refusals.count(String(status), { ...about, address: addresses.ofRequest(request.raw) });
    } else requestLog.info(line, "answered");
  };
}
