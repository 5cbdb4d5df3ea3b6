import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  asRefusal,
  checkHost,
  MAX_BODY_BYTES,
  RESPONSE_HEADERS,
  Refusal,
  splitTarget,
} from "@metadata-service/server-rules";
import { guardConnections, hostLines, MAX_HEADER_BYTES, type RequestLine } from "@metadata-service/server-rules/node";
import type { Engine } from "../core/create-engine.js";
import type { Answer } from "../core/exchange.js";
import { refusalAnswer } from "../core/refusal-answer.js";
import type { ScenarioState } from "../core/scenarios/scenario-state.js";
import type { RequestLog } from "../log/request-log.js";
import { corsHeaders, preflightHeaders } from "./cors-headers.js";
import { describeListenError } from "./describe-listen-error.js";
import { explainHeader } from "./explain-header.js";
import { readBody } from "./read-body.js";
import { sendAnswer } from "./send-answer.js";
import { toMockRequest } from "./to-mock-request.js";

/** A thousand requests are kept: none of them with more of its URL than this. */
const LONGEST_LOGGED_URL = 2000;

/** What the server needs. */
export interface MockServerOptions {
  readonly port: number;
  readonly host: string;
  /** Names that links may have, beside loopback. */
  readonly allowedHosts: readonly string[];
  readonly seed: number;
  readonly log: RequestLog;
  readonly scenarios: ScenarioState;
  /** The engine in force: a changed spec replaces it. */
  engine(): Engine;
  /** Answers what is not of the API, such as the control page; false where it is not for it. */
  handleOther?(request: IncomingMessage, response: ServerResponse): boolean;
}

/** A server that listens. */
export interface MockServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Puts the mock on the network: reads requests, has the engine answer, and puts the answer on the wire. */
export async function createMockServer(options: MockServerOptions): Promise<MockServer> {
  const stopping = new AbortController();
  const serve = createListener(options, stopping.signal);
  // Node would refuse a request without Host with a body that is not the API's.
  const server = createServer({ requireHostHeader: false, maxHeaderSize: MAX_HEADER_BYTES }, serve);
  guardConnections(server, {
    rules: () => options.engine().rules,
    onRefusal(refusal, line) {
      const answer = refusalAnswer(refusal);
      record(options, answer, line, performance.now());
      return { "X-Mock": explain(options, answer) };
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

/** Handles each request; a defect of the mock is said loudly, and the mock lives on. */
function createListener(options: MockServerOptions, signal: AbortSignal) {
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const start = performance.now();
    if (isPreflight(request)) return answerPreflight(request, response, options.engine());
    if (options.handleOther?.(request, response)) return;
    const answer = await respond(request, options);
    if (!answer) return;
    const headers = {
      ...corsHeaders({ origin: request.headers.origin }),
      "X-Mock": explain(options, answer),
      // What is left of the body is not read, so the connection cannot be used again.
      ...(request.complete ? {} : { Connection: "close" }),
    };
    await sendAnswer(response, answer, headers, signal);
    record(options, answer, { method: request.method ?? "", target: request.url ?? "" }, start);
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error));
      if (response.headersSent) return response.destroy();
      response.writeHead(500, RESPONSE_HEADERS).end(JSON.stringify(new Refusal(500).body));
    });
  };
}

/** The answer to a request; undefined when the client went away before its end. */
async function respond(
  request: IncomingMessage,
  { engine, allowedHosts }: MockServerOptions,
): Promise<Answer | undefined> {
  try {
    checkHost(hostLines(request), request.httpVersion);
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal) return refusalAnswer(refusal);
    throw error;
  }
  const body = await readBody(request, MAX_BODY_BYTES);
  return body === undefined ? undefined : engine().respond(toMockRequest(request, body, allowedHosts));
}

function answerPreflight(request: IncomingMessage, response: ServerResponse, { rules }: Engine): void {
  const match = rules.match("OPTIONS", splitTarget(request.url ?? "/").path);
  const methods = match.found === "path" ? match.allow : "GET, POST";
  const cors = {
    origin: request.headers.origin,
    requestedHeaders: request.headers["access-control-request-headers"],
    privateNetwork: String(request.headers["access-control-request-private-network"]),
  };
  response.writeHead(204, preflightHeaders(cors, methods)).end();
}

function record({ log, scenarios }: MockServerOptions, answer: Answer, line: RequestLine, start: number): void {
  log.add({
    time: new Date().toISOString(),
    method: line.method,
    url: line.target.slice(0, LONGEST_LOGGED_URL),
    status: answer.status,
    duration: Math.round((performance.now() - start) * 10) / 10,
    scenario: scenarios.current.name,
    ...answer.why,
    ...(answer.transport && { transport: Object.keys(answer.transport).join(", ") }),
  });
}

function explain({ scenarios, seed }: MockServerOptions, { why }: Answer): string {
  return explainHeader(why, { scenario: scenarios.current.name, seed });
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

function listen(server: Server, { port, host }: MockServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(describeListenError(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
