/** A request as sent over the network. */
export interface WireRequest {
  method: string;
  /** Path and query, beginning with `/`. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** A response as received from the network; header names are in lower case. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whether its bytes were not UTF-8; `body` then has replacement characters. @default false */
  notUtf8?: boolean;
}

/** An implementation of the API: a mock, a service, a client in front of either, any server. */
export interface Target {
  name: string;
  /** A key that the target accepts; empty if it needs none. */
  apiKey: string;
  /** The user name of Basic authentication. @default the key */
  user?: string;
  /** The base URL, if it is a server; its links must lead there. */
  baseUrl?: string;
  send(request: WireRequest): Promise<WireResponse>;
  /** Whether an HTTP server responds at an address, to check links to other addresses; no key is sent there. */
  responds?(url: URL): Promise<boolean>;
  /**
   * Returns headers that make the target respond to a valid request with this status, for statuses that no request
   * provokes by itself; undefined if it has no such feature. The mock, for example, has `Prefer: code=429`.
   */
  provoke?(status: number): Record<string, string> | undefined;
  /** Cases that this target cannot run, with reasons. Each entry is a gap in the test coverage, so keep it empty. */
  skips?: Skip[];
  /**
   * `methods` if the target calls the methods of a client, which cannot, for example, send broken JSON; cases with
   * `wire` are then left out. @default "http"
   */
  speaks?: "http" | "methods";
  close?(): Promise<void>;
}

/** Cases that a target does not run. */
export interface Skip {
  /** The exact id of a case, or a regular expression. */
  match: string | RegExp;
  reason: string;
}
