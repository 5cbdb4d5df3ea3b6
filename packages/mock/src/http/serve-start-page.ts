import type { IncomingMessage, ServerResponse } from "node:http";
import { asksForStartPage, type Rules, splitTarget, startPages } from "@metadata-service/server-rules";
import { API_CORS } from "./cors-headers.js";
import { sampleRequest } from "./sample-request.js";

/**
 * Serves `GET /`, a page with links to everything that the mock offers. Returns false for any other request, or if the
 * API has the path `/`.
 */
export function serveStartPage(
  rules: Rules,
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (!asksForStartPage(rules, request.method ?? "", splitTarget(request.url ?? "/").path)) return false;
  const pages = startPages(rules, {
    title: "Metadata Service mock",
    about: `A mock server: its responses follow the spec, and it remembers what you create until it stops. A first request: ${sampleRequest(rules, url, apiKey)}`,
    links: { "/__mock/": "the last requests with the reason of each response, and the scenarios" },
  });
  const { headers, body } = pages(request.headers.accept);
  response.writeHead(200, { ...headers, ...API_CORS, "Content-Length": Buffer.byteLength(body) }).end(body);
  return true;
}
