import type { Duplex } from "node:stream";
import type { Answer } from "../core/exchange.js";

/** What Node tells of a request that its parser refused. */
export interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
};

/** The method and the target of a request that was refused before it became one; undefined where there is no telling. */
export function requestLineOf({ code, rawPacket }: ParserError): { method: string; target: string } | undefined {
  if (code !== "HPE_INVALID_METHOD" || !rawPacket) return undefined;
  const [, method, target] =
    /^([!#$%&'*+.^_`|~\w-]{1,40}) (\S{1,2000}) HTTP\/1\.[01]\r?\n/.exec(rawPacket.toString("latin1")) ?? [];
  return method && target ? { method, target } : undefined;
}

/** The sentence for a request that the parser of Node refused. */
export function parserMessage({ code }: ParserError): string {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return "The headers of the request are too large";
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "The request took too long to arrive";
    default:
      return "The request is not HTTP/1.1";
  }
}

/** Writes an answer straight to a socket, where there is no response to write it to, and closes it. */
export function writeRawAnswer(socket: Duplex, answer: Answer, headers: Readonly<Record<string, string>>): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = Buffer.from(JSON.stringify(answer.body));
  const all = {
    ...answer.headers,
    ...headers,
    "Content-Type": "application/json",
    "Content-Length": String(body.length),
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${answer.status} ${STATUS_TEXT[answer.status] ?? "Error"}\r\n${lines.join("")}\r\n`);
  socket.end(body);
}
