import { abortable, MAX_TIMER } from "./abort.js";
import { apiError, gist } from "./api-error.js";
import { InvalidResponseError, NetworkError, TimeoutError } from "./errors.js";

/** Makes what the caller gets of the parsed body of a success; throws where that is not the promised one. */
export type Read<T = unknown> = (body: unknown) => T;

/** What goes with one attempt, and what comes back of it whatever its end. */
export interface Trip {
  /** None for a request through `client.raw`, since its body may be anything. */
  read: Read | undefined;
  /** The API key, which a server may echo; set when the request is sent. */
  key?: string;
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
const codeOf = (error: unknown): unknown => {
  const { code, cause } = Object(error);
  return cause ? codeOf(cause) : code;
};

/** Failures before a byte was sent, after which even a create may be repeated. The last is Bun's, the rest Node's. */
export const wasUnsent = (error: unknown) =>
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UNREACH|CONNECT_TIMEOUT|ConnectionRefused/.test(`${codeOf(error)}`);

/** Takes the key out of a text, however it is written there: as it is, or escaped as in JSON or a URL. */
const hiding = (trip: Trip) => (text: string) => {
  const signs = [...(trip.key ?? "")].map((sign) => {
    const code = sign.charCodeAt(0).toString(16);
    return `(\\\\?\\x${code}|(\\\\u00|%)${code})`;
  });
  return signs.length ? text.replace(RegExp(signs.join(""), "gi"), "[apiKey]") : text;
};

/**
 * Sends a request once and reads its body, all within the timeout; throws an error of this package where there is no
 * success, or the reason of the signal.
 *
 * @param send gets the key, and sends; what it throws before the request is sent is passed on
 * @param timeout in milliseconds
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
  timeout: number,
  trip: Trip,
): Promise<Received> {
  const { read } = trip;
  const hide = hiding(trip);
  let received: Received;
  try {
    // It does not rely on a fetch, or a body, that heeds a signal: not every one does.
    received = await abortable<Received>(signal, (resolve) => {
      const controller = new AbortController();
      const late = () => {
        const reason = new TimeoutError(`no complete answer within ${timeout} ms`);
        resolve(Promise.reject(reason));
        controller.abort(reason);
      };
      const timer = setTimeout(late, Math.min(timeout, MAX_TIMER));
      const receive = async () => {
        const answer = await send(controller.signal);
        trip.answer = answer;
        // Null says that there is none; a runtime without streams says nothing.
        if (answer.body === null) return { answer };
        return { answer, body: await (answer.ok && !read ? answer.arrayBuffer() : answer.text()) };
      };
      const receiving = receive();
      const done = () => {
        clearTimeout(timer);
        resolve(receiving);
      };
      receiving.then(done, done);
      return () => {
        clearTimeout(timer);
        controller.abort(signal?.reason);
      };
    });
  } catch (cause) {
    if (signal?.aborted || trip.key === undefined || cause instanceof TimeoutError) throw cause;
    const code = codeOf(cause);
    const reason = hide(`${typeof code === "string" ? code : (Object(cause).message ?? cause)}`);
    throw trip.answer
      ? new InvalidResponseError(`the answer was cut: ${reason}`, { cause })
      : new NetworkError(`no answer: ${reason}`, { cause });
  }

  const { answer, body } = received;
  if (!answer.ok) throw apiError(hide(`${body ?? ""}`), answer, hide);
  if (!read) return received;
  let data: unknown;
  try {
    data = body === undefined ? body : JSON.parse(body as string);
  } catch {
    // No cause: the runtime's own error quotes the text.
    throw new InvalidResponseError(`not JSON: ${gist(hide(body as string))}`);
  }
  return { ...received, data: read(data) };
}
