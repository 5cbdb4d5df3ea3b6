import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy in front of a service, which stays where it is while the service behind it comes and goes. */
export interface CuttingProxy {
  readonly url: string;
  /** Where connections lead from now on. */
  leadTo(url: string): void;
  /**
   * Cuts the connection of a request when its answer begins to come: it was carried out, and the caller never learns.
   *
   * @param times how many answers
   */
  loseAnswers(times: number): void;
  /** Keeps back answers from now on: their requests stay open for as long as the caller likes. */
  holdAnswers(): void;
  /** How many connections wait for an answer that was kept back. */
  readonly held: number;
  /** How many connections have brought a request, and are not closed yet. */
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
      // A connection that breaks is what this is for.
      socket.on("error", () => {});
    }
    caller.once("data", () => track(service, used));
    caller.on("data", (bytes) => service.write(bytes));
    service.on("data", (bytes) => {
      // An answer may come in parts, and is lost as one.
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
