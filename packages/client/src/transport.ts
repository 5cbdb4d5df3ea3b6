import { apiError } from "./api-error.js";
import { attempt, requestId } from "./attempt.js";
import { createBrake } from "./brake.js";
import { ClientError, type ErrorContext } from "./errors.js";
import { type ClientOptions, DEFAULTS, retryPolicy } from "./options.js";
import { backOff, retryAfter, sleep, wasUnsent } from "./retry.js";

/** One call of the client while it travels; the transport fills in how it went. */
export interface Call {
  /** The operationId; none for a request through `client.raw`. */
  operation?: string;
  /** Throws where the parsed body of a success is not the promised one, so that the attempt counts as failed. */
  check?: (body: unknown) => void;
  /** Of the last attempt. */
  context?: ErrorContext;
  retryAfterMs?: number | undefined;
}

/** What sends every request of one client. */
export type Transport = (request: Request, call: Call) => Promise<Response>;

/**
 * Makes the fetch that openapi-fetch calls: attempts, back-off and the brake, beneath its middleware.
 *
 * An answer is returned whatever its status, once there is nothing more to try; a request without one rejects.
 */
export function createTransport({ apiKey, onEvent, ...options }: ClientOptions): Transport {
  const { timeout = DEFAULTS.timeout, fetch = globalThis.fetch } = options;
  const policy = retryPolicy(options.retry);
  const brake = createBrake(options.concurrency ?? DEFAULTS.concurrency);
  /** The last 429: the answer to requests that cannot sit out the pause that it asked for. */
  let refusal: Response;

  return async (request, call) => {
    const { method, signal } = request;
    const { operation, check } = call;
    const { pathname: path } = new URL(request.url);
    const reads = method === "GET" || method === "HEAD";
    const body = reads ? undefined : await request.text();
    let deadline = 0;

    for (let number = 1; ; number++) {
      const context = { operation, method, path, attempt: number };
      call.context = context;
      if (!(await brake.acquire(signal, deadline ? deadline - Date.now() : policy.maxElapsed))) {
        call.retryAfterMs = brake.pause();
        return refusal;
      }
      const startedAt = Date.now();
      deadline ||= startedAt + policy.maxElapsed;
      let response: Response | undefined;
      let failure: ClientError | undefined;
      try {
        const key = typeof apiKey === "string" ? apiKey : await apiKey();
        onEvent?.({ type: "request", ...context });
        response = await attempt({ request, body, fetch, key, timeout, context: { ...context }, check });
        const { status } = response;
        onEvent?.({
          type: "response",
          ...context,
          status,
          elapsed: Date.now() - startedAt,
          requestId: requestId(response),
        });
      } catch (error) {
        if (!(error instanceof ClientError) || signal.aborted) throw error;
        failure = error;
      } finally {
        brake.release(!!response?.ok);
      }
      if (response?.ok) return response;

      const status = response?.status ?? 0;
      const asked = response && retryAfter(response);
      const delay = Math.max(asked ?? 0, backOff(policy, number));
      const isThrottle = status === 429 || status === 503;
      if (response && status === 429) {
        refusal = response;
        call.retryAfterMs = asked;
      }
      if (isThrottle && policy.attempts > 1) {
        brake.ease(startedAt, status === 429 ? delay : (asked ?? 0));
        onEvent?.({ type: "throttle", ...context, delay, limit: brake.limit() });
      }
      const unclear = !response || status === 408 || status >= 500;
      const repeats = status === 429 || wasUnsent(failure) || (unclear && (reads || policy.repeatCreates));
      if (!repeats || number >= policy.attempts || Date.now() + delay > deadline) {
        if (response) return response;
        throw failure;
      }
      const error = failure ?? apiError(await response?.json(), response as Response, context);
      onEvent?.({ type: "retry", ...context, delay, error });
      await sleep(delay, signal);
    }
  };
}
