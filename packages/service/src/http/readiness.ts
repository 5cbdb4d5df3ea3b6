/** Whether the service can process requests. */
export interface Readiness {
  /** The reason why it cannot; undefined if it can. */
  readonly reason?: string;
  /** The response time of the database, in ms. */
  readonly probeMs: number;
}

/** The time for which a result is used again, in ms: less than orchestrators and load balancers wait between two probes. */
export const READINESS_MS = 500;

/** Reports whether a service is ready. */
export interface ReadinessReport {
  ask(): Promise<Readiness>;
  /** From now on, the service is not ready, because it is stopping. */
  stop(): void;
}

/**
 * Creates the report of a service. Each probe of the database is a write, so there is only one at a time, and
 * all who ask at once, or shortly after, get its result.
 *
 * @param now a monotonic clock, in ms
 */
export function createReadiness(
  probe: () => Promise<void>,
  now: () => number = () => performance.now(),
): ReadinessReport {
  let isStopping = false;
  let underWay: Promise<Readiness> | undefined;
  let last: { readonly readiness: Readiness; readonly until: number } | undefined;

  const probeAgain = async (): Promise<Readiness> => {
    const began = now();
    const reason = await probe().then(
      () => undefined,
      (error: Error) => error.message,
    );
    const readiness = { reason, probeMs: now() - began };
    last = { readiness, until: now() + READINESS_MS };
    underWay = undefined;
    return readiness;
  };
  return {
    async ask() {
      if (isStopping) return { reason: "stopping", probeMs: 0 };
      if (last && now() < last.until) return last.readiness;
      underWay ??= probeAgain();
      return underWay;
    },
    stop() {
      isStopping = true;
    },
  };
}
