/** The headers of a response that a page of another origin may read. */
const EXPOSED = "Retry-After, Allow, X-Mock, X-Request-Id";
/** How long a browser may keep the response to a preflight, in seconds. */
const MAX_AGE = "600";

/**
 * The CORS headers of the API. Pages of every origin may read it, and none may send credentials: the key is a header that
 * the page sets itself, so nothing that a browser adds automatically (cookies, HTTP authentication) is ever needed.
 */
export const API_CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
} as const;

/** What a preflight asks for. */
export interface PreflightRequest {
  /** `Access-Control-Request-Headers`. */
  readonly requestedHeaders: string | undefined;
  /** `Access-Control-Request-Private-Network`. */
  readonly privateNetwork: string | undefined;
}

/**
 * The headers of the response to a preflight for the API.
 *
 * @param methods those of the path, for example `GET, POST`
 */
export function preflightHeaders(request: PreflightRequest, methods: string): Record<string, string> {
  return {
    ...API_CORS,
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": request.requestedHeaders ?? "apiKey, Content-Type, Prefer, X-Request-Id",
    "Access-Control-Max-Age": MAX_AGE,
    ...(request.privateNetwork === "true" && { "Access-Control-Allow-Private-Network": "true" }),
    Vary: "Access-Control-Request-Headers",
  };
}
