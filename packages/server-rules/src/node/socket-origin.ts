import type { Socket } from "node:net";

/** The origin of the server's end of a connection, such as `http://127.0.0.1:4010`. */
export function socketOrigin({ localAddress = "127.0.0.1", localPort }: Socket): string {
  // An IPv4 address on a socket of both families; the zone of a link-local one has no place in a URL.
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*$/s, "");
  return `http://${address.includes(":") ? `[${address}]` : address}:${localPort}`;
}
