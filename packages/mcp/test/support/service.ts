import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Service } from "./session.js";

/** Starts a service that does what the test says. */
export async function startService(listener: RequestListener, apiKey = "demo-key"): Promise<Service> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey };
}

/** Starts a service that responds to every request with a text as JSON. */
export const startAnswering = (json: string, apiKey?: string) =>
  startService((_, response) => void response.setHeader("content-type", "application/json").end(json), apiKey);
