import type { IncomingMessage } from "node:http";
import { splitTarget } from "@metadata-service/server-rules";
import type { MockRequest } from "../core/exchange.js";

/**
 * A request of Node's server as the mock sees it.
 *
 * @param origin what links begin with
 */
export function toMockRequest(request: IncomingMessage, body: MockRequest["body"], origin: string): MockRequest {
  const { path, search } = splitTarget(request.url ?? "/");
  return {
    method: request.method ?? "GET",
    path,
    search,
    origin,
    header(name) {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    ...(body !== undefined && { body }),
  };
}
