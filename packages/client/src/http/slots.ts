import { ApiError, apiError } from "../errors/api-error.js";
import type { ClientError } from "../errors/client-error.js";
import type { EventContext } from "../events.js";
import type { ClientOptions } from "../options.js";
import { createLimiter, type Turn } from "./limiter.js";

/** The slots of the limiter, and the pauses that the service asks for. */
export function createSlots({ onEvent }: ClientOptions, concurrency: number) {
  const limiter = createLimiter(concurrency);
  /** The last 429 or 503: the response to requests that cannot wait for the end of the pause that it asked for. */
  let refusal: ApiError | undefined;
  let calls = 0;

  return {
    /** The place of a call among all others: what {@link run} is to be given for each of its attempts. */
    turn: (signal: AbortSignal, patience: () => number) => ({ number: ++calls, signal, patience }),

    /** Runs something in a slot, once it is its turn and no pause is on. */
    async run<T>(send: () => Promise<T>, context: EventContext, turn: Turn): Promise<T> {
      if (!(await limiter.acquire(turn))) {
        const { response } = refusal as ApiError;
        throw apiError({ ...context, response, body: refusal, retryAfterMs: Math.ceil(limiter.pause()) });
      }
      let isSuccess = false;
      try {
        const result = await send();
        isSuccess = true;
        return result;
      } finally {
        limiter.release(isSuccess);
      }
    },

    /**
     * Pauses all requests and lowers the concurrency if the error requires it.
     *
     * @returns how long they wait, in milliseconds
     */
    slowDown(error: ClientError, { context, sentAt, delay }: { context: EventContext; sentAt: number; delay: number }) {
      if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return 0;
      const pause = error.status === 429 ? delay : error.retryAfterMs;
      if (pause > limiter.pause()) refusal = error;
      onEvent?.({ type: "throttle", ...context, delay: pause, limit: limiter.slowDown(sentAt, pause) });
      return pause;
    },
  };
}
