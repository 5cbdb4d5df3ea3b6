import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** How long a connection on which nothing has come may still bring a request once the service stops, in ms. */
const LAST_MOMENT = 250;

/**
 * Lets the app close as soon as its last response is sent. Node closes only connections that are idle between two
 * requests at that moment: one on which nothing has come yet would be waited for until its headers are overdue, and one
 * that brought the last request until it has rested for long. Browsers, and Node's own fetch after an abort, keep
 * connections open on which they have nothing to say.
 */
export function closeConnectionsAtStop(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  let stopping = false;
  const closeSilent = () => {
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
  };
  app.server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", ({ socket }) => silent.delete(socket));
  app.addHook("preClose", async () => {
    stopping = true;
    // Of a process that was kept from running, timers are due before what came meanwhile is read.
    setTimeout(() => setImmediate(closeSilent), LAST_MOMENT);
  });
  app.addHook("onSend", async (_request, reply) => {
    if (stopping) reply.header("connection", "close");
  });
}
