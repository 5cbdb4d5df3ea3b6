import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { FailureLog } from "../http/failure-log.js";
import type { RequestOutcome, Tracing } from "./tracing.js";

const NAME = "metadata-service";

/** Methods with their own name in spans; the conventions require `_OTHER` for any other one. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY"]);

/**
 * Sends traces over OTLP, configured by the environment variables of OpenTelemetry. Spans and attributes have the names
 * of its semantic conventions. They never contain keys, bodies, queries or values of statements.
 *
 * Only the error handler is registered for the whole process, so that a program that embeds the service keeps its own
 * OpenTelemetry. Traces that cannot be sent are dropped, so no request waits for a collector.
 */
export function startOpenTelemetry(version: string, failureLog: FailureLog): Tracing {
  const complain = (message: string) =>
    void failureLog.add("warn", "OpenTelemetry reports a problem", new Error(message));
  diag.setLogger(
    { error: complain, warn: complain, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  setGlobalErrorHandler((error) => void failureLog.add("warn", "traces cannot be sent", asError(error)));
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          "service.name": NAME,
          "service.version": version,
          "service.instance.id": randomUUID(),
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer(NAME, version);
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();

  return {
    begin(request) {
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      const attributes = attributesOf(request);
      const method = attributes["http.request.method"] === "_OTHER" ? "HTTP" : request.method;
      const span = tracer.startSpan(String(method), { kind: SpanKind.SERVER, attributes }, parent);
      const context = trace.setSpan(parent, span);
      return {
        traceId: span.spanContext().traceId,
        run: (work) => current.run(context, work),
        end: (outcome) => endRequest(span, String(method), outcome),
      };
    },
    async database(operation, table, work) {
      const parent = current.getStore();
      if (!parent) return work();
      const attributes = {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "db.collection.name": table,
      };
      const span = tracer.startSpan(`${operation} ${table}`, { kind: SpanKind.CLIENT, attributes }, parent);
      try {
        return await work();
      } catch (error) {
        const { code, name } = error as Error & { code?: unknown };
        span.setAttribute("error.type", String(code ?? name));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    async stop() {
      // No retries: stopping the service must not fail because of a trace.
      await provider.shutdown().catch((error) => failureLog.add("warn", "traces cannot be sent", asError(error)));
    },
  };
}

/** Returns the attributes of a request that are known at its start. */
function attributesOf({ method = "", url = "", headers, httpVersion, socket }: IncomingMessage): Attributes {
  const isKnown = METHODS.has(method);
  return {
    "http.request.method": isKnown ? method : "_OTHER",
    ...(isKnown ? {} : { "http.request.method_original": method }),
    "url.path": url.split("?", 1)[0],
    "url.scheme": "http",
    "network.protocol.version": httpVersion,
    "network.peer.address": socket.remoteAddress,
    "server.port": socket.localPort,
    "user_agent.original": headers["user-agent"],
  };
}

function endRequest(span: Span, method: string, { route, operation, status }: RequestOutcome): void {
  if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute("http.route", route);
  if (operation !== undefined) span.setAttribute("metadata_service.operation", operation);
  if (status !== undefined) span.setAttribute("http.response.status_code", status);
  // A 4xx is an error of the caller, not of the service.
  if (status === undefined || status >= 500) {
    span.setAttribute("error.type", status === undefined ? "aborted" : String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(typeof error === "string" ? error : JSON.stringify(error));
}
