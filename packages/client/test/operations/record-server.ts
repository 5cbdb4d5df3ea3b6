import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received request. */
export interface Recorded {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Starts a server that records its requests, and responds as the test specifies. */
export async function startRecorder() {
  const seen: Recorded[] = [];
  let respond: (response: ServerResponse, number: number) => unknown = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(chunks) });
    respond(response, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Clears the recorded requests, and uses this function for the next responses. */
    respondWith(next: typeof respond) {
      seen.length = 0;
      respond = next;
    },
    seen,
    get last(): Recorded {
      const last = seen.at(-1);
      if (!last) throw new Error("no request came");
      return last;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
