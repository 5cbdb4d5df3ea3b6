import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";

/** A proxy on loopback that records what it was asked for. */
export interface TestProxy {
  readonly port: number;
  /** Each request, as `GET http://host/path` or `CONNECT host:port`, and its credentials. */
  readonly requests: { readonly line: string; readonly authorization: string | undefined }[];
  stop(): Promise<void>;
}

/** Listens on loopback; returns the port, and a function that closes every connection. */
export async function listen(server: Server): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Starts a proxy. Every host leads to 127.0.0.1.
 *
 * @param refuse the status of each response, if it forwards nothing
 */
export async function startProxy(refuse?: number): Promise<TestProxy> {
  const requests: TestProxy["requests"] = [];
  const record = (line: string, headers: NodeJS.Dict<string | string[]>) =>
    requests.push({ line, authorization: headers["proxy-authorization"] as string | undefined });
  const server = createServer((incoming, response) => {
    record(`${incoming.method} ${incoming.url}`, incoming.headers);
    if (refuse !== undefined) return void response.writeHead(refuse).end();
    const { port, pathname, search } = new URL(incoming.url ?? "/");
    const { method, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward.on("error", () => response.destroy()));
  });
  server.on("connect", (incoming, socket) => {
    record(`CONNECT ${incoming.url}`, incoming.headers);
    if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} Refused\r\ncontent-length: 0\r\n\r\n`);
    const onward = connect(Number(/:(\d+)$/.exec(incoming.url ?? "")?.[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    onward.on("error", () => socket.destroy());
  });
  const { port, stop } = await listen(server);
  return { port, requests, stop };
}
