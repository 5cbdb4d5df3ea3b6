import { sleep } from "./abort.js";
import { ApiError, RateLimitError } from "./api-error.js";
import { attempt, type Check, type Trip, wasUnsent } from "./attempt.js";
import { createBrake } from "./brake.js";
import { ClientError } from "./errors.js";
import type { ClientEvent } from "./events.js";
import { apiKeyHeader } from "./generated/operation-table.js";
import { type ClientOptions, DEFAULTS } from "./options.js";

/** One call of the client while it travels. */
export interface Call {
  /** The operationId; none for a request through `client.raw`. */
  operation?: string;
  /** Called inside the attempt, so that one that it rejects may be repeated. */
  check?: Check;
  /** How the call failed, filled in by the transport. */
  error?: ClientError;
}

/** What sends every request of one client. */
export type Transport = (request: Request, call: Call) => Promise<Response>;

/**
 * Makes the fetch that openapi-fetch calls: attempts, back-off and the brake, beneath its middleware.
 *
 * An answer is returned whatever its status, once there is nothing more to try; a request without one rejects.
 */
export function createTransport(options: ClientOptions): Transport {
  const { apiKey, onEvent, timeout, concurrency, fetch } = { ...DEFAULTS, fetch: globalThis.fetch, ...options };
  const { attempts, baseDelay, maxDelay, maxElapsed, repeatCreates } = {
    ...DEFAULTS.retry,
    ...(options.retry === false ? { attempts: 1 } : options.retry),
  };
  const brake = createBrake(concurrency);
  /** The last 429: the answer to requests that cannot sit out the pause that it asked for. */
  let refusal: ApiError;

  return async (request, call) => {
    const { method, signal, url } = request;
    const reads = method === "GET";
    // A Request gives its body only once.
    const body = reads ? {} : { body: await request.text() };
    const { pathname: path } = new URL(url);
    let deadline = 0;

    for (let number = 1; ; number++) {
      const context = { operation: call.operation, method, path, attempt: number };
      const emit = (type: string, more?: object) => onEvent?.({ type, ...context, ...more } as ClientEvent);
      const trip: Trip = { check: call.check };
      let error: ClientError | undefined;
      let startedAt = 0;
      let isLate = false;
      await brake.acquire(signal);
      try {
        for (let pause = brake.pause(); pause > 0; pause = brake.pause()) {
          isLate = pause > (deadline ? deadline - Date.now() : maxElapsed);
          if (isLate) throw Object.assign(new RateLimitError(refusal, refusal.response), { retryAfterMs: pause });
          // It keeps its slot meanwhile: nobody else may go either.
          await sleep(pause, signal);
        }
        startedAt = Date.now();
        deadline ||= startedAt + maxElapsed;
        const key = typeof apiKey === "string" ? apiKey : await apiKey();
        // The runtime's own error would quote the key.
        if (/[^\t -\xff]/.test(key)) throw new TypeError("apiKey holds what no header can");
        request.headers.set(apiKeyHeader, key);
        emit("request");
        return await attempt(fetch, request, body, timeout, key, trip);
      } catch (cause) {
        if (signal.aborted || !(cause instanceof ClientError)) throw cause;
        error = Object.assign(cause, context);
      } finally {
        brake.release(!error && !signal.aborted);
        // No middleware sees it: it is on the request only while that travels.
        request.headers.delete(apiKeyHeader);
        const { answer } = trip;
        if (answer) {
          const id = (name: string) => answer.headers.get(name) ?? undefined;
          const more = { status: answer.status, requestId: id("x-request-id") ?? id("x-correlation-id") };
          if (error) Object.assign(error, more);
          emit("response", { ...more, elapsed: Date.now() - startedAt });
        }
      }

      const apiError = error instanceof ApiError ? error : undefined;
      const { status = 0, retryAfterMs = 0 } = apiError ?? {};
      const backOff = Math.random() * Math.min(maxDelay, baseDelay * 2 ** (number - 1));
      // Whole milliseconds, as timers count them.
      const delay = Math.ceil(Math.max(retryAfterMs, backOff));
      const refused = apiError && status === 429;
      if (refused) refusal = apiError;
      if (attempts > 1 && !isLate && (refused || status === 503))
        emit("throttle", { delay, limit: brake.ease(startedAt, refused ? delay : retryAfterMs) });
      const unclear = !apiError || status === 408 || status > 499;
      const repeats = refused || wasUnsent(error) || (unclear && (reads || repeatCreates));
      if (!repeats || isLate || number >= attempts || Date.now() + delay > deadline) {
        call.error = error;
        if (apiError) return apiError.response;
        throw error;
      }
      emit("retry", { delay, error });
      await sleep(delay, signal);
    }
  };
}
