import { createServer, type Server } from "node:http";
import type { Metrics } from "./metrics.js";

/** What the private port tells. */
export interface OpsParts {
  readonly metrics: Metrics;
  /** Resolves when the service can answer requests, and rejects with the reason when it cannot. */
  ready(): Promise<void>;
}

/**
 * The private side, for probes and Prometheus: `/healthz` (the process lives), `/readyz` (it can answer requests now),
 * `/metrics`. It has a port of its own, so that nothing of it is ever public by accident.
 */
export function createOpsServer({ metrics, ready }: OpsParts): Server {
  const pages: Record<string, () => Promise<{ status: number; type: string; text: string }>> = {
    "/healthz": async () => ({ status: 200, type: "text/plain", text: "alive\n" }),
    "/readyz": () =>
      ready().then(
        () => ({ status: 200, type: "text/plain", text: "ready\n" }),
        (error: Error) => ({ status: 503, type: "text/plain", text: `not ready: ${error.message}\n` }),
      ),
    "/metrics": async () => ({ status: 200, type: metrics.contentType, text: await metrics.text() }),
  };
  return createServer((request, response) => {
    const page = pages[request.url?.split("?", 1)[0] ?? ""];
    const get = request.method === "GET" || request.method === "HEAD";
    const answer = page && get ? page() : Promise.resolve({ status: page ? 405 : 404, type: "text/plain", text: "" });
    answer
      .then(({ status, type, text }) => response.writeHead(status, { "content-type": type }).end(text))
      .catch((error: unknown) => response.writeHead(500, { "content-type": "text/plain" }).end(`${error}\n`));
  });
}
