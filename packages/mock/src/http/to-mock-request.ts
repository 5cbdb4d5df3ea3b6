import type { IncomingMessage } from "node:http";
import { linkOrigin, splitTarget } from "@metadata-service/server-rules";
import { socketOrigin } from "@metadata-service/server-rules/node";
import type { MockRequest } from "../core/exchange.js";

/**
 * A request of Node's server as the mock sees it.
 *
 * @param allowedHosts names that links may have, beside loopback
 */
export function toMockRequest(
  request: IncomingMessage,
  body: MockRequest["body"],
  allowedHosts: readonly string[],
): MockRequest {
  const { path, search } = splitTarget(request.url ?? "/");
  return {
    method: request.method ?? "GET",
    path,
    search,
    origin: linkOrigin(request.headers.host, socketOrigin(request.socket), allowedHosts),
    header(name) {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    ...(body !== undefined && { body }),
  };
}
