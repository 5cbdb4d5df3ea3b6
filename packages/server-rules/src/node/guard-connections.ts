import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Rules } from "../create-rules.js";
import { whyNotServed } from "../find-operation.js";
import { quote } from "../format-path.js";
import { REQUEST_ID_HEADER, requestId, requestIdOf } from "../request/request-id.js";
import { errorText, type FormedError } from "../response/error-forms.js";
import { Refusal } from "../response/refusal.js";
import { RESPONSE_HEADERS } from "../response/response-headers.js";

/** The largest request line and headers together, in bytes: `maxHeaderSize` of the server. */
export const MAX_HEADER_BYTES = 16 * 1024;

/**
 * How long a connection stays open between two requests, in ms, by default in both servers. With Node's default of 5 s, a
 * busy client may send a request on a connection that is being closed.
 */
export const KEEP_ALIVE_TIMEOUT = 65_000;

/** The request line of a rejected request; `?` for parts that could not be parsed. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly requestId: string;
}

export interface GuardOptions {
  /** The rules in force. */
  rules(): Rules;
  /** Called for each refusal; returns headers to add to it. */
  onRefusal?(refusal: Refusal, request: RequestLine): Readonly<Record<string, string>>;
  /** Replaces the API's error body: returns another body with its media type. */
  write?(refusal: Refusal): Omit<FormedError, "status" | "headers">;
}

/** Listeners for the events of Node's HTTP server that are not ordinary requests. */
export interface ConnectionGuard {
  clientError(error: Error, socket: Duplex): void;
  checkExpectation(request: IncomingMessage, response: ServerResponse): void;
  connect(request: IncomingMessage, socket: Duplex): void;
}

/**
 * Responds to connections that never produce a valid request: bytes that are not HTTP, headers that are too large,
 * clients that are too slow, methods unknown to Node, `CONNECT`, and an unsupported `Expect`. Node's default is an
 * undocumented 408, 417 or 431, or no response.
 */
export function createConnectionGuard({
  rules,
  onRefusal = () => ({}),
  write = asJson,
}: GuardOptions): ConnectionGuard {
  const refuse = (socket: Duplex, refusal: Refusal, line: RequestLine) =>
    writeRefusal(socket, refusal, write(refusal), { ...onRefusal(refusal, line), [REQUEST_ID_HEADER]: line.requestId });
  return {
    clientError(error: ParserError, socket) {
      const { headersSent } = (socket as { _httpMessage?: ServerResponse })._httpMessage ?? {};
      if (error.code === "ECONNRESET" || !socket.writable || headersSent) {
        socket.destroy();
        return;
      }
      const line = requestLineOf(error);
      refuse(
        socket,
        line ? whyNotServed(rules(), line.method, line.target) : refusalOfParser(error),
        line ?? unknownLine(),
      );
    },
    checkExpectation(request, response) {
      const message = `Expect must be 100-continue or left out, not ${quote(request.headers.expect ?? "")}`;
      const refusal = new Refusal(400, message);
      const line = lineOf(request, rules());
      const added = { ...onRefusal(refusal, line), [REQUEST_ID_HEADER]: line.requestId };
      const written = write(refusal);
      const text = errorText(written) ?? "";
      const length = {
        "Content-Type": written.mediaType,
        "Content-Length": Buffer.byteLength(text),
        Connection: "close",
      };
      response.writeHead(400, { ...RESPONSE_HEADERS, ...added, ...length }).end(text);
    },
    connect(request, socket) {
      const line = lineOf(request, rules());
      refuse(socket, whyNotServed(rules(), line.method, line.target), line);
    },
  };
}

/** Returns the default JSON body of a refusal. */
const asJson = ({ body }: Refusal) => ({ mediaType: RESPONSE_HEADERS["Content-Type"], body });

/** Installs the guard on a plain Node HTTP server. */
export function guardConnections(server: Server, options: GuardOptions): void {
  const guard = createConnectionGuard(options);
  server.on("clientError", guard.clientError);
  server.on("checkExpectation", guard.checkExpectation);
  server.on("connect", guard.connect);
}

/** Node's error for a request that its parser rejected. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

function lineOf({ method = "?", url = "?", headers }: IncomingMessage, rules: Rules): RequestLine {
  return { method, target: url, requestId: requestIdOf(headers, rules) };
}

/** Returns placeholders for bytes that are not an HTTP request. */
function unknownLine(): RequestLine {
  return { method: "?", target: "?", requestId: requestId() };
}

/** A method is a token (RFC 9110, section 5.6.2). */
const REQUEST_LINE = /^([!#$%&'*+\-.^`|~\w]{1,40}) (\S{1,16384}) HTTP\/1\.[01]\r?\n/;

/** Parses the request line when the parser rejected only the method. */
function requestLineOf({ code, rawPacket }: ParserError): RequestLine | undefined {
  if (code !== "HPE_INVALID_METHOD" || !rawPacket) return undefined;
  const [, method, target] = REQUEST_LINE.exec(rawPacket.toString("latin1")) ?? [];
  return method && target ? { method, target, requestId: requestId() } : undefined;
}

function refusalOfParser({ code }: ParserError): Refusal {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new Refusal(400, `the request line and headers must have at most ${MAX_HEADER_BYTES} bytes`);
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new Refusal(400, "the request took too long to arrive");
    default:
      return new Refusal(400, "the request is not HTTP/1.1");
  }
}

/** Writes a refusal directly to a socket, because there is no response object, and closes the socket. */
function writeRefusal(
  socket: Duplex,
  refusal: Refusal,
  written: Omit<FormedError, "status" | "headers">,
  added: Readonly<Record<string, string>>,
): void {
  const text = errorText(written) ?? "";
  const headers = {
    ...refusal.headers,
    ...RESPONSE_HEADERS,
    ...added,
    "Content-Type": written.mediaType,
    "Content-Length": Buffer.byteLength(text),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // The client may have disconnected.
  socket.on("error", () => {});
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n${text}`);
}
