import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorBody, methodNotAllowed, type Rules, Violation } from "@metadata-service/server-rules";

/**
 * Answers what never becomes a request: bytes that are not HTTP, headers that are too large, senders that are too slow,
 * methods that Node does not know. Node alone would answer with 408, 417 or 431, or with nothing.
 */
export function guardConnections(server: Server, rules: Rules): void {
  server.removeAllListeners("clientError");
  server.on("clientError", (error: ClientError, socket) => {
    const busy = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true;
    if (error.code === "ECONNRESET" || !socket.writable || busy) socket.destroy();
    else answerRaw(socket, ...answerTo(error, rules));
  });
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(errorBody(400, "Expect must be 100-continue or left out"));
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      connection: "close",
    };
    response.writeHead(400, headers).end(body);
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    answerRaw(socket, ...answerToMethod(request.method ?? "CONNECT", request.url ?? "", rules));
  });
}

interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

type RawAnswer = [status: 400 | 404 | 405, message: string | undefined, headers: Readonly<Record<string, string>>];

function answerTo({ code, rawPacket }: ClientError, rules: Rules): RawAnswer {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return [400, "the request line and headers must have at most 16384 bytes", {}];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [400, "the request took too long to arrive", {}];
    case "HPE_INVALID_METHOD": {
      const [, method, target] =
        /^([!#$%&'*+\-.^_`|~\w]+) (\S+) HTTP\/1\.[01]\r?\n/.exec(rawPacket?.toString("latin1") ?? "") ?? [];
      if (method !== undefined && target !== undefined) return answerToMethod(method, target, rules);
    }
  }
  return [400, "the request is not HTTP/1.1", {}];
}

function answerToMethod(method: string, target: string, rules: Rules): RawAnswer {
  try {
    const match = rules.match(method, target.split("?", 1)[0] ?? "");
    return match.found === "path" ? [405, methodNotAllowed(match.allow), { allow: match.allow }] : [404, undefined, {}];
  } catch (error) {
    if (error instanceof Violation) return [400, error.message, {}];
    throw error;
  }
}

const REASONS = { 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed" } as const;

function answerRaw(socket: Duplex, ...[status, message, headers]: RawAnswer): void {
  const body = JSON.stringify(errorBody(status, message));
  const lines = Object.entries({
    ...headers,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on("error", () => {});
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${lines.join("")}\r\n${body}`);
}
