import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long a connection on which nothing has come may still bring a request once the service stops, in ms. */
const LAST_MOMENT = 250;

/**
 * Lets the app close as soon as its last answer is sent. Node by itself closes only connections that rest between two
 * requests at that moment: one on which nothing has come yet would be waited for until its headers are overdue, and one
 * that brought the last request until it has rested for long. Browsers, and Node's own fetch after an abort, keep
 * connections open on which they have nothing to say.
 */
export function closeConnectionsAtStop(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  let stopping = false;
  app.server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", ({ socket }) => silent.delete(socket));
  app.addHook("preClose", async () => {
    stopping = true;
    setTimeout(() => {
      for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    }, LAST_MOMENT);
  });
  app.addHook("onSend", async (_request, reply) => {
    if (stopping) reply.header("connection", "close");
  });
}
