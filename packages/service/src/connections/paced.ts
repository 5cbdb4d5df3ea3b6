import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** The interval between two requests, in ms. The last of all connections of the private port waits a third of a second. */
const INTERVAL = 5;

/**
 * Handles at most one request per interval, in the order of arrival, so that a flood of requests leaves the thread to others.
 * Requests whose callers have disconnected lose their place.
 *
 * @param later calls a function after a number of ms
 */
export function paced(
  handle: RequestListener,
  later: (next: () => void, ms: number) => void = setTimeout,
): RequestListener {
  const waiting = new Map<ServerResponse, IncomingMessage>();
  let isPausing = false;
  const next = () => {
    const [first] = waiting;
    isPausing = first !== undefined;
    if (!first) return;
    const [response, request] = first;
    waiting.delete(response);
    later(next, INTERVAL);
    handle(request, response as never);
  };
  return (request, response) => {
    waiting.set(response, request);
    response.once("close", () => waiting.delete(response));
    if (!isPausing) next();
  };
}
