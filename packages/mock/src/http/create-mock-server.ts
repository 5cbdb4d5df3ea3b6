import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { MAX_BODY_BYTES, methodNotAllowed, quote } from "@metadata-service/server-rules";
import type { Engine } from "../core/create-engine.js";
import { errorAnswer } from "../core/error-answer.js";
import type { Answer } from "../core/exchange.js";
import type { ScenarioState } from "../core/scenarios/scenario-state.js";
import type { RequestLog } from "../log/request-log.js";
import { type ParserError, parserMessage, requestLineOf, writeRawAnswer } from "./answer-broken-request.js";
import { corsHeaders, preflightHeaders } from "./cors-headers.js";
import { describeListenError } from "./describe-listen-error.js";
import { explainHeader } from "./explain-header.js";
import { readBody } from "./read-body.js";
import { sendAnswer } from "./send-answer.js";
import { splitTarget, toMockRequest } from "./to-mock-request.js";

/** A thousand requests are kept: none of them with more of its URL than this. */
const LONGEST_LOGGED_URL = 2000;

/** What the server needs. */
export interface MockServerOptions {
  readonly port: number;
  readonly host: string;
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
  const { log, scenarios, seed } = options;
  const stopping = new AbortController();
  let url = "";
  const explained = () => ({ scenario: scenarios.current.name, seed });

  function record(answer: Answer, method: string, target: string, start: number): void {
    log.add({
      time: new Date().toISOString(),
      method,
      url: target.slice(0, LONGEST_LOGGED_URL),
      status: answer.status,
      duration: Math.round((performance.now() - start) * 10) / 10,
      scenario: scenarios.current.name,
      ...answer.why,
      ...(answer.transport && { transport: Object.keys(answer.transport).join(", ") }),
    });
  }

  async function handle(request: IncomingMessage, response: ServerResponse, refusal?: string): Promise<void> {
    const start = performance.now();
    if (isPreflight(request)) return answerPreflight(request, response);
    if (options.handleOther?.(request, response)) return;
    const answer = refusal
      ? errorAnswer(400, { source: "validation", detail: refusal }, refusal)
      : await respond(request);
    if (!answer) return;
    const headers = {
      ...corsHeaders({ origin: request.headers.origin }),
      "Cache-Control": "no-store",
      "X-Mock": explainHeader(answer.why, explained()),
      // What is left of the body is not read, so the connection cannot be used again.
      ...(request.complete ? {} : { Connection: "close" }),
    };
    await sendAnswer(response, answer, headers, stopping.signal);
    record(answer, request.method ?? "", request.url ?? "", start);
  }

  /** The answer to a request; undefined when the client went away before its end. */
  async function respond(request: IncomingMessage): Promise<Answer | undefined> {
    const body = await readBody(request, MAX_BODY_BYTES);
    return body === undefined ? undefined : options.engine().respond(toMockRequest(request, body, url));
  }

  function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
    const { rules } = options.engine();
    const match = rules.match("OPTIONS", splitTarget(request.url ?? "/").path);
    const methods = match.found === "path" ? match.allow : "GET, POST";
    const cors = {
      origin: request.headers.origin,
      requestedHeaders: request.headers["access-control-request-headers"],
      privateNetwork: String(request.headers["access-control-request-private-network"]),
    };
    response.writeHead(204, preflightHeaders(cors, methods)).end();
  }

  function answerBroken(error: ParserError, socket: Duplex): void {
    const line = requestLineOf(error);
    const match = line && options.engine().rules.match(line.method, splitTarget(line.target).path);
    const answer =
      match?.found === "path"
        ? errorAnswer(405, { source: "route" }, methodNotAllowed(match.allow), { Allow: match.allow })
        : match
          ? errorAnswer(404, { source: "route" })
          : errorAnswer(400, { source: "validation", detail: error.code ?? "" }, parserMessage(error));
    writeRawAnswer(socket, answer, { "X-Mock": explainHeader(answer.why, explained()) });
    record(answer, line?.method ?? "?", line?.target ?? "?", performance.now());
  }

  /** Handles a request; a defect of the mock is said loudly, and the mock lives on. */
  function serve(request: IncomingMessage, response: ServerResponse, refusal?: string): void {
    handle(request, response, refusal).catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error));
      if (response.headersSent) return response.destroy();
      const { status, body } = errorAnswer(500, { source: "defect" });
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
  }

  // Node would refuse a request without Host, or with an Expect of its own kind, with bodies that are not the API's.
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    serve(request, response, lacksHost(request) ? "The request has no Host header" : undefined),
  );
  server.on("checkExpectation", (request, response) =>
    serve(request, response, `Expect must be 100-continue, not ${quote(request.headers.expect ?? "")}`),
  );
  server.on("clientError", answerBroken);
  server.on("connect", (request, socket) =>
    answerBroken(
      Object.assign(new Error(), {
        code: "HPE_INVALID_METHOD",
        rawPacket: Buffer.from(`CONNECT ${request.url} HTTP/1.1\r\n`),
      }),
      socket,
    ),
  );
  await listen(server, options);
  url = urlOf(server, options.host);
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** HTTP/1.1 asks for one (RFC 9112, section 3.2); HTTP/1.0 does not. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && headers.host === undefined;
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
