import type { IncomingMessage } from "node:http";
import { splitTarget } from "@metadata-service/server-rules";
import { own } from "@metadata-service/spec-tools";
import type { MockRequest } from "../core/exchange.js";

/**
 * Converts a Node request to a `MockRequest`.
 *
 * @param origin the beginning of links in the response
 */
export function toMockRequest(request: IncomingMessage, body: MockRequest["body"], origin: string): MockRequest {
  const { path, search } = splitTarget(request.url ?? "/");
  return {
    method: request.method ?? "GET",
    path,
    search,
    origin,
    header(name) {
      const value = own(request.headers, name);
      return Array.isArray(value) ? value.join(", ") : value;
    },
    ...(body !== undefined && { body }),
  };
}
