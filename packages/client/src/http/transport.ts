import type { ResultFormat, SecurityNeeds } from "../descriptors.js";
import { ClientError } from "../errors/client-error.js";
import type { EventContext } from "../events.js";
import type { ClientOptions, Limits } from "../options.js";
import { sleep } from "./abort.js";
import { attempt, type Outgoing, type Read, type Received } from "./attempt.js";
import { now } from "./limiter.js";
import { type Failure, retryPolicy } from "./retry-policy.js";
import { createSlots } from "./slots.js";

/** The parameters of the transport besides the request. */
export interface Call extends Limits {
  /** The operationId; undefined for a request through `client.raw`. */
  operation?: string;
  signal?: AbortSignal | undefined;
  /** Called inside the attempt, so that a body that it rejects can be fetched again. */
  read?: Read;
  /** The body format of a success, if it is not JSON. */
  format?: ResultFormat | undefined;
  /** Whether a success may have an empty body. */
  mayBeEmpty?: boolean | undefined;
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

export function createTransport(options: ClientOptions, concurrency: number): Transport {
  const { origin } = new URL(options.baseUrl);
  const slots = createSlots(options, concurrency);

  /** Releases the slot of a failed attempt, and waits until it can be repeated; otherwise throws its error. */
  const recover = async (error: unknown, sentAt: number | undefined, attempted: Attempted): Promise<ClientError> => {
    const { context, signal, retry } = attempted;
    // The reason of the signal may be an error of another call.
    const failure = error instanceof ClientError && !signal.aborted ? error : undefined;
    const { repeats, delay } = retryPolicy({ ...attempted, ...context, error: failure }, retry);
    // An attempt that was not sent has no slot. Its error repeats an earlier 429 or 503.
    const paused = sentAt === undefined ? 0 : slots.fail(retry.attempts > 1 && failure, { context, sentAt, delay });
    signal.throwIfAborted();
    if (!failure || !repeats) throw error;
    options.onEvent?.({ type: "retry", ...context, delay, error: failure });
    // Otherwise the pause of all requests already covers the delay.
    if (delay > paused) await sleep(delay, signal);
    return failure;
  };

  return async (request, call) => {
    const { method } = request;
    const { operation, retry, signal = request.signal } = call;
    const { outgoing, path } = await outgoingOf(request, origin);
    let startedAt = Number.POSITIVE_INFINITY;
    /** The time since the start of the first attempt, in milliseconds. */
    const elapsed = () => Math.max(0, now() - startedAt);
    const turn = slots.turn(signal, () => retry.maxElapsed - elapsed());
    let before: ClientError | undefined;

    for (let number = 1; ; number++) {
      const context: EventContext = { operation, method, path, attempt: number };
      let sentAt: number | undefined;
      try {
        await slots.enter(turn, context);
        sentAt = now();
        startedAt = Math.min(startedAt, sentAt);
        const received = await attempt(options, outgoing, { ...call, context, signal });
        slots.succeed();
        return received;
      } catch (error) {
        before = await recover(error, sentAt, { context, signal, retry, before, elapsed: elapsed() });
      }
    }
  };
}

/** An attempt that failed, and what decides whether it is repeated. */
interface Attempted extends Pick<Failure, "before" | "elapsed"> {
  context: EventContext;
  signal: AbortSignal;
  retry: Call["retry"];
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
