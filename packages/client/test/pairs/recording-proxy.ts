import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived, and the body of the response. */
export interface Received {
  /** When it arrived, in ms. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly status: number;
  readonly response: Buffer;
}

/** A response that does not reach the server behind the proxy. */
interface Early {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/**
 * Starts a server that records requests, and forwards them unchanged to another server.
 *
 * @param first the responses to the first requests, which are not forwarded
 */
export async function startRecordingProxy(target: string, first: Early[]) {
  const seen: Received[] = [];
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const body = Buffer.concat(chunks);
    const answer = first.shift() ?? (await forward(target, { method, url, headers, body }));
    const { body: sent = Buffer.alloc(0) } = answer;
    seen.push({ at, method, url, headers, body, status: answer.status, response: sent });
    // A PATCH on a connection that is just being closed would fail, and it is not sent again.
    response.writeHead(answer.status, { ...answer.headers, connection: "close" }).end(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: seen as readonly Received[],
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The prefix of the path in the `baseUrl` of some clients, which the server behind the proxy does not have. */
export const PREFIX = "/behind/a/proxy";

async function forward(
  target: string,
  { method, url, headers, body }: Pick<Received, "method" | "url" | "headers" | "body">,
) {
  const own = Object.entries(headers).filter(
    ([name]) => !/^(host|connection|content-length|transfer-encoding)$/.test(name),
  );
  const answer = await fetch(target + url.replace(PREFIX, ""), {
    method,
    headers: own.map(([name, value]): [string, string] => [name, `${value}`]),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const content = Buffer.from(await answer.arrayBuffer());
  const kept = [...answer.headers].filter(
    ([name]) => !/^(connection|content-length|transfer-encoding|keep-alive)$/.test(name),
  );
  return { status: answer.status, headers: Object.fromEntries(kept), body: content };
}
