import { sleep } from "./abort.js";
import { ApiError } from "./api-error.js";
import { attempt, type Read, type Received, type Trip, wasUnsent } from "./attempt.js";
import { createBrake, now } from "./brake.js";
import { ClientError } from "./errors.js";
import type { ClientEvent } from "./events.js";
import { apiKeyHeader } from "./generated/operation-table.js";
import type { ClientOptions } from "./options.js";

/** One request of a client, without the key. */
export interface Outgoing extends RequestInit {
  method: string;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request: attempts, back-off and the brake, all beneath the middleware of openapi-fetch.
 *
 * Returns the answer of a success, its body in memory; throws an error of this package, or the reason of the signal.
 *
 * @param operation the operationId; none for a request through `client.raw`
 * @param read called inside the attempt, so that one that it rejects may be repeated
 */
export type Transport = (
  input: string | Request,
  outgoing: Outgoing,
  operation?: string,
  read?: Read,
) => Promise<Received>;

/** Makes what sends every request of one client. */
export function createTransport(options: ClientOptions, concurrency: number): Transport {
  const { apiKey, onEvent, timeout = 30_000, retry } = options;
  const {
    attempts = 5,
    baseDelay = 500,
    maxDelay = 8_000,
    maxElapsed = 120_000,
    repeatCreates,
  } = retry === false ? { attempts: 1 } : { ...retry };
  const brake = createBrake(concurrency);
  /** The last 429 or 503: the answer to requests that cannot sit out the pause that it asked for. */
  let refusal: ApiError;

  return async (input, outgoing, operation, read) => {
    const { method, headers, signal } = outgoing;
    const { pathname: path } = new URL(typeof input === "string" ? input : input.url);
    let deadline = 0;

    for (let number = 1; ; number++) {
      const context = { operation, method, path, attempt: number };
      const emit = (type: string, more?: object) => onEvent?.({ type, ...context, ...more } as ClientEvent);
      const trip: Trip = { read };
      let error: ClientError | undefined;
      let startedAt = 0;
      await brake.acquire(signal);
      try {
        for (let pause = brake.pause(); pause > 0; pause = brake.pause()) {
          if (pause > (deadline ? deadline - now() : maxElapsed)) {
            const Kind = refusal.constructor as typeof ApiError;
            throw Object.assign(new Kind(refusal, refusal.response), { retryAfterMs: Math.ceil(pause) });
          }
          // It keeps its slot meanwhile: nobody else may go either.
          await sleep(pause, signal);
        }
        startedAt = now();
        deadline ||= startedAt + maxElapsed;
        const send = async (signal: AbortSignal) => {
          // What was read from a file ends in a line break.
          const key = (await (typeof apiKey === "string" ? apiKey : apiKey())).trim();
          signal.throwIfAborted();
          // The runtime's own error would quote the key.
          if (/[^ -\xff]/.test(key)) throw new TypeError("apiKey holds what no header can");
          emit("request");
          const sent = new Headers(headers);
          sent.set(apiKeyHeader, key);
          trip.key = key;
          // Looked up at every call: tests put another one there after the client was made.
          const fetch = options.fetch ?? globalThis.fetch;
          return fetch(input, { ...outgoing, headers: sent, signal });
        };
        return await attempt(send, signal, timeout, trip);
      } catch (cause) {
        signal?.throwIfAborted();
        if (!(cause instanceof ClientError)) throw cause;
        error = Object.assign(cause, context);
      } finally {
        brake.release(!error && !signal?.aborted);
        const { answer } = trip;
        if (answer) {
          const id = (name: string) => answer.headers.get(name) ?? undefined;
          const more = { status: answer.status, requestId: id("x-request-id") ?? id("x-correlation-id") };
          Object.assign(error ?? {}, more);
          emit("response", { ...more, elapsed: now() - startedAt });
        }
      }

      const apiError = error instanceof ApiError ? error : undefined;
      const { status = 0, retryAfterMs = 0 } = apiError ?? {};
      const backOff = Math.random() * Math.min(maxDelay, baseDelay * 2 ** (number - 1));
      // Whole milliseconds, as timers count them.
      const delay = Math.ceil(Math.max(retryAfterMs, backOff));
      const refused = status === 429;
      // A refusal that is only passed on, of an attempt that was never sent, says nothing new.
      if (attempts > 1 && trip.answer && (refused || status === 503)) {
        const pause = refused ? delay : retryAfterMs;
        if (pause > brake.pause()) refusal = apiError as ApiError;
        emit("throttle", { delay: pause, limit: brake.ease(startedAt, pause) });
      }
      const unclear = !apiError || status === 408 || status > 499;
      const repeats = refused || wasUnsent(error) || (unclear && (method === "GET" || repeatCreates));
      if (!repeats || number >= attempts || now() + delay > deadline) throw error;
      emit("retry", { delay, error });
      await sleep(delay, signal);
    }
  };
}
