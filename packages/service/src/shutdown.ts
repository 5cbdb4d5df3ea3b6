import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";

/** The shutdown of a service, which ends in time whatever is in progress. */
export interface Shutdown {
  /** Whether the service is to stop. */
  readonly hasBegun: boolean;
  /**
   * Closes the public side. Requests that are still in progress shortly before the end of the time are aborted.
   *
   * @param closeOther closes something else at the same time
   */
  close(app: FastifyInstance, closeOther: () => Promise<void>): Promise<void>;
  /**
   * Waits until no new requests should arrive, and then closes everything.
   *
   * @param drain the time to wait, in ms
   * @param closeAll closes everything, including the app by `close`
   */
  run(drain: number, closeAll: () => Promise<void>): Promise<void>;
}

/**
 * The part of the time after the last request, in ms: in its first half everything is closed, and in the second one the
 * process ends, which takes some time on a busy machine.
 */
const LAST_MOMENT = 1_000;

/** @param timeout the time for all of it, in ms */
export function createShutdown(timeout: number, logger: Logger): Shutdown {
  let hasBegun = false;
  let cutAt = 0;
  return {
    get hasBegun() {
      return hasBegun;
    },
    async close(app, closeOther) {
      const cut = setTimeout(() => app.server.closeAllConnections(), cutAt - performance.now());
      await Promise.all([app.close(), closeOther()]);
      clearTimeout(cut);
    },
    async run(drain, closeAll) {
      const lastMoment = Math.min(LAST_MOMENT, timeout / 4);
      const forRequests = timeout - lastMoment;
      cutAt = performance.now() + forRequests;
      hasBegun = true;
      logger.info("the service stops");
      await sleep(Math.min(drain, forRequests));
      const limit = new AbortController();
      const isLate = sleep(cutAt + lastMoment / 2 - performance.now(), true, { signal: limit.signal }).catch(
        () => false,
      );
      try {
        if (await Promise.race([closeAll(), isLate]))
          logger.warn({ timeout }, "the service stopped before everything was closed");
        else logger.info("the service has stopped");
      } finally {
        limit.abort();
      }
    },
  };
}
