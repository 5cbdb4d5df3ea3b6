import { isUtf8 } from "node:buffer";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { ContractViolation } from "../judging/judge-response.js";
import { type Deadlines, deadlines } from "./deadlines.js";
import type { Target, WireRequest, WireResponse } from "./target.js";
import { explained } from "./tls-failures.js";

/** The address and the settings of a server. */
export interface HttpTargetOptions {
  /** Scheme, host, port, and a path prefix if there is one; a trailing slash is ignored. */
  baseUrl: string;
  /** A key that the server accepts. @default none, for an API without credentials */
  apiKey?: string;
  /** The user name of Basic authentication; the key is the password. @default the key */
  user?: string;
  /** Headers of every request, for example that of a tenant; the headers of a case replace them. @default none */
  headers?: Record<string, string>;
  /** The certificates of the authorities to trust, in PEM. @default those of Node */
  ca?: string | Buffer;
  /** Accepts any certificate, also an expired or self-signed one. @default false */
  insecure?: boolean;
  /** The name in the report. @default the base URL */
  name?: string;
  /** Milliseconds for a whole exchange; time in which this process got no CPU does not count. @default 30000 */
  timeout?: number;
  /**
   * A header that makes the server return a given status, written as `{status}`, for example `Prefer: code={status}`.
   * Without it, 429 and 500 are reported as not provoked.
   */
  provokeHeader?: string;
}

/** Node's error codes for a connection that the server has closed. */
const CLOSED: readonly unknown[] = ["ECONNRESET", "EPIPE"];
/**
 * Methods that are never sent twice, because a second request could do something else (RFC 9110, 9.2.2). They use a new
 * connection, because the server may close an idle one while they are on their way.
 */
const SENT_ONCE = ["POST", "PATCH"];

const isClosed = (error: Error): boolean => CLOSED.includes((error as NodeJS.ErrnoException).code);

/** The start of a response was received, but not its end. */
class BrokenOff extends Error {}
/** The connection was closed before the whole body was sent, so the server cannot have processed the request. */
class ClosedWhileSending extends Error {
  constructor(override readonly cause: Error) {
    super(cause.message, { cause });
  }
}

/**
 * Creates a target for a server. It uses `node:http`, because `fetch` rejects some of the requests: the method TRACE, a
 * body on a GET. Requests that `node:http` rejects, such as one with a control character in a header, are not tried.
 */
export function httpTarget(options: HttpTargetOptions): Target {
  const { baseUrl, apiKey = "", user, name, timeout = 30_000, provokeHeader, ca, insecure = false } = options;
  const base = new URL(baseUrl);
  const secure = base.protocol === "https:";
  const tls = { ca, rejectUnauthorized: !insecure };
  const agentOf = (keepAlive: boolean) =>
    secure ? new HttpsAgent({ keepAlive, ...tls }) : new HttpAgent({ keepAlive });
  const [agent, fresh] = [agentOf(true), agentOf(false)];
  const waiting = deadlines(timeout);
  const address = { base, timeout, waiting, headers: options.headers };
  const exchange = (request: WireRequest, through: HttpAgent) => exchangeWith(address, request, through);
  const [headerName, headerValue] = provokeHeader?.split(/:\s*/, 2) ?? [];
  return {
    name: name ?? withoutPassword(base, baseUrl),
    apiKey,
    ...(user === undefined ? {} : { user }),
    baseUrl: withoutPassword(base, baseUrl),
    speaks: "http",
    provoke: (status) =>
      headerName && headerValue ? { [headerName]: headerValue.replaceAll("{status}", String(status)) } : undefined,
    async send(request) {
      const isOnce = SENT_ONCE.includes(request.method);
      try {
        return await exchange(request, isOnce ? fresh : agent).catch((error: Error) => {
          // A server may respond without reading the body and close (RFC 9110, 15.5.14). Its response can get lost then.
          if (error instanceof ClosedWhileSending) return exchange(withExpectation(request), fresh);
          // A server may close an idle connection while we write to it, before it has read anything.
          if (isOnce || !isClosed(error)) throw error;
          return exchange(request, fresh);
        });
      } catch (error) {
        throw brokenOff(request, (error instanceof ClosedWhileSending ? error.cause : error) as NodeJS.ErrnoException);
      }
    },
    responds: (url) => responds(url, waiting),
    async close() {
      agent.destroy();
      fresh.destroy();
    },
  };
}

/** How to reach a server. */
interface Address {
  base: URL;
  timeout: number;
  waiting: Deadlines;
  /** Headers of every request. */
  headers: Record<string, string> | undefined;
}

