import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionLimits } from "./connection-limits.js";
import { type TrackedConnection, type TrackedConnections, trackConnections } from "./tracked-connections.js";

/** The reasons for closing a connection without a response. */
export type ClosedConnection = "no room" | "idle without a key" | "too many of one key";

/** The settings of a gate. */
export interface GateOptions {
  readonly limits: ConnectionLimits;
  /** The time after which an idle connection that never sent a valid key is closed, in ms. */
  readonly keylessTimeout: number;
  /** The clock for idle times, in ms. @default performance.now */
  now?(): number;
  /** Returns the address at the other end; undefined for a proxy, which represents many callers. */
  addressOf(socket: Socket): string | undefined;
  onClose?(reason: ClosedConnection): void;
  /** Returns those of some keys that are still valid; on a failure, all of them count as valid until the next check. */
  validOf?(keys: ReadonlySet<string>): Promise<ReadonlySet<string>>;
}

/** Enforces the connection limits of a port. */
export interface ConnectionGate {
  /** Starts to track the connections of a server. */
  watch(server: Server): void;
  /** Assigns a connection to the valid key that it sent; connections without a key are closed first to make room. */
  assignKey(socket: Socket, key: string): void;
  /** Records that a request on a connection begins, or that its response was sent. */
  working(socket: Socket, isWorking: boolean): void;
}

/** The interval between checks whether the keys of idle connections are still valid, in ms. */
const KEYS_INTERVAL = 2_000;

/**
 * Limits connections: in total, per address, and idle ones per key. If there is no room for a new one, the connection
 * that has been idle longest without a valid key is closed; if there is none, the one that has been idle longest among
 * those of the key with the most. Somebody who only keeps connections open cannot lock out others, with or without a key.
 */
export function createConnectionGate(options: GateOptions): ConnectionGate {
  const { limits, keylessTimeout, now = () => performance.now(), addressOf, onClose, validOf } = options;
  const connections = trackConnections(now);

  const close = (socket: Socket, reason: ClosedConnection) => {
    onClose?.(reason);
    connections.remove(socket);
    socket.destroy();
  };
  /** Whether there is room, if necessary after closing an idle connection. */
  const hasRoom = (address: string | undefined): boolean => {
    const isFullForAddress = connections.ofAddress(address) >= limits.perAddress;
    if (!isFullForAddress && connections.size < limits.total) return true;
    const other = connections.longestResting(isFullForAddress ? address : undefined);
    if (!other) return false;
    close(other, "no room");
    return true;
  };
  const rest = (socket: Socket, connection: TrackedConnection) => {
    connections.rest(socket, connection);
    // A connection of a proxy carries requests with many keys.
    if (connection.key === undefined || connection.address === undefined) return;
    const others = connections.idleOf(connection.key);
    const longest = others.size > limits.perKey ? first(others, (other) => !isOfProxy(other)) : undefined;
    if (longest) close(longest, "too many of one key");
  };
  const isOfProxy = (socket: Socket) => connections.get(socket)?.address === undefined;
  const enter = (socket: Socket) => {
    // A socket that is already disconnected has no address.
    if (socket.destroyed) return;
    const address = addressOf(socket);
    if (!hasRoom(address)) {
      onClose?.("no room");
      socket.destroy();
      return;
    }
    rest(socket, connections.add(socket, address));
    socket.once("close", () => connections.remove(socket));
  };
  const closeIdle = () => {
    const latest = now() - keylessTimeout;
    for (const socket of connections.idleOf(undefined)) {
      const connection = connections.get(socket);
      if (!connection || connection.restingSince > latest) break;
      if (isIdle(socket, connection)) close(socket, "idle without a key");
    }
  };
  /** Turns connections into ones without a key if their key was revoked or has expired. */
  const checkKeys = async () => {
    const keys = connections.idleKeys();
    if (keys.size === 0 || !validOf) return;
    const valid = await validOf(keys);
    for (const key of keys) if (!valid.has(key)) forget(connections, key);
  };

  return {
    watch(server) {
      server.on("connection", enter);
      server.once("listening", () => {
        const timers = [
          setInterval(closeIdle, Math.min(1_000, keylessTimeout)).unref(),
          setInterval(() => void checkKeys().catch(() => {}), KEYS_INTERVAL).unref(),
        ];
        server.once("close", () => {
          for (const timer of timers) clearInterval(timer);
        });
      });
    },
    assignKey(socket, key) {
      const connection = connections.get(socket);
      if (connection && connection.key !== key) connections.setKey(connection, key);
    },
    working(socket, isWorking) {
      const connection = connections.get(socket);
      if (!connection) return;
      if (isWorking) connections.wake(socket, connection);
      else rest(socket, connection);
    },
  };
}

/** Treats the idle connections of a key as if they had sent none. */
function forget(connections: TrackedConnections, key: string): void {
  for (const socket of [...connections.idleOf(key)]) {
    const connection = connections.get(socket);
    if (!connection) continue;
    connections.wake(socket, connection);
    connections.setKey(connection, undefined);
    connections.rest(socket, connection);
  }
}

/** Whether nothing arrived in two checks. A connection that has begun to send is subject to the header timeout. */
function isIdle({ bytesRead }: Socket, connection: TrackedConnection): boolean {
  const wasOverdue = connection.isOverdue;
  connection.isOverdue = true;
  return wasOverdue && bytesRead === connection.bytesAtRest;
}

function first<T>(values: Iterable<T>, isWanted: (value: T) => boolean): T | undefined {
  for (const value of values) if (isWanted(value)) return value;
  return undefined;
}
