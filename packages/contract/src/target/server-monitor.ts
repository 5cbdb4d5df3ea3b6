import { deadlines } from "./deadlines.js";
import type { Target, WireRequest, WireResponse } from "./target.js";

/** When to treat the server as down. */
export const GIVING_UP = {
  /** The number of consecutive requests without a response after which the server is treated as down. */
  deadInRow: 12,
  /** After this many milliseconds without a response while requests were in flight and this process was running. */
  silence: 20_000,
} as const;

/** The statuses that a gateway returns if the server behind it is down. */
const ABSENT = [502, 503, 504];

/** Thrown by every request after the run was stopped. */
export class GaveUp extends Error {
  override readonly name = "GaveUp";
}

/** A target whose responses are monitored. */
export interface ServerMonitor {
  target: Target;
  /** The time of the last response from the server itself, by `performance.now()`. */
  lastLive(): number;
  /** The number of requests without a response since the last response. */
  missed(): number;
  /** The reason why the run was given up; undefined if it was not. */
  stopped(): string | undefined;
  stop(reason: string): void;
  /** Resolves when the run is given up. */
  over: Promise<void>;
  /** The number of requests that were sent. */
  sent(): number;
  close(): void;
}

/** Monitors the server. If it stops responding, stops the run with a reason of one sentence. */
export function monitorOf(
  inner: Target,
  { deadInRow, silence }: { deadInRow: number; silence: number },
): ServerMonitor {
  let reason: string | undefined;
  let live = performance.now();
  let unwatch: (() => void) | undefined;
  let dead = 0;
  let pending = 0;
  let sent = 0;
  let end: () => void = () => {};
  const over = new Promise<void>((done) => {
    end = done;
  });
  const stop = (why: string) => {
    reason ??= why;
    end();
  };
  const quiet = deadlines(silence);
  /** Restarts the timer that detects a server that no longer responds. */
  const watch = () => {
    unwatch?.();
    unwatch = quiet.begin(() => stop(`${inner.name} has not responded for ${Math.round(silence / 1000)} s`));
  };

  function miss(what: string): void {
    if (++dead >= deadInRow) stop(`${inner.name} is down: ${what}, ${dead} times in a row`);
  }

  async function send(request: WireRequest): Promise<WireResponse> {
    if (reason !== undefined) throw new GaveUp(reason);
    sent++;
    if (pending++ === 0) watch();
    try {
      const response = await Promise.race([inner.send(request), over.then(() => Promise.reject(new GaveUp(reason)))]);
      if (ABSENT.includes(response.status)) miss(`it responds with ${response.status}`);
      else {
        dead = 0;
        live = performance.now();
        watch();
      }
      return response;
    } catch (error) {
      if (isTransport(error)) miss(describe(error as Error));
      throw error;
    } finally {
      if (--pending === 0) unwatch?.();
    }
  }

  return {
    target: { ...inner, send },
    lastLive: () => live,
    missed: () => dead,
    stopped: () => reason,
    stop,
    over,
    sent: () => sent,
    close: () => unwatch?.(),
  };
}

/** Whether an error comes from the connection, not from a check of the target. */
const isTransport = (error: unknown): boolean =>
  error instanceof Error && ("code" in error || error.name === "TimeoutError" || error.name === "AbortError");

function describe(error: Error): string {
  if (error.name === "TimeoutError" || error.name === "AbortError") return "no response arrived in time";
  return error.message || String((error as NodeJS.ErrnoException).code);
}
