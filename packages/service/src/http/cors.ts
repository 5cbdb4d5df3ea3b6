import { REQUEST_ID_HEADER, type Rules, splitTarget } from "@metadata-service/server-rules";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Allows pages of every origin. */
const ANY_ORIGIN = "*";

/** The time for which a browser may cache the response to a preflight, in seconds; two hours is Chromium's maximum. */
const MAX_AGE = "7200";

/** Headers that a page may send, in addition to the key and the header parameters of operations. */
const SENT = ["content-type", REQUEST_ID_HEADER.toLowerCase(), "traceparent", "tracestate"];
/** Headers that a page may read, in addition to those in the document. */
const EXPOSED = ["retry-after", REQUEST_ID_HEADER.toLowerCase()];

/**
 * Lets pages of other origins use the API (CORS, in the Fetch standard). Pages may not send credentials such as
 * cookies: the key is a header that the page sets itself. This runs before the caller is identified, because browsers
 * send a preflight without the key, and a page must be able to read every error response.
 *
 * @param origins exact ones, or `*`
 */
export function allowOrigins(rules: Rules, origins: readonly string[]) {
  const any = origins.includes(ANY_ORIGIN);
  const sent = listOf([...credentialHeaders(rules), ...SENT, ...headerParameters(rules)]);
  const exposed = listOf([...EXPOSED, ...responseHeaders(rules)]);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // A response cached for one origin must not be used for another one.
    if (!any) reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !(any || origins.includes(origin))) return undefined;
    reply.header("access-control-allow-origin", any ? ANY_ORIGIN : origin);
    const methods = preflightMethods(rules, request);
    if (methods === undefined) {
      reply.header("access-control-expose-headers", exposed);
      return undefined;
    }
    request.state = { startedAt: performance.now(), isUnlogged: true, leave: () => {} };
    // For a page from the public internet that sends requests to a private network (Private Network Access).
    if (request.headers["access-control-request-private-network"] === "true")
      reply.header("access-control-allow-private-network", "true");
    return reply
      .code(204)
      .headers({
        "access-control-allow-methods": methods,
        "access-control-allow-headers": sent,
        "access-control-max-age": MAX_AGE,
      })
      .send();
  };
}

/** Returns the headers that contain keys. */
const credentialHeaders = ({ api }: Rules): string[] =>
  Object.values(api.securitySchemes).flatMap(({ credential }) =>
    credential?.in === "header" ? [credential.name.toLowerCase()] : [],
  );

/** Returns the methods of the path of a preflight; undefined for any other request, and for an unknown path. */
function preflightMethods(rules: Rules, { method, url, headers }: FastifyRequest): string | undefined {
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return undefined;
  // No operation has an empty method, so this finds the path and its methods.
  const match = rules.match("", splitTarget(url).path);
  return match.found === "path" ? match.allow : undefined;
}

function headerParameters({ operations }: Rules): string[] {
  return operations.flatMap(({ parameters }) =>
    parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name),
  );
}

/** Returns the headers of all responses in the document. */
function responseHeaders({ api }: Rules): string[] {
  return api.operations.flatMap(({ responses }) => responses.flatMap(({ headers }) => headers.map(({ name }) => name)));
}

/** Joins header names without duplicates. */
function listOf(names: readonly string[]): string {
  return [...new Set(names.map((name) => name.toLowerCase()))].join(", ");
}
