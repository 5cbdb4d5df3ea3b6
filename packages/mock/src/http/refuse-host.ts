import type { IncomingMessage } from "node:http";
import { checkHost, isAllowedHost, quote, Violation } from "@metadata-service/server-rules";
import { hostLines, socketOrigin } from "@metadata-service/server-rules/node";

/**
 * Refuses a request whose `Host` does not name this mock. A web page that resolves its own name to this machine (DNS
 * rebinding) sends that name, and a browser takes the mock for the page's own server: no other check would see it.
 *
 * @param allowedHosts names and addresses beside loopback and the address at which the connection arrived
 * @throws Violation
 */
export function refuseHost(request: IncomingMessage, allowedHosts: readonly string[]): void {
  const lines = hostLines(request);
  checkHost(lines, request.httpVersion);
  const [host] = lines;
  // A client of HTTP/1.0 may send none; browsers always do.
  if (host === undefined) return;
  if (isAllowedHost(host, [new URL(socketOrigin(request.socket)).hostname, ...allowedHosts])) return;
  throw new Violation(
    `Host must be localhost, the address of the mock or a name given by --allowed-host, not ${quote(host)}`,
  );
}
