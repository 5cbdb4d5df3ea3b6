import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request and its response, as they were sent. */
export interface Exchange {
  method: string;
  path: string;
  sent: string;
  status: number;
  received: string;
}

/** A proxy on loopback that records all exchanges. */
export interface RecordingProxy {
  url: string;
  exchanges: Exchange[];
  stop(): Promise<void>;
}

/**
 * A field that is in no schema. Responses may gain fields at any time, and a client must still be able to read them.
 */
export const LATER_FIELD = "addedLater";

/** Adds that field to every object in a JSON text. */
const withLaterFields = (text: string): string =>
  JSON.stringify(
    JSON.parse(text, (_, value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value, [LATER_FIELD]: true } : value,
    ),
  );

/**
 * Starts a proxy to a server, so that a test can inspect what a client in any language sent. It adds a field to every
 * object of a response.
 */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const exchanges: Exchange[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Buffer.concat(chunks);
    const { method = "GET", url: path = "/" } = request;
    const headers = new Headers();
    for (const name of ["accept", "apikey", "content-type"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    const answer = await fetch(new URL(path, target), {
      method,
      headers,
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    });
    const received = await answer.text();
    exchanges.push({ method, path, sent: sent.toString(), status: answer.status, received });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    response.end(withLaterFields(received));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
