import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionLimits } from "./connection-limits.js";

/** The reasons for closing a connection without a response. */
export type ClosedConnection = "no room" | "idle without a key";

/** The settings of a gate. */
export interface GateOptions {
  readonly limits: ConnectionLimits;
  /** The time after which an idle connection that never sent a valid key is closed, in ms. */
  readonly strangerTimeout: number;
  /** The clock for idle times, in ms. @default performance.now */
  now?(): number;
  /** Returns the address at the other end; undefined for a proxy, which represents many callers. */
  addressOf(socket: Socket): string | undefined;
  onClose?(reason: ClosedConnection): void;
}

/** Enforces the connection limits of a port. */
export interface ConnectionGate {
  /** Starts to track the connections of a server. */
  watch(server: Server): void;
  /** Marks a connection that sent a valid key, so that it is not closed to make room for another. */
  welcome(socket: Socket): void;
  /** Records that a request on a connection begins, or that its response was sent. */
  working(socket: Socket, isWorking: boolean): void;
}

interface Guest {
  readonly address: string | undefined;
  isKnown: boolean;
  restingSince: number;
  /** The number of bytes received when the connection became idle. */
  bytesAtRest: number;
  /** Whether the time limit was exceeded at the last check: a busy process may not have read new data yet. */
  isOverdue: boolean;
}

/**
 * Limits connections, in total and per address. If there is no room for a new one, the connection that has been idle
 * longest without ever sending a valid key is closed. Somebody who only keeps connections open cannot lock out others.
 */
export function createConnectionGate({
  limits,
  strangerTimeout,
  now = () => performance.now(),
  addressOf,
  onClose,
}: GateOptions): ConnectionGate {
  const guests = new Map<Socket, Guest>();
  const perAddress = countAddresses();
  /** Idle connections without a key, longest idle first. */
  const strangers = new Set<Socket>();

  const close = (socket: Socket, reason: ClosedConnection) => {
    onClose?.(reason);
    leave(socket);
    socket.destroy();
  };
  const leave = (socket: Socket) => {
    const guest = guests.get(socket);
    if (!guest) return;
    guests.delete(socket);
    strangers.delete(socket);
    perAddress.add(guest.address, -1);
  };
  const longestResting = (address?: string): Socket | undefined =>
    first(strangers, (socket) => address === undefined || guests.get(socket)?.address === address);
  /** Whether there is room, if necessary after closing an idle connection. */
  const hasRoom = (address: string | undefined): boolean => {
    const isFullForAddress = perAddress.of(address) >= limits.perAddress;
    if (!isFullForAddress && guests.size < limits.total) return true;
    const other = longestResting(isFullForAddress ? address : undefined);
    if (!other) return false;
    close(other, "no room");
    return true;
  };
  const rest = (socket: Socket, guest: Guest) => {
    guest.restingSince = now();
    guest.bytesAtRest = socket.bytesRead;
    guest.isOverdue = false;
    if (!guest.isKnown) strangers.add(socket);
  };
  const enter = (socket: Socket) => {
    // A socket that is already disconnected has no address.
    if (socket.destroyed) return;
    const address = addressOf(socket);
    if (!hasRoom(address)) {
      onClose?.("no room");
      socket.destroy();
      return;
    }
    const guest: Guest = { address, isKnown: false, restingSince: 0, bytesAtRest: 0, isOverdue: false };
    guests.set(socket, guest);
    perAddress.add(address, 1);
    rest(socket, guest);
    socket.once("close", () => leave(socket));
  };
  const closeIdle = () => {
    const latest = now() - strangerTimeout;
    for (const socket of strangers) {
      const guest = guests.get(socket);
      if (!guest || guest.restingSince > latest) break;
      if (isIdle(socket, guest)) close(socket, "idle without a key");
    }
  };

  return {
    watch(server) {
      server.on("connection", enter);
      server.once("listening", () => {
        const timer = setInterval(closeIdle, Math.min(1_000, strangerTimeout)).unref();
        server.once("close", () => clearInterval(timer));
      });
    },
    welcome(socket) {
      const guest = guests.get(socket);
      if (guest) guest.isKnown = true;
    },
    working(socket, isWorking) {
      const guest = guests.get(socket);
      if (!guest) return;
      if (isWorking) strangers.delete(socket);
      else rest(socket, guest);
    },
  };
}

/** Whether nothing arrived in two checks. A connection that has begun to send is subject to the header timeout. */
function isIdle({ bytesRead }: Socket, guest: Guest): boolean {
  const wasOverdue = guest.isOverdue;
  guest.isOverdue = true;
  return wasOverdue && bytesRead === guest.bytesAtRest;
}

function first<T>(values: Iterable<T>, isWanted: (value: T) => boolean): T | undefined {
  for (const value of values) if (isWanted(value)) return value;
  return undefined;
}

/** Counts connections per address, except those of proxies. */
function countAddresses() {
  const counts = new Map<string, number>();
  const of = (address: string | undefined) => (address === undefined ? 0 : (counts.get(address) ?? 0));
  return {
    of,
    add(address: string | undefined, more: 1 | -1) {
      if (address === undefined) return;
      const count = of(address) + more;
      if (count > 0) counts.set(address, count);
      else counts.delete(address);
    },
  };
}
