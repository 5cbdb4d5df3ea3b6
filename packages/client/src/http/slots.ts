import { ApiError, apiError } from "../errors/api-error.js";
import type { ClientError } from "../errors/client-error.js";
import type { EventContext } from "../events.js";
import type { ClientOptions } from "../options.js";
import { createLimiter, type Turn } from "./limiter.js";

/** Creates the concurrency limit of a client, including the pauses that the service asks for. */
export function createSlots({ onEvent }: ClientOptions, concurrency: number) {
  const limiter = createLimiter(concurrency);
  /** The last 429 or 503. Requests that cannot wait for the end of the pause fail with its response. */
  let refusal: ApiError | undefined;
  let calls = 0;

  return {
    /** Creates the queue position of a call; pass it to {@link run} for each attempt. */
    turn: (signal: AbortSignal, patience: () => number) => ({ number: ++calls, signal, patience }),

    /** Waits until it is the call's turn, no pause is active and a slot is free; takes the slot. */
    async enter(turn: Turn, context: EventContext): Promise<void> {
      if (await limiter.acquire(turn)) return;
      const { response } = refusal as ApiError;
      throw apiError({ ...context, response, body: refusal, retryAfterMs: Math.ceil(limiter.pause()) });
    },

    /** Releases the slot of an attempt that succeeded. */
    succeed: () => limiter.release(true),

    /**
     * Releases the slot of an attempt that failed. Before that, it pauses all requests and lowers the concurrency if the
     * error requires it: otherwise the next waiting request would be sent during the pause.
     *
     * @returns the length of the pause, in milliseconds
     */
    fail(
      error: ClientError | undefined | false,
      { context, sentAt, delay }: { context: EventContext; sentAt: number; delay: number },
    ): number {
      try {
        if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return 0;
        const pause = error.status === 429 ? delay : error.retryAfterMs;
        if (pause > limiter.pause()) refusal = error;
        const limit = limiter.slowDown(sentAt, pause);
        onEvent?.({ type: "throttle", ...context, delay: pause, limit });
        return pause;
      } finally {
        limiter.release(false);
      }
    },
  };
}
