import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The time in which a connection without any data may still send a request when the service stops, in ms. */
const LAST_MOMENT = 250;

/**
 * Closes connections after their next response once the service is to stop, so that callers open their next one to
 * another process, and lets the app close as soon as the last response is sent. Node only closes connections that are idle between two
 * requests at that moment. It would wait for the header timeout of a connection without any data, and for the idle
 * timeout of the connection with the last request. Browsers, and Node's fetch after an abort, keep unused connections
 * open.
 */
export function closeConnectionsAtStop(app: FastifyInstance, isStopping: () => boolean): void {
  const silent = new Set<Socket>();
  const closeSilent = () => {
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
  };
  app.server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", ({ socket }) => silent.delete(socket));
  app.addHook("preClose", async () => {
    // If the process was paused, timers expire before data that arrived in the meantime is read.
    setTimeout(() => setImmediate(closeSilent), LAST_MOMENT);
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isStopping()) reply.header("connection", "close");
    done();
  });
}
