import { follow, MAX_TIMER } from "./abort.js";
import { apiError, gist } from "./api-error.js";
import { ClientError, InvalidResponseError, NetworkError, TimeoutError } from "./errors.js";

/** Throws where the parsed body of a success is not the promised one. */
export type Check = (body: unknown) => void;

/** What goes with one attempt, and what comes back of it whatever its end. */
export interface Trip {
  /** Looks at the parsed body; a request through `client.raw` has none, since its body may be anything. */
  check: Check | undefined;
  /** Set as soon as the headers are here. */
  answer?: Response;
}

/** The code of a failed fetch; Node keeps it in the cause. */
const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = Object(error);
  return cause ? codeOf(cause) : code;
};

/** Failures before a byte was sent, after which even a create may be repeated. The last is Bun's, the rest Node's. */
export const wasUnsent = (error: unknown) =>
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UNREACH|CONNECT_TIMEOUT|ConnectionRefused/.test(`${codeOf(error)}`);

/**
 * Sends a request once and reads its body, all within the timeout.
 *
 * Returns the answer of a success; throws an error of this package otherwise, or the reason of the request's signal. The
 * body of the answer is in memory: `text()`, `json()` and `clone()` serve it, as often as asked.
 *
 * @param key the API key, which a server may echo
 */
export async function attempt(
  fetch: typeof globalThis.fetch,
  request: Request,
  body: RequestInit,
  timeout: number,
  key: string,
  trip: Trip,
): Promise<Response> {
  const controller = follow(request.signal);
  const { signal } = controller;
  const late = () => controller.abort(new TimeoutError(`no complete answer within ${timeout} ms`));
  const timer = timeout < MAX_TIMER ? setTimeout(late, timeout) : undefined;
  const hide = (text: string) => (key ? text.replaceAll(key, "[apiKey]") : text);
  const { check } = trip;
  try {
    const answer = await fetch(request, { ...body, signal });
    trip.answer = answer;
    const { ok, body: stream } = answer;
    if (ok && !(check && stream)) return stream ? new Response(await answer.arrayBuffer(), answer) : answer;
    const received = await answer.text();
    const text = ok ? received : hide(received);
    let data: unknown = text;
    try {
      data = JSON.parse(text);
    } catch {
      // No cause: the runtime's own error quotes the text.
      if (ok) throw new InvalidResponseError(`not JSON: ${gist(hide(text))}`);
    }
    Object.assign(answer, { text: async () => text, json: async () => data, clone: () => new Response(text, answer) });
    if (!ok) throw apiError(data, answer);
    check?.(data);
    return answer;
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (cause instanceof ClientError) throw cause;
    const reason = hide(codeOf(cause) ?? (cause as Error).message);
    throw trip.answer
      ? new InvalidResponseError(`the answer was cut: ${reason}`, { cause })
      : new NetworkError(`no answer: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
    controller.letGo();
  }
}
