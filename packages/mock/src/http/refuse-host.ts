import type { IncomingMessage } from "node:http";
import { checkHost, isAllowedHost, quote, Violation } from "@metadata-service/server-rules";
import { hostLines, socketOrigin } from "@metadata-service/server-rules/node";

/**
 * Refuses a request whose `Host` does not name this mock. This prevents DNS rebinding: a website whose name resolves
 * to this machine sends that name as `Host`, and no other check would detect it.
 *
 * @param allowedHosts names and addresses in addition to loopback and the address at which the connection arrived
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
