import type { ResultFormat, SecurityNeeds } from "../descriptors.js";
import { ClientError } from "../errors/client-error.js";
import type { EventContext } from "../events.js";
import type { ClientOptions, RetryOptions } from "../options.js";
import { sleep } from "./abort.js";
import { attempt, type Outgoing, type Read, type Received } from "./attempt.js";
import { now } from "./limiter.js";
import { retryPolicy } from "./retry-policy.js";
import { createSlots } from "./slots.js";

/** The parameters of the transport besides the request. */
export interface Call {
  /** The operationId; undefined for a request through `client.raw`. */
  operation?: string;
  signal?: AbortSignal | undefined;
  timeout: number;
  retry: Required<RetryOptions>;
  /** Called inside the attempt, so that a body that it rejects can be fetched again. */
  read?: Read;
  /** The body format of a success, if it is not JSON. */
  format?: ResultFormat | undefined;
  /** The sets of security schemes of which the operation needs one, if they differ from those of most operations. */
  security?: SecurityNeeds | undefined;
}

/**
 * Sends a request with retries, delays and the client's concurrency limit. It runs below openapi-fetch and its
 * middleware.
 *
 * Returns a success with its body in memory. Throws a {@link ClientError}, the reason of the signal, or any error
 * thrown by the caller's functions.
 */
export type Transport = (request: Request, call: Call) => Promise<Received>;

/** Creates the transport of a client. */
export function createTransport(options: ClientOptions, concurrency: number): Transport {
  const { origin } = new URL(options.baseUrl);
  const slots = createSlots(options, concurrency);

  return async (request, call) => {
    const { method } = request;
    const { operation, retry, signal = request.signal } = call;
    const { outgoing, path } = await outgoingOf(request, origin);
    const watch = stopwatch();
    const turn = slots.turn(signal, () => retry.maxElapsed - watch.elapsed());
    let before: ClientError | undefined;

    for (let number = 1; ; number++) {
      const context: EventContext = { operation, method, path, attempt: number };
      /** Decides how to handle the failure of this attempt. */
      const judge = (error: ClientError) =>
        retryPolicy({ error, before, method, attempt: number, elapsed: watch.elapsed() }, retry);
      let verdict: ReturnType<typeof judge> | undefined;
      let paused = 0;
      const send = async () => {
        const sentAt = watch.start();
        try {
          return await attempt(options, outgoing, { ...call, context, signal });
        } catch (reason) {
          const error = clientError(reason, signal);
          verdict = judge(error);
          // Start the pause before the slot is released; otherwise the next waiting request would be sent during the
          // pause.
          if (retry.attempts > 1) paused = slots.slowDown(error, { context, sentAt, delay: verdict.delay });
          throw error;
        }
      };
      try {
        return await slots.run(send, context, turn);
      } catch (reason) {
        const error = clientError(reason, signal);
        // If the attempt was not sent because a pause is too long, the error repeats an earlier 429 or 503, which was
        // handled when it occurred.
        const { repeats, delay } = verdict ?? judge(error);
        if (!repeats) throw error;
        options.onEvent?.({ type: "retry", ...context, delay, error });
        // Otherwise the pause of all requests already covers the delay.
        if (delay > paused) await sleep(delay, signal);
        before = error;
      }
    }
  };
}

/** Measures the time since the start of the first attempt, in milliseconds. */
function stopwatch() {
  let startedAt: number | undefined;
  return {
    /** Starts the stopwatch unless it is running; returns the current time. */
    start() {
      const time = now();
      startedAt ??= time;
      return time;
    },
    elapsed: () => (startedAt === undefined ? 0 : now() - startedAt),
  };
}

/** Returns the error of an attempt; rethrows the reason of the signal and errors of the caller's functions. */
function clientError(reason: unknown, signal: AbortSignal): ClientError {
  signal.throwIfAborted();
  if (reason instanceof ClientError) return reason;
  throw reason;
}

/** Converts a request of openapi-fetch and its middleware to the arguments of each `fetch`. */
async function outgoingOf(request: Request, origin: string): Promise<{ outgoing: Outgoing; path: string }> {
  const url = new URL(request.url);
  if (url.origin !== origin) throw new TypeError(`a request to ${url.origin} would send the API key to another origin`);
  const { method, headers, cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy } = request;
  const init: Outgoing["init"] = {
    // Additional properties that openapi-fetch sets on a request are for the fetch of a framework, such as `next` of
    // Next.js.
    ...request,
    ...{ method, headers, cache, credentials, integrity, keepalive, mode, referrer, referrerPolicy },
    // The body of a Request can be read only once, and an attempt may be repeated.
    body: method === "GET" || method === "HEAD" ? null : await request.arrayBuffer(),
    // Redirects are never followed, even if a middleware asks for it, because the key could be sent to another origin.
    redirect: "manual",
  };
  return { outgoing: { url: request.url, init }, path: url.pathname };
}
