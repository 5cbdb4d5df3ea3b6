import { randomUUID } from "node:crypto";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** A running server of a test. */
export interface Running {
  url: string;
  stop(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server on a free port. */
export async function listen(handler: Handler, configure: (server: Server) => void = () => {}): Promise<Running> {
  const server = createServer(handler);
  configure(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Reads the whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sends JSON; a response to HEAD has none. */
export function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) {
  const text = JSON.stringify(value);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(response.req.method === "HEAD" ? undefined : text);
}

/** A right server of `ping.json`: GET and HEAD, and whatever else as its framework does. */
export const ping: Handler = (request, response) => {
  request.resume();
  const [path] = (request.url ?? "").split("?");
  if (path !== "/ping") json(response, 404, { message: "not found" });
  else if (request.method === "GET" || request.method === "HEAD") json(response, 200, { ok: true });
  else json(response, 405, { message: "method" }, { Allow: "GET, HEAD" });
};

/** How a server of `books.json` may be wrong. */
export interface Wrong {
  /** Changes a response before it is sent. */
  response?(answer: Answer, request: Asked): Answer;
  /** Changes a request before it is handled. */
  request?(request: Asked): Asked;
}

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  text: string;
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Book {
  id: string;
  title: string;
  genre?: string;
  pages?: number | null;
  created: string;
}

const GENRES = ["novel", "poem"];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const message = (status: number, text: string): Answer => ({ status, body: { message: text } });

function mistakeIn(sent: Partial<Book>): string | undefined {
  const { title, genre, pages } = sent;
  const length = typeof title === "string" ? [...title].length : 0;
  if (length < 1 || length > 200) return "title must have 1 to 200 characters";
  if ("genre" in sent && !GENRES.includes(genre ?? "")) return "genre must be novel or poem";
  const isPages = pages === null || (Number.isInteger(pages) && Number(pages) >= 1);
  return "pages" in sent && !isPages ? "pages must be a positive integer or null" : undefined;
}

/** A server of `books.json`, right if nothing makes it wrong; the key is `secret-key`. */
export function books({ request: changed = (each) => each, response: answered = (each) => each }: Wrong = {}): Handler {
  const all = new Map<string, Book>();
  for (let i = 0; i < 12; i++) add({ title: `Book ${i}`, genre: GENRES[i % 2] });

  function add(fields: Pick<Book, "title"> & Partial<Book>): Book {
    const book = { ...fields, id: randomUUID(), created: "2026-11-21T06:15:00.000Z" };
    all.set(book.id, book);
    return book;
  }

  function handle({ method, path, query, headers, text }: Asked): Answer {
    const [, id] = /^\/books(?:\/([^/]+))?$/.exec(path) ?? [];
    if (!/^\/books(\/[^/]+)?$/.test(path)) return message(404, "no such path");
    if (headers.authorization !== "Bearer secret-key")
      return { ...message(401, "log in first"), headers: { "WWW-Authenticate": "Bearer" } };
    if (id !== undefined) return one(method, id);
    if (method === "POST") return create(text);
    return list(query.get("limit"), query.get("genre"));
  }

  function list(limit: string | null, genre: string | null): Answer {
    if (limit !== null && !(/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100))
      return message(400, "limit must be an integer from 1 to 100");
    if (genre !== null && !GENRES.includes(genre)) return message(400, "genre must be novel or poem");
    const found = [...all.values()].filter((book) => genre === null || book.genre === genre);
    return { status: 200, body: found.slice(0, Number(limit ?? 10)) };
  }

  function one(method: string, id: string): Answer {
    if (!UUID.test(id)) return message(400, "bookId must be a UUID");
    const book = all.get(id.toLowerCase());
    if (!book) return message(404, "no such book");
    if (method !== "DELETE") return { status: 200, body: book };
    all.delete(book.id);
    return { status: 204 };
  }

  function create(text: string): Answer {
    let sent: Partial<Book> | undefined;
    try {
      sent = JSON.parse(text);
    } catch {
      return message(400, "the body is not JSON");
    }
    if (typeof sent !== "object" || sent === null || Array.isArray(sent))
      return message(400, "the body must be an object");
    const wrong = mistakeIn(sent);
    if (wrong !== undefined) return message(400, wrong);
    return { status: 201, body: add({ ...sent, title: String(sent.title) }) };
  }

  return answering((incoming) => {
    const asked = changed(incoming);
    return answered(handle(asked), asked);
  });
}

/** Makes a server of a function that answers requests. */
export const answering =
  (answer: (asked: Asked) => Answer): Handler =>
  async (incoming, response) => {
    const url = new URL(incoming.url ?? "/", "http://host");
    const { method = "GET", headers } = incoming;
    const text = (await bodyOf(incoming)).toString();
    const {
      status,
      body,
      headers: added,
    } = answer({ method, path: url.pathname, query: url.searchParams, headers, text });
    if (body === undefined) response.writeHead(status, added).end();
    else json(response, status, body, added);
  };

/** A plain proxy; `change` may send something else instead of the response of the server. */
export const proxy = (
  target: string,
  send: (response: ServerResponse, incoming: IncomingMessage, body: Buffer) => void = (response, incoming, body) =>
    void response.writeHead(incoming.statusCode ?? 502, incoming.headers).end(body),
): Handler => {
  const { hostname, port } = new URL(target);
  return (request, response) => {
    const { method, url, headers } = request;
    const outgoing = httpRequest({ hostname, port, method, path: url, headers }, async (incoming) =>
      send(response, incoming, await bodyOf(incoming)),
    );
    outgoing.on("error", () => response.destroy());
    request.pipe(outgoing);
  };
};

/** A proxy that compresses every body, whatever the client accepts. */
export const compressing = (target: string): Handler =>
  proxy(target, (response, incoming, body) => {
    const { "content-length": _, ...headers } = incoming.headers;
    if (body.length === 0) response.writeHead(incoming.statusCode ?? 502, incoming.headers).end();
    else response.writeHead(incoming.statusCode ?? 502, { ...headers, "content-encoding": "gzip" }).end(gzipSync(body));
  });
