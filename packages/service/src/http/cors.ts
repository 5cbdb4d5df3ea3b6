import { type Rules, splitTarget } from "@metadata-service/server-rules";
import { dereference, METHODS, type ResponseObject } from "@metadata-service/spec-tools";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Stands for pages of every origin. */
const ANY_ORIGIN = "*";

/** How long a browser may keep the response to a preflight, in seconds: Chromium keeps none for longer than two hours. */
const MAX_AGE = "7200";

/** What a page may send beside the key and the header parameters of operations. */
const SENT = ["content-type", "x-request-id", "traceparent", "tracestate"];
/** What a page may read beside the headers that the document has. */
const EXPOSED = ["retry-after", "x-request-id"];

/**
 * Lets pages of other origins use the API, as the Fetch standard has it. No page may send credentials, cookies for one: the
 * key is a header that the page sets itself. It runs before anything is known of the caller, since browsers send a
 * preflight without the key, and a page must be able to read every refusal.
 *
 * @param origins exact ones, or `*`
 */
export function allowOrigins(rules: Rules, origins: readonly string[]) {
  const any = origins.includes(ANY_ORIGIN);
  const sent = listOf([...credentialHeaders(rules), ...SENT, ...headerParameters(rules)]);
  const exposed = listOf([...EXPOSED, ...responseHeaders(rules)]);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // What a cache keeps for one origin must not reach another one.
    if (!any) reply.header("vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !(any || origins.includes(origin))) return undefined;
    reply.header("access-control-allow-origin", any ? ANY_ORIGIN : origin);
    const methods = preflightMethods(rules, request);
    if (methods === undefined) {
      reply.header("access-control-expose-headers", exposed);
      return undefined;
    }
    request.visit = { startedAt: performance.now(), isUnlogged: true, leave: () => {} };
    // For a page of the public internet that speaks to an address of a private network (Private Network Access).
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

/** The headers that carry keys. */
const credentialHeaders = ({ api }: Rules): string[] =>
  Object.values(api.securitySchemes).flatMap(({ credential }) =>
    credential?.in === "header" ? [credential.name.toLowerCase()] : [],
  );

/** The methods of the path that a preflight is for; undefined for any other request, and for a path that does not exist. */
function preflightMethods(rules: Rules, { method, url, headers }: FastifyRequest): string | undefined {
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return undefined;
  // No path has a method without a name: what is found is the path, with the methods that it has.
  const match = rules.match("", splitTarget(url).path);
  return match.found === "path" ? match.allow : undefined;
}

function headerParameters({ operations }: Rules): string[] {
  return operations.flatMap(({ parameters }) =>
    parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name),
  );
}

/** Of all responses of the document. */
function responseHeaders({ document }: Rules): string[] {
  const operations = Object.values(document.paths).flatMap((path) => METHODS.flatMap((method) => path[method] ?? []));
  return operations
    .flatMap(({ responses = {} }) => Object.values(responses))
    .flatMap((response) => Object.keys(dereference<ResponseObject>(document, response).node.headers ?? {}));
}

/** Names of headers, each once. */
function listOf(names: readonly string[]): string {
  return [...new Set(names.map((name) => name.toLowerCase()))].join(", ");
}
