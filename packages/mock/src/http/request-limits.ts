import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createByteBudget } from "../core/byte-budget.js";

/** The maximum total size of the bodies of requests in progress, in bytes. */
const MOST_BODY_BYTES = 64 * 1024 * 1024;
/** The maximum number of pipelined requests per connection; clients usually send about ten. */
const MOST_PIPELINED = 64;

/** A request's share of the limits. */
export interface RequestShare {
  /** Reserves memory for a part of the body until the response is sent; returns false if not enough is left. */
  take(bytes: number): boolean;
}

/** Limits the memory used by requests in progress. */
export interface RequestLimits {
  /** Admits a request; returns undefined and closes the connection if it has too many. */
  admit(request: IncomingMessage, response: ServerResponse): RequestShare | undefined;
}

interface Connection {
  waiting: number;
  bytes: number;
  closed: boolean;
}

export function createRequestLimits(): RequestLimits {
  const room = createByteBudget(MOST_BODY_BYTES);
  const connections = new WeakMap<Socket, Connection>();

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const connection: Connection = { waiting: 0, bytes: 0, closed: false };
    connections.set(socket, connection);
    // When a connection is closed, Node does not close responses that are queued behind another one.
    socket.once("close", () => {
      connection.closed = true;
      room.release(connection.bytes);
    });
    return connection;
  }

  return {
    admit({ socket }, response) {
      const connection = connectionOf(socket);
      if (++connection.waiting > MOST_PIPELINED) {
        socket.destroy();
        return undefined;
      }
      let taken = 0;
      response.once("close", () => {
        connection.waiting--;
        if (connection.closed) return;
        connection.bytes -= taken;
        room.release(taken);
      });
      return {
        take(bytes) {
          if (connection.closed || !room.take(bytes)) return false;
          taken += bytes;
          connection.bytes += bytes;
          return true;
        },
      };
    },
  };
}
