import { deadlines } from "./deadlines.js";
import type { Target, WireRequest, WireResponse } from "./target.js";

/** When a server counts as gone. */
export const GIVING_UP = {
  /** So many requests in a row that no server answered. */
  deadInRow: 12,
  /** Nothing answered for so long, in milliseconds, while something was asked and this process had its turns. */
  silence: 20_000,
} as const;

/** What a gateway says in the name of a server that does not exist. */
const ABSENT = [502, 503, 504];

/** Thrown into every request after the run was given up. */
export class GaveUp extends Error {
  override readonly name = "GaveUp";
}

/** A target whose signs of life are watched. */
export interface Pulse {
  target: Target;
  /** When the last response came that a server itself gave; as `performance.now()` has it. */
  lastLive(): number;
  /** Why the run is over; undefined while it is not. */
  stopped(): string | undefined;
  stop(reason: string): void;
  /** Resolves when the run is over before its end. */
  over: Promise<void>;
  close(): void;
}

/** Watches whether the server still responds, and otherwise ends the run with one sentence. */
export function pulseOf(inner: Target, { deadInRow, silence }: { deadInRow: number; silence: number }): Pulse {
  let reason: string | undefined;
  let live = performance.now();
  let unwatch: (() => void) | undefined;
  let dead = 0;
  let pending = 0;
  let end: () => void = () => {};
  const over = new Promise<void>((done) => {
    end = done;
  });
  const stop = (why: string) => {
    reason ??= why;
    end();
  };
  const quiet = deadlines(silence);
  /** Counts the silence from now on. */
  const watch = () => {
    unwatch?.();
    unwatch = quiet.begin(() => stop(`${inner.name} has not answered for ${Math.round(silence / 1000)} s`));
  };

  function missed(what: string): void {
    if (++dead >= deadInRow) stop(`${inner.name} is not there: ${what}, ${dead} times in a row`);
  }

  async function send(request: WireRequest): Promise<WireResponse> {
    if (reason !== undefined) throw new GaveUp(reason);
    if (pending++ === 0) watch();
    try {
      const response = await Promise.race([inner.send(request), over.then(() => Promise.reject(new GaveUp(reason)))]);
      if (ABSENT.includes(response.status)) missed(`it answers ${response.status}`);
      else {
        dead = 0;
        live = performance.now();
        watch();
      }
      return response;
    } catch (error) {
      if (!(error instanceof GaveUp) && isTransport(error)) missed(describe(error as Error));
      throw error;
    } finally {
      if (--pending === 0) unwatch?.();
    }
  }

  return {
    target: { ...inner, send },
    lastLive: () => live,
    stopped: () => reason,
    stop,
    over,
    close: () => unwatch?.(),
  };
}

/** An error of the connection, in contrast to what a target itself finds wrong. */
const isTransport = (error: unknown): boolean =>
  error instanceof Error && ("code" in error || error.name === "TimeoutError" || error.name === "AbortError");

function describe(error: Error): string {
  if (error.name === "TimeoutError" || error.name === "AbortError") return "no response arrived in time";
  return error.message || String((error as NodeJS.ErrnoException).code);
}
