/** A page of another origin may read all headers of a response: those that the spec documents, and the mock's own. */
const EXPOSED = "*";
/** How long a browser may cache the response to a preflight, in seconds. */
const MAX_AGE = "600";

/**
 * The CORS headers of the API. Pages of any origin may call the API, but without credentials such as cookies. The key
 * is a header that the page sets itself, so none are needed.
 */
export const API_CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
} as const;

export interface PreflightRequest {
  /** `Access-Control-Request-Headers`. */
  readonly requestedHeaders: string | undefined;
  /** `Access-Control-Request-Private-Network`. */
  readonly privateNetwork: string | undefined;
}

/**
 * Returns the headers of the response to a preflight.
 *
 * @param methods the methods of the path, for example `GET, POST`
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
