import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionLimits } from "./connection-limits.js";

/** Why a connection was closed without a response. */
export type ClosedConnection = "no room" | "idle without a key";

/** What a gate works by. */
export interface GateOptions {
  readonly limits: ConnectionLimits;
  /** How long a connection over which no valid key came may rest, in ms. */
  readonly strangerTimeout: number;
  /** The clock by which it rests, in ms. @default performance.now */
  now?(): number;
  /** Names who is at the other end; undefined for a proxy, which represents many callers. */
  addressOf(socket: Socket): string | undefined;
  onClose?(reason: ClosedConnection): void;
}

/** Holds a port to its limits of connections. */
export interface ConnectionGate {
  /** Watches over the connections of a server. */
  watch(server: Server): void;
  /** Says that a valid key came over a connection: it is not closed to make room for another. */
  welcome(socket: Socket): void;
  /** Says that a request came over a connection, or that it is answered. */
  working(socket: Socket, isWorking: boolean): void;
}

interface Guest {
  readonly address: string | undefined;
  isKnown: boolean;
  restingSince: number;
  /** How many bytes had come when it began to rest. */
  bytesAtRest: number;
  /** Whether it was found to rest too long once: a process that was busy may have yet to read what came. */
  isOverdue: boolean;
}

/**
 * Limits connections, over all addresses and for each. Where there is no room for a new one, the connection that has rested
 * longest of those over which no valid key came makes room: whoever only holds connections open cannot keep others out.
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
  /** At rest and without a key, the one that has rested longest first. */
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
  /** Whether there is room, now or after one has left. */
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
    // Whoever is gone already has no address.
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

/** Whether nothing came, when asked a second time. One that has begun to send is subject to the header timeout. */
function isIdle({ bytesRead }: Socket, guest: Guest): boolean {
  const wasOverdue = guest.isOverdue;
  guest.isOverdue = true;
  return wasOverdue && bytesRead === guest.bytesAtRest;
}

function first<T>(values: Iterable<T>, isWanted: (value: T) => boolean): T | undefined {
  for (const value of values) if (isWanted(value)) return value;
  return undefined;
}

/** Counts connections by address; those of a proxy are not counted. */
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
