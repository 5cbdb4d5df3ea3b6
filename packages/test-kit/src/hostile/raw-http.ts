import { connect } from "node:net";

/** The parts of a raw request. Client libraries would reject some of the requests that tests send. */
export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  /** Header lines; `null` removes a default line. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Uint8Array;
}

/** The bytes of a request, with Host, key, length and media type by default. */
export function rawRequest({ method = "GET", target = "/", headers = {}, body }: RawRequest): Buffer {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const all: Record<string, string | null> = {
    Host: "localhost",
    Connection: "close",
    apiKey: "demo-key",
    ...(bytes && { "Content-Type": "application/json", "Content-Length": String(bytes.length) }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]));
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
  return bytes ? Buffer.concat([head, bytes]) : head;
}

/** Encodes a body with chunked transfer coding, in chunks of 1,000 bytes. */
export function chunked(body: string | Uint8Array): Buffer {
  const bytes = Buffer.from(body);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 1000) {
    const piece = bytes.subarray(at, at + 1000);
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

export interface RawReply {
  /** 0 if there was no response. */
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Sends bytes and reads the response until the connection ends. A connection that is closed without an answer has
 * status 0.
 *
 * @param patience after how long to close it, in ms: for a server that may never answer
 */
export function sendRaw(port: number, bytes: Uint8Array, patience?: number): Promise<RawReply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1");
    const timer = patience === undefined ? undefined : setTimeout(() => socket.destroy(), patience);
    socket.on("connect", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (isComplete(Buffer.concat(chunks))) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(parseReply(Buffer.concat(chunks)));
    });
  });
}

function isComplete(bytes: Buffer): boolean {
  const { status, headers, body } = parseReply(bytes);
  const length = headers.get("content-length");
  return status >= 200 && length !== undefined && Buffer.byteLength(body) >= Number(length);
}

function parseReply(bytes: Buffer): RawReply {
  // Removes an interim response, such as 100, that precedes the final one.
  const text = bytes.toString("utf8").replace(/^HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/, "");
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0), headers, body: rest.join("\r\n\r\n") };
}
