/** The headers of an answer that a page of another origin may read. */
const EXPOSED = "Retry-After, Allow, X-Mock";
/** How long a browser may keep the answer to a preflight, in seconds. */
const MAX_AGE = "600";

/** What the CORS headers are made from. */
export interface CorsRequest {
  readonly origin: string | undefined;
  /** `Access-Control-Request-Headers` of a preflight. */
  readonly requestedHeaders?: string | undefined;
  /** `Access-Control-Request-Private-Network` of a preflight. */
  readonly privateNetwork?: string | undefined;
}

/**
 * The CORS headers of an answer to a page of another origin. The origin is named, never `*`: with `*` a browser sends no
 * credentials.
 */
export function corsHeaders({ origin }: CorsRequest): Record<string, string> {
  if (origin === undefined) return { Vary: "Origin" };
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": EXPOSED,
    Vary: "Origin",
  };
}

/**
 * The headers of the answer to a preflight.
 *
 * @param methods those of the path, for example `GET, POST`
 */
export function preflightHeaders(request: CorsRequest, methods: string): Record<string, string> {
  return {
    ...corsHeaders(request),
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": request.requestedHeaders ?? "apiKey, Content-Type, Prefer",
    "Access-Control-Max-Age": MAX_AGE,
    ...(request.privateNetwork === "true" && { "Access-Control-Allow-Private-Network": "true" }),
    Vary: "Origin, Access-Control-Request-Headers",
  };
}
