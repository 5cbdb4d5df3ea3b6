import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a service, which keeps its address while the service stops and restarts. */
export interface CuttingProxy {
  readonly url: string;
  /** Directs new connections to another address. */
  leadTo(url: string): void;
  /**
   * Cuts the connection of a request when its response begins: the request was processed, but the client never learns
   * that.
   *
   * @param times the number of responses to cut off
   */
  loseAnswers(times: number): void;
  /** Holds back all further responses, so that their requests stay open. */
  holdAnswers(): void;
  /** The number of connections that wait for a response. */
  readonly held: number;
  /** The number of connections that sent a request and are still open. */
  readonly used: number;
  close(): Promise<void>;
}

/** Starts a proxy to a service. */
export async function startProxy(serviceUrl: string): Promise<CuttingProxy> {
  let target = new URL(serviceUrl);
  let toLose = 0;
  let isHolding = false;
  const held = new Set<Socket>();
  const sockets = new Set<Socket>();
  const used = new Set<Socket>();
  const track = (socket: Socket, set: Set<Socket>) => {
    set.add(socket);
    socket.on("close", () => set.delete(socket));
  };

  const server = createServer((caller) => {
    const service = connect(Number(target.port), target.hostname);
    for (const socket of [caller, service]) {
      track(socket, sockets);
      // Broken connections are expected here.
      socket.on("error", () => {});
    }
    caller.once("data", () => track(service, used));
    caller.on("data", (bytes) => service.write(bytes));
    service.on("data", (bytes) => {
      // A response may arrive in parts, but counts as one.
      if (caller.destroyed) return;
      if (toLose > 0) {
        toLose--;
        caller.destroy();
      } else if (isHolding) held.add(caller);
      else caller.write(bytes);
    });
    caller.on("close", () => {
      held.delete(caller);
      service.destroy();
    });
    service.on("close", (broke) => (broke ? caller.destroy() : caller.end()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo(url) {
      target = new URL(url);
    },
    loseAnswers(times) {
      toLose = times;
    },
    holdAnswers() {
      isHolding = true;
    },
    get held() {
      return held.size;
    },
    get used() {
      return used.size;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
