import { follow, MAX_TIMER } from "./abort.js";
import { apiError, gist } from "./api-error.js";
import { InvalidResponseError, NetworkError, TimeoutError } from "./errors.js";

/** Makes what the caller gets of the parsed body of a success; throws where that is not the promised one. */
export type Read<T = unknown> = (body: unknown) => T;

/** What goes with one attempt, and what comes back of it whatever its end. */
export interface Trip {
  /** None for a request through `client.raw`, since its body may be anything. */
  read: Read | undefined;
  /** Set as soon as the headers are here. */
  answer?: Response;
}

/** A success, with its body in memory. */
export interface Received {
  answer: Response;
  /** The body as it came; none where the answer has none. */
  body?: string | ArrayBuffer;
  /** What was read of it. */
  data?: unknown;
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
 * Sends a request once and reads its body, all within the timeout; throws an error of this package where there is no
 * success, or the reason of the signal.
 *
 * @param timeout in milliseconds
 * @param key the API key, which a server may echo
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
  timeout: number,
  key: string,
  trip: Trip,
): Promise<Received> {
  const { read } = trip;
  const stop = follow(signal);
  const late = () => stop.abort(new TimeoutError(`no complete answer within ${timeout} ms`));
  const timer = setTimeout(late, Math.min(timeout, MAX_TIMER));
  const hide = (text: string) => (key ? text.replaceAll(key, "[apiKey]") : text);
  let answer: Response | undefined;
  let text = "";
  try {
    answer = await send(stop.signal);
    trip.answer = answer;
    if (answer.ok && !read) return answer.body ? { answer, body: await answer.arrayBuffer() } : { answer };
    text = await answer.text();
  } catch (cause) {
    if (stop.signal.aborted) throw stop.signal.reason;
    const reason = hide(codeOf(cause) ?? (cause as Error).message);
    throw answer
      ? new InvalidResponseError(`the answer was cut: ${reason}`, { cause })
      : new NetworkError(`no answer: ${reason}`, { cause });
  } finally {
    clearTimeout(timer);
    stop.letGo();
  }

  if (!answer.ok) throw apiError(hide(text), answer);
  if (!answer.body) return { answer, data: read?.(undefined) };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // No cause: the runtime's own error quotes the text.
    throw new InvalidResponseError(`not JSON: ${gist(hide(text))}`);
  }
  return { answer, body: text, data: read?.(data) };
}
