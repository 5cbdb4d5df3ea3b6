import type { IncomingMessage } from "node:http";
import type { MockRequest } from "../core/exchange.js";

/**
 * A request of Node's server as the mock sees it.
 *
 * @param ownOrigin the origin for links, where the `Host` of the request is not one
 */
export function toMockRequest(request: IncomingMessage, body: MockRequest["body"], ownOrigin: string): MockRequest {
  const { path, search } = splitTarget(request.url ?? "/");
  return {
    method: request.method ?? "GET",
    path,
    search,
    origin: originOf(request.headers.host) ?? ownOrigin,
    header(name) {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    ...(body !== undefined && { body }),
  };
}

/**
 * The path and the query of a request target, untouched. `URL` would not do: it takes `//evil/x` for a host and resolves
 * dots before the route is found.
 */
export function splitTarget(target: string): { path: string; search: string } {
  // The absolute form, as clients send it to a proxy (RFC 9112, section 3.2.2).
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
  const mark = relative.indexOf("?");
  return mark < 0
    ? { path: relative || "/", search: "" }
    : { path: relative.slice(0, mark) || "/", search: relative.slice(mark + 1) };
}

function originOf(host: string | undefined): string | undefined {
  if (!host || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).origin : undefined;
}
