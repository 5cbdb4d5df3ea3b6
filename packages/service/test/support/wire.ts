import { connect, type Socket } from "node:net";

/** A raw connection, for attackers or for precise control. */
export interface Wire {
  readonly socket: Socket;
  /** The data received so far. */
  received(): string;
  /** The status of each response that has begun to arrive. */
  statuses(): number[];
  /** Resolves when the other end has closed the connection. */
  readonly closed: Promise<unknown>;
}

/**
 * Opens a connection.
 *
 * @param from a local address of this machine, for example `127.0.0.2`
 */
export async function openWire(url: string, from?: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
  // A reset is also a way to close a connection.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await Promise.race([new Promise((resolve) => socket.once("connect", resolve)), closed]);
  return {
    socket,
    closed,
    received: () => text,
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
  };
}

/** The bytes of a GET. */
export function getBytes(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
}
