/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  /** Path and query, beginning with `/`. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** A response as it came over the wire; header names in lower case. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Something that speaks the API: a mock, a service, a client in front of either, a server somewhere. */
export interface Target {
  name: string;
  /** A key that the target accepts. */
  apiKey: string;
  /** Where it is, when it is a server; its links have to lead there. */
  baseUrl?: string;
  send(request: WireRequest): Promise<WireResponse>;
  /** Whether an HTTP server responds at an address, for links that name another one; no key is sent there. */
  responds?(url: URL): Promise<boolean>;
  /**
   * The headers that make the target answer a valid request with this status, for statuses that no request of itself
   * provokes; undefined where it has no such switch. The mock, for one, has `Prefer: code=429`.
   */
  provoke?(status: number): Record<string, string> | undefined;
  /** What this target cannot do, by reason. Each entry is a hole in what the suite shows, so keep it empty. */
  skips?: Skip[];
  /** Which cases can be put to the target at all; a client in front of it has no way to send what is not JSON. */
  speaks?: "http" | "methods";
  close?(): Promise<void>;
}

/** Cases that a target does not run. */
export interface Skip {
  /** Matches a case's id: an exact id or a regular expression. */
  match: string | RegExp;
  reason: string;
}
