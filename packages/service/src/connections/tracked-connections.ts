import type { Socket } from "node:net";

/** An open connection. */
export interface TrackedConnection {
  readonly address: string | undefined;
  /** The last key that it sent; undefined if there was none, or if the key is no longer valid. */
  key: string | undefined;
  restingSince: number;
  /** The number of bytes received when the connection became idle. */
  bytesAtRest: number;
  /** Whether the time limit was exceeded at the last check: a busy process may not have read new data yet. */
  isOverdue: boolean;
}

/** The open connections of a port. */
export interface TrackedConnections {
  readonly size: number;
  get(socket: Socket): TrackedConnection | undefined;
  add(socket: Socket, address: string | undefined): TrackedConnection;
  remove(socket: Socket): void;
  setKey(connection: TrackedConnection, key: string | undefined): void;
  /** Records that a connection is idle. */
  rest(socket: Socket, connection: TrackedConnection): void;
  /** Records that a connection is no longer idle. */
  wake(socket: Socket, connection: TrackedConnection): void;
  ofAddress(address: string | undefined): number;
  /** Returns the idle connections with a key, or without one, longest idle first. */
  idleOf(key: string | undefined): ReadonlySet<Socket>;
  idleKeys(): Set<string>;
  /**
   * Returns the connection to close to make room: the longest idle one without a key, or otherwise that of the key with
   * the most connections.
   *
   * @param address if given, only its connections count
   */
  longestResting(address?: string): Socket | undefined;
}

const NONE: ReadonlySet<Socket> = new Set();

/** Keeps a list of open connections, by address and key. */
export function trackConnections(now: () => number): TrackedConnections {
  const connections = new Map<Socket, TrackedConnection>();
  const perAddress = counter();
  const perKey = counter();
  const idle = new Map<string | undefined, Set<Socket>>();

  const countsIn = (address: string) => {
    const counts = counter();
    for (const connection of connections.values()) if (connection.address === address) counts.add(connection.key, 1);
    return counts;
  };
  const wake = (socket: Socket, { key }: TrackedConnection) => {
    const others = idle.get(key);
    others?.delete(socket);
    if (others?.size === 0) idle.delete(key);
  };

  return {
    get size() {
      return connections.size;
    },
    get: (socket) => connections.get(socket),
    add(socket, address) {
      const connection: TrackedConnection = {
        address,
        key: undefined,
        restingSince: 0,
        bytesAtRest: 0,
        isOverdue: false,
      };
      connections.set(socket, connection);
      perAddress.add(address, 1);
      return connection;
    },
    remove(socket) {
      const connection = connections.get(socket);
      if (!connection) return;
      wake(socket, connection);
      connections.delete(socket);
      perAddress.add(connection.address, -1);
      perKey.add(connection.key, -1);
    },
    setKey(connection, key) {
      perKey.add(connection.key, -1);
      perKey.add(key, 1);
      connection.key = key;
    },
    rest(socket, connection) {
      connection.restingSince = now();
      connection.bytesAtRest = socket.bytesRead;
      connection.isOverdue = false;
      const others = idle.get(connection.key);
      if (others) others.add(socket);
      else idle.set(connection.key, new Set([socket]));
    },
    wake,
    ofAddress: perAddress.of,
    idleOf: (key) => idle.get(key) ?? NONE,
    idleKeys: () => new Set([...idle.keys()].filter((key) => key !== undefined)),
    longestResting(address) {
      const counts = address === undefined ? perKey : countsIn(address);
      const keys = [...idle.keys()].sort((left, right) => counts.of(right) - counts.of(left));
      const withoutKeyFirst = idle.has(undefined) ? [undefined, ...keys] : keys;
      for (const key of withoutKeyFirst)
        for (const socket of idle.get(key) ?? NONE)
          if (address === undefined || connections.get(socket)?.address === address) return socket;
      return undefined;
    },
  };
}

/** Counts by name; undefined is not counted. */
function counter() {
  const counts = new Map<string, number>();
  const of = (name: string | undefined) => (name === undefined ? 0 : (counts.get(name) ?? 0));
  return {
    of,
    add(name: string | undefined, more: 1 | -1) {
      if (name === undefined) return;
      const count = of(name) + more;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}
