import { setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  asRefusal,
  linkOrigin,
  REQUEST_ID_HEADER,
  RESPONSE_HEADERS,
  Refusal,
  requestIdOf,
  splitTarget,
  tooManyRequests,
} from "@metadata-service/server-rules";
import {
  guardConnections,
  KEEP_ALIVE_TIMEOUT,
  MAX_HEADER_BYTES,
  type RequestLine,
  socketOrigin,
} from "@metadata-service/server-rules/node";
import { describeListenError } from "@metadata-service/spec-tools";
import type { Engine } from "../core/create-engine.js";
import { errorShaper } from "../core/error-response.js";
import type { MockResponse } from "../core/exchange.js";
import { refusalResponse } from "../core/refusal-response.js";
import type { ScenarioState } from "../core/scenarios/scenario-state.js";
import type { RequestLog } from "../log/request-log.js";
import { API_CORS, preflightHeaders } from "./cors-headers.js";
import { explainHeader } from "./explain-header.js";
import { readBody } from "./read-body.js";
import { refuseHost } from "./refuse-host.js";
import { createRequestLimits, type RequestShare } from "./request-limits.js";
import { sendResponse } from "./send-response.js";
import { toMockRequest } from "./to-mock-request.js";
import type { UnreadLimit } from "./unread-limit.js";

export interface MockServerOptions {
  readonly port: number;
  readonly host: string;
  /** Allowed `Host` names, in addition to loopback and the address of the connection. */
  readonly allowedHosts: readonly string[];
  /** Limits the unsent bytes of responses in memory. */
  readonly unread: UnreadLimit;
  readonly seed: number;
  readonly log: RequestLog;
  readonly scenarios: ScenarioState;
  /** Returns the current engine; a changed spec replaces it. */
  engine(): Engine;
  /** Handles requests outside the API, such as those for the control page; returns false if it does not handle one. */
  handleOther?(request: IncomingMessage, response: ServerResponse): boolean;
}

/** A listening server. */
export interface MockServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the mock over HTTP: reads requests, passes them to the engine and sends the responses. */
export async function createMockServer(options: MockServerOptions): Promise<MockServer> {
  const stopping = new AbortController();
  // Each delayed response adds a listener, so there is no maximum.
  setMaxListeners(0, stopping.signal);
  const serve = createListener(options, stopping.signal);
  // Node would respond to a request without `Host` with an error body that is not in the API's format.
  const server = createServer(
    { requireHostHeader: false, maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_TIMEOUT },
    serve,
  );
  guardConnections(server, {
    rules: () => options.engine().rules,
    onRefusal(refusal, line) {
      const answer = refusalResponse(refusal);
      record(options, answer, line, performance.now());
      return { "X-Mock": explain(options, answer) };
    },
    write(refusal) {
      const { rules, memory } = options.engine();
      const { body, raw, headers } = errorShaper(rules, memory.maker)(refusalResponse(refusal), undefined);
      return {
        mediaType: headers["Content-Type"] ?? "application/json",
        body,
        ...(raw !== undefined && { raw: String(raw) }),
      };
    },
  });
  await listen(server, options);
  return {
    url: urlOf(server, options.host),
    stop: () =>
      new Promise((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Handles each request. An error in the mock itself is reported as a warning, and the mock keeps running. */
function createListener(options: MockServerOptions, signal: AbortSignal) {
  const limits = createRequestLimits();

  async function handle(request: IncomingMessage, response: ServerResponse, share: RequestShare): Promise<void> {
    const start = performance.now();
    const refused = refusalOfHost(request, options.allowedHosts);
    if (!refused && options.handleOther?.(request, response)) return;
    if (!refused && isPreflight(request)) return answerPreflight(request, response, options.engine());
    const answer = refused ?? (await respond(request, share, options));
    if (!answer) return;
    const headers = {
      ...API_CORS,
      "X-Mock": explain(options, answer),
      // The rest of the body is not read, so the connection cannot be reused.
      ...(request.complete ? {} : { Connection: "close" }),
    };
    await sendResponse(response, answer, headers, signal);
    options.unread.watch(response);
    record(options, answer, { method: request.method ?? "", target: request.url ?? "" }, start);
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader(REQUEST_ID_HEADER, requestIdOf(request.headers, options.engine().rules));
    const share = limits.admit(request, response);
    if (!share || request.socket.destroyed) return;
    handle(request, response, share).catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error));
      if (response.headersSent) return response.destroy();
      response.writeHead(500, RESPONSE_HEADERS).end(JSON.stringify(new Refusal(500).body));
    });
  };
}

function refusalOfHost(request: IncomingMessage, allowedHosts: readonly string[]): MockResponse | undefined {
  try {
    refuseHost(request, allowedHosts);
    return undefined;
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal) return refusalResponse(refusal);
    throw error;
  }
}

/** The response to a request; undefined if the client disconnected before it was complete. */
async function respond(
  request: IncomingMessage,
  share: RequestShare,
  { engine, allowedHosts }: MockServerOptions,
): Promise<MockResponse | undefined> {
  // Read the address now, because the socket only has it while it is open.
  const origin = linkOrigin(request.headers.host, socketOrigin(request.socket), allowedHosts);
  const body = await readBody(request, engine().rules.maxBodyBytes, share.take);
  if (body === "no-room") return refusalResponse(tooManyRequests(1));
  return body === undefined ? undefined : engine().respond(toMockRequest(request, body, origin));
}

function answerPreflight(request: IncomingMessage, response: ServerResponse, { rules }: Engine): void {
  const match = rules.match("OPTIONS", splitTarget(request.url ?? "/").path);
  const methods = match.found === "path" ? match.allow : "GET, POST";
  const cors = {
    requestedHeaders: request.headers["access-control-request-headers"],
    privateNetwork: String(request.headers["access-control-request-private-network"]),
  };
  response.writeHead(204, preflightHeaders(cors, methods)).end();
}

function record(
  { log, scenarios }: MockServerOptions,
  answer: MockResponse,
  line: Pick<RequestLine, "method" | "target">,
  start: number,
): void {
  log.add({
    time: new Date().toISOString(),
    method: line.method,
    url: line.target,
    status: answer.status,
    duration: Math.round((performance.now() - start) * 10) / 10,
    scenario: scenarios.current.name,
    ...answer.why,
    ...(answer.transport && { transport: Object.keys(answer.transport).join(", ") }),
  });
}

function explain({ scenarios, seed }: MockServerOptions, { why }: MockResponse): string {
  return explainHeader(why, { scenario: scenarios.current.name, seed });
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

function listen(server: Server, { port, host }: MockServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(describeListenError(error, { host, port })));
    server.listen(port, host, resolve);
  });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
