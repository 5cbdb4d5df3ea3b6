import type { Received } from "./recording-proxy.js";

/** An operation of the document under construction. */
export interface Draft {
  method: string;
  /** Added to the path. */
  path: string;
  parameters: object[];
  /** The schemes that it needs, all together; undefined for none. */
  schemes?: string[];
  /** Whether there is another set of schemes before them, for which no credential is given. */
  hasAlternative?: boolean;
  body?: object;
  /** The content of the response; undefined for JSON. */
  response?: object;
  extension?: object;
}

/** What a call is given. */
export interface Call {
  client: Record<string, unknown>;
  options: Record<string, unknown>;
  path: unknown[];
  parameters: Record<string, unknown>;
  body?: unknown;
  middleware: object[];
  /** Statuses that the proxy answers before it forwards the request. */
  before: { status: number; headers: Record<string, string> }[];
  /** The calls of a function that is an option, by the name of the feature. */
  noted: Map<string, unknown[][]>;
}

/** What a request has to contain because of a feature: all that is here, and nothing else of the kind. */
export interface Wire {
  method?: string;
  /** Pairs of the query, as they are written. */
  query?: readonly string[];
  cookies?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** The last parts of the path. */
  path?: readonly string[];
  prefix?: string;
  /** The parsed body, with its media type. */
  body?: { readonly type: RegExp; readonly value: unknown };
}

/** The outcome of the call with both features. */
export interface Outcome {
  readonly seen: readonly Received[];
  readonly call: Call;
  /** Whether the operation is a list, or returns JSON. */
  readonly draft: Draft;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A feature of the client, which can meet others in a request. */
export interface Feature {
  readonly name: string;
  /** Where it is documented: an option, `ClientOptions.fetch`, or a row of the table, `README bodies: forms`. */
  readonly of: string;
  /** What a request has only once; two features that share one of these cannot meet. */
  readonly once?: readonly Once[];
  /** An option of lists makes the operation one. */
  readonly needs?: "list";
  /** What else it cannot meet. */
  readonly never?: readonly Once[];
  readonly draft?: (draft: Draft) => void;
  readonly call?: (call: Call) => void;
  readonly wire?: Wire;
  readonly check?: (outcome: Outcome) => void | Promise<void>;
  /** Whether the call is expected to fail. */
  readonly fails?: true;
  /** How often the request is sent; once if missing. */
  readonly attempts?: number;
}

/** What a request, or a call, has only once. */
export type Once =
  | `${"Client" | "Call" | "List"}Options.${string}`
  | "Authorization header"
  | "body"
  | "method"
  | "page shape"
  | "list"
  | "result format"
  | "first response"
  | "retry";
