import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * How many requests may wait on one connection. More come only where they are small and sent without waiting for a single
 * response; Node has read them by then, up to 64 KB of them, and each costs far more memory than its bytes.
 */
const MOST_WAITING = 100;

/** The requests of one connection. */
interface Line {
  isBusy: boolean;
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/** Hears of the connection whose request begins or has ended. */
export type OnWorking = (socket: Socket, isWorking: boolean) => void;

/**
 * Handles the requests of a connection one after the other. Node handles all that have come at once, however many. While
 * one waits, nothing more is read, and between two of them others get their turn: a thousand requests on one connection
 * delay others by at most one.
 */
export function oneAtATime(handle: RequestListener, onWorking: OnWorking = () => {}): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { isBusy: false, waiting: [] };
    lines.set(socket, line);
    socket.once("close", () => line.waiting.splice(0));
    // Node resumes a socket for each body that is read.
    socket.on("resume", () => line.waiting.length > 0 && socket.pause());
    return line;
  };
  const begin = (line: Line, request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    line.isBusy = true;
    // What was left of the last response.
    socket.setTimeout(0);
    onWorking(socket, true);
    response.once("close", () => {
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
    const line = lineOf(socket);
    if (!line.isBusy && line.waiting.length === 0) return begin(line, request, response);
    line.waiting.push([request, response]);
    if (line.waiting.length > MOST_WAITING) socket.destroy();
    else socket.pause();
  };
}
