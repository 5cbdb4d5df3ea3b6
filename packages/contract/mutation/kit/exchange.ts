/** A request; header names are in lower case. */
export interface Request {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A response; header names are in lower case. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  /** Closes the connection without a response, or in the middle of the body. */
  readonly broken?: "before" | "within";
}

export type Send = (request: Request) => Promise<Response>;

/**
 * A faulty server: handles a request, and may pass it on to the right server, before or after it changes something. It
 * keeps its state in a closure.
 */
export type Fault = (request: Request, right: Send) => Promise<Response>;

/** A request, with its parts parsed when they are needed, and copies of it with one part replaced. */
export class Sent {
  readonly path: string;
  readonly search: string;
  #json: unknown = NONE;

  constructor(readonly request: Request) {
    const at = request.target.indexOf("?");
    this.path = at < 0 ? request.target : request.target.slice(0, at);
    this.search = at < 0 ? "" : request.target.slice(at + 1);
  }

  /** The decoded pairs of the query. */
  get query(): [string, string][] {
    return [...new URLSearchParams(this.search)];
  }

  /** The body as JSON; undefined if it is none. */
  get json(): unknown {
    if (this.#json === NONE) this.#json = parsed(this.request.body);
    return this.#json;
  }

  withQuery(query: readonly (readonly [string, string])[]): Request {
    const search = query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
    return { ...this.request, target: search ? `${this.path}?${search}` : this.path };
  }

  /** Replaces all values of a query parameter; removes it if there is none. */
  withParameter(name: string, ...values: string[]): Request {
    const others = this.query.filter(([other]) => other !== name);
    return this.withQuery([...others, ...values.map((value) => [name, value] as const)]);
  }

  withPath(path: string): Request {
    return { ...this.request, target: this.search ? `${path}?${this.search}` : path };
  }

  withHeader(name: string, value: string | undefined): Request {
    const { [name]: _, ...others } = this.request.headers;
    return { ...this.request, headers: value === undefined ? others : { ...others, [name]: value } };
  }

  withJson(value: unknown): Request {
    return this.withBody(JSON.stringify(value));
  }

  withBody(text: string | Uint8Array): Request {
    const body = Buffer.from(text as string);
    const { "content-length": length, ...headers } = this.request.headers;
    return {
      ...this.request,
      headers: length === undefined ? headers : { ...headers, "content-length": String(body.length) },
      body,
    };
  }
}

const NONE = Symbol("not parsed yet");
const known = new WeakMap<Request, Sent>();

/** Returns the parts of a request. */
export function sent(request: Request): Sent {
  const found = known.get(request) ?? new Sent(request);
  known.set(request, found);
  return found;
}

/** Parses JSON; returns undefined if the text is none. */
export function parsed(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Returns a response with another body, and the length to match. */
export function withBody(response: Response, body: string | Buffer): Response {
  const { "content-length": length, ...headers } = response.headers;
  const bytes = Buffer.from(body as string);
  return {
    ...response,
    headers: length === undefined ? headers : { ...headers, "content-length": String(bytes.length) },
    body: bytes,
  };
}

export const withJson = (response: Response, value: unknown): Response => withBody(response, JSON.stringify(value));

/** Returns a response with another value of a header; without it if the value is undefined. */
export function withHeader(response: Response, name: string, value: string | undefined): Response {
  const { [name]: _, ...others } = response.headers;
  return { ...response, headers: value === undefined ? others : { ...others, [name]: value } };
}

export const header = ({ headers }: Response, name: string): string => [headers[name] ?? ""].flat().join(", ");
