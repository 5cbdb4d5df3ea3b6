import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionLimits } from "./connection-limits.js";
import { createGuests, type Guest, type Guests } from "./guests.js";

/** The reasons for closing a connection without a response. */
export type ClosedConnection = "no room" | "idle without a key" | "too many of one key";

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
  /** Returns those of some keys that are still valid; on a failure, all of them count as valid until the next check. */
  validOf?(keys: ReadonlySet<string>): Promise<ReadonlySet<string>>;
}

/** Enforces the connection limits of a port. */
export interface ConnectionGate {
  /** Starts to track the connections of a server. */
  watch(server: Server): void;
  /** Assigns a connection to the valid key that it sent; connections without a key are closed first to make room. */
  welcome(socket: Socket, key: string): void;
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
  const { limits, strangerTimeout, now = () => performance.now(), addressOf, onClose, validOf } = options;
  const guests = createGuests(now);

  const close = (socket: Socket, reason: ClosedConnection) => {
    onClose?.(reason);
    guests.remove(socket);
    socket.destroy();
  };
  /** Whether there is room, if necessary after closing an idle connection. */
  const hasRoom = (address: string | undefined): boolean => {
    const isFullForAddress = guests.ofAddress(address) >= limits.perAddress;
    if (!isFullForAddress && guests.size < limits.total) return true;
    const other = guests.longestResting(isFullForAddress ? address : undefined);
    if (!other) return false;
    close(other, "no room");
    return true;
  };
  const rest = (socket: Socket, guest: Guest) => {
    guests.rest(socket, guest);
    // A connection of a proxy carries requests with many keys.
    if (guest.key === undefined || guest.address === undefined) return;
    const others = guests.idleOf(guest.key);
    const longest = others.size > limits.perKey ? first(others, (other) => !isOfProxy(other)) : undefined;
    if (longest) close(longest, "too many of one key");
  };
  const isOfProxy = (socket: Socket) => guests.get(socket)?.address === undefined;
  const enter = (socket: Socket) => {
    // A socket that is already disconnected has no address.
    if (socket.destroyed) return;
    const address = addressOf(socket);
    if (!hasRoom(address)) {
      onClose?.("no room");
      socket.destroy();
      return;
    }
    rest(socket, guests.add(socket, address));
    socket.once("close", () => guests.remove(socket));
  };
  const closeIdle = () => {
    const latest = now() - strangerTimeout;
    for (const socket of guests.idleOf(undefined)) {
      const guest = guests.get(socket);
      if (!guest || guest.restingSince > latest) break;
      if (isIdle(socket, guest)) close(socket, "idle without a key");
    }
  };
  /** Turns connections into ones without a key if their key was revoked or has expired. */
  const checkKeys = async () => {
    const keys = guests.idleKeys();
    if (keys.size === 0 || !validOf) return;
    const valid = await validOf(keys);
    for (const key of keys) if (!valid.has(key)) forget(guests, key);
  };

  return {
    watch(server) {
      server.on("connection", enter);
      server.once("listening", () => {
        const timers = [
          setInterval(closeIdle, Math.min(1_000, strangerTimeout)).unref(),
          setInterval(() => void checkKeys().catch(() => {}), KEYS_INTERVAL).unref(),
        ];
        server.once("close", () => {
          for (const timer of timers) clearInterval(timer);
        });
      });
    },
    welcome(socket, key) {
      const guest = guests.get(socket);
      if (guest && guest.key !== key) guests.setKey(guest, key);
    },
    working(socket, isWorking) {
      const guest = guests.get(socket);
      if (!guest) return;
      if (isWorking) guests.wake(socket, guest);
      else rest(socket, guest);
    },
  };
}

/** Treats the idle connections of a key as if they had sent none. */
function forget(guests: Guests, key: string): void {
  for (const socket of [...guests.idleOf(key)]) {
    const guest = guests.get(socket);
    if (!guest) continue;
    guests.wake(socket, guest);
    guests.setKey(guest, undefined);
    guests.rest(socket, guest);
  }
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
