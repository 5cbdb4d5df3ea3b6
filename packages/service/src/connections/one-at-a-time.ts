import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * The maximum number of waiting requests on one connection. Only a client that pipelines small requests exceeds it.
 * Node has then read up to 64 KB of them, and each uses far more memory than its bytes.
 */
const MOST_WAITING = 100;

/** The requests of one connection. */
interface Line {
  isBusy: boolean;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Stops Node's parser in the middle of what it has read, which may be 2,000 requests. It has no interface for that, but stops
 * after a request that upgrades to another protocol, and 2 means such a request. If a version of Node does not know this, the
 * rest is parsed in vain.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => 2;
}

/** Called when a request on a connection begins or ends. */
export type OnWorking = (socket: Socket, isWorking: boolean) => void;

/**
 * Handles the requests of a connection one after the other; Node would handle all that have arrived at once. While one
 * waits, nothing more is read, and other connections get their turn between two of them: a thousand requests on one
 * connection delay others by at most one.
 */
export function oneAtATime(handle: RequestListener, onWorking: OnWorking = () => {}): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { isBusy: false, waiting: [] };
    lines.set(socket, line);
    socket.once("close", () => line.waiting.splice(0));
    // Node resumes the socket for each body that is read.
    socket.on("resume", () => line.waiting.length > 0 && socket.pause());
    return line;
  };
  const begin = (line: Line, request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    line.isBusy = true;
    // The timeout of the last response, if the caller reads it slowly. Node itself ends the one of an idle connection.
    if (socket.timeout) socket.setTimeout(0);
    onWorking(socket, true);
    response.on("close", () => {
      line.isBusy = false;
      if (line.waiting.length > 0) setImmediate(next, line, socket);
      else onWorking(socket, false);
    });
    handle(request, response);
  };
  const next = (line: Line, socket: Socket) => {
    const first = line.waiting.shift();
    if (!first) return;
    if (line.waiting.length === 0) socket.resume();
    begin(line, ...first);
  };

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const line = lineOf(socket);
    if (!line.isBusy && line.waiting.length === 0) return begin(line, request, response);
    line.waiting.push([request, response]);
    if (line.waiting.length <= MOST_WAITING) socket.pause();
    else {
      line.waiting.length = 0;
      stopParsing(socket);
      socket.destroy();
    }
  };
}
