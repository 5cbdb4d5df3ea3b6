import type { IncomingMessage } from "node:http";
import { isAllowedHost } from "../request/link-origin.js";
import { socketOrigin } from "./socket-origin.js";

/**
 * Returns whether the `Host` of a request is loopback, the address at which the request arrived, or in the list. If not,
 * a web page may have sent it: the page's own host name may resolve to this machine (DNS rebinding), and only `Host`
 * reveals that. Clients of HTTP/1.0 may omit it; browsers never do.
 *
 * @param allowedHosts names and addresses in addition to loopback and the address of the connection
 */
export function isOwnHost({ headers, socket }: IncomingMessage, allowedHosts: readonly string[]): boolean {
  const { host } = headers;
  return (
    host === undefined ||
    isAllowedHost(host, allowedHosts) ||
    isAllowedHost(host, [new URL(socketOrigin(socket)).hostname])
  );
}
