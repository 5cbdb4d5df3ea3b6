import type { Socket } from "node:net";

/** Returns the origin for the local address of a connection, such as `http://127.0.0.1:4010`. */
export function socketOrigin({ localAddress = "127.0.0.1", localPort }: Socket): string {
  // A dual-stack socket reports IPv4 as ::ffff:a.b.c.d; a URL must not contain the zone of a link-local address.
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*$/s, "");
  return `http://${address.includes(":") ? `[${address}]` : address}:${localPort}`;
}
