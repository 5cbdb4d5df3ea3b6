import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";

/**
 * Starts a proxy that stands for the name of a database server: new connections lead to where it leads now, and open ones
 * stay where they are.
 */
export async function movableName(databaseUrl: string) {
  const url = new URL(databaseUrl);
  let port = Number(url.port);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, url.hostname);
    for (const socket of [near, far]) sockets.add(socket.on("close", () => sockets.delete(socket)));
    pipeline(near, far, near, () => {});
  }).listen(0, url.hostname);
  await once(server, "listening");
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    leadTo(other: number) {
      port = other;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