function exchangeWith(address: Address, request: WireRequest, agent: HttpAgent): Promise<WireResponse> {
  const { base, timeout, waiting } = address;
  const secure = base.protocol === "https:";
  const { method, path, headers, body } = request;
  return new Promise((resolve, reject) => {
    let received = () => false;
    const outgoing = (secure ? httpsRequest : httpRequest)(
      {
        protocol: base.protocol,
        hostname: base.hostname.replace(/^\[|\]$/g, ""),
        port: base.port,
        method,
        path: base.pathname.replace(/\/$/, "") + path,
        agent,
        headers: {
          ...withDefaults(headers, address.headers),
          ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
        },
      },
      (incoming) => {
        received = () => true;
        read(incoming).then(done, fail);
      },
    );
    const ended = waiting.begin(() =>
      outgoing.destroy(new DOMException(`no response within ${timeout / 1000} s`, "TimeoutError")),
    );
    outgoing.once("socket", (socket) => {
      const before = socket.bytesRead;
      // The bytes of a TLS handshake are not part of a response.
      if (!secure) received = () => socket.bytesRead > before;
    });
    function done(response: WireResponse): void {
      ended();
      if (!outgoing.writableEnded) outgoing.destroy();
      resolve(response);
    }
    function fail(error: Error): void {
      ended();
      const isTimeout = outgoing.errored?.name === "TimeoutError";
      if (isTimeout) reject(outgoing.errored);
      else
        reject(
          isClosed(error) ? whileConnected(error, received(), body === undefined || outgoing.writableFinished) : error,
        );
    }
    outgoing.on("error", fail);
    if ("Expect" in headers) sendWhenAsked(outgoing, body);
    else outgoing.end(body);
  });
}

/** What a closed connection means: for the response, for the request, or nothing that is known. */
function whileConnected(error: Error, isReceived: boolean, isSent: boolean): Error {
  if (isReceived) return new BrokenOff(error.message);
  return isSent ? error : new ClosedWhileSending(error);
}

/** The server says before the body is sent whether it reads it (RFC 9110, 10.1.1). */
function withExpectation(request: WireRequest): WireRequest {
  return { ...request, headers: { ...request.headers, Expect: "100-continue" } };
}

/** Sends the body when the server asks for it, or after a second, because some never do. */
function sendWhenAsked(outgoing: ClientRequest, body: WireRequest["body"]): void {
  const send = () => {
    clearTimeout(unasked);
    // A server may ask after the body was sent.
    if (!outgoing.writableEnded) outgoing.end(body);
  };
  const unasked = setTimeout(send, 1000);
  outgoing.once("continue", send);
  for (const event of ["response", "close"]) outgoing.once(event, () => clearTimeout(unasked));
  outgoing.flushHeaders();
}

/** Adds headers that a request does not have, in any notation. */
function withDefaults(headers: Record<string, string>, others: Record<string, string> = {}): Record<string, string> {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return { ...Object.fromEntries(Object.entries(others).filter(([name]) => !own.has(name.toLowerCase()))), ...headers };
}

/** A base URL may contain a user name and a password, which belong in no report. */
function withoutPassword({ username, password, href }: URL, text: string): string {
  if (!username && !password) return text;
  const clean = new URL(href);
  clean.username = "";
  clean.password = "";
  return clean.href;
}

const DECODERS: Record<string, (body: Buffer) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  br: promisify(brotliDecompress),
  // Some servers send the format of RFC 1951 without the header of RFC 1950, which RFC 9110, 8.4.1.2, mentions.
  deflate: (body) => promisify(inflate)(body).catch(() => promisify(inflateRaw)(body)),
};

async function read(incoming: IncomingMessage): Promise<WireResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([key, value]) => [key, [value].flat().join(", ")]),
  );
  const body = await decodedBody(Buffer.concat(chunks), headers["content-encoding"] ?? "");
  const notUtf8 = isUtf8(body) ? {} : { notUtf8: true };
  return { status: incoming.statusCode ?? 0, headers, body: body.toString("utf8"), ...notUtf8 };
}

/** Decodes the content codings of a body, the last one first (RFC 9110, 8.4). */
async function decodedBody(body: Buffer, codings: string): Promise<Buffer> {
  let result = body;
  for (const coding of codings
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .reverse()) {
    if (coding === "" || coding === "identity" || result.length === 0) continue;
    const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (!decode)
      throw new ContractViolation(`the response has the content coding ${coding}, which no client asked for`);
    result = await decode(result).catch((error: Error) => {
      throw new ContractViolation(`the response is not valid ${coding}, its content coding: ${error.message}`);
    });
  }
  return result;
}

/** Turns what violates HTTP into a violation; what may be the network stays an error. */
function brokenOff(request: WireRequest, error: NodeJS.ErrnoException): Error {
  const what = `${request.method} ${request.path}`;
  if (error instanceof BrokenOff)
    return new ContractViolation(`the response broke off before its end (RFC 9112, 8): ${what}: ${error.message}`);
  if (String(error.code).startsWith("HPE_"))
    return new ContractViolation(`the response is not HTTP/1.1 (RFC 9112): ${what}: ${error.message}`);
  return explained(error);
}

/** Whether an HTTP server responds, with any status. */
async function responds(url: URL, waiting: Deadlines): Promise<boolean> {
  const abort = new AbortController();
  const ended = waiting.begin(() => abort.abort());
  try {
    const response = await fetch(url, { redirect: "manual", signal: abort.signal });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  } finally {
    ended();
  }
}
