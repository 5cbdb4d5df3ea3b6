import type { IncomingMessage } from "node:http";
import { checkHost, isAllowedHost, quote, Violation } from "@metadata-service/server-rules";
import { hostLines, socketOrigin } from "@metadata-service/server-rules/node";

/**
 * Rejects a request whose `Host` is not a name of this mock. This prevents DNS rebinding: the name of a website may
 * resolve to this machine, and only its `Host` header reveals that.
 *
 * @param allowedHosts names and addresses in addition to loopback and the address at which the connection arrived
 * @throws Violation
 */
export function refuseHost(request: IncomingMessage, allowedHosts: readonly string[]): void {
  const lines = hostLines(request);
  checkHost(lines, request.httpVersion);
  const [host] = lines;
  // HTTP/1.0 clients may omit it; browsers never do.
  if (host === undefined) return;
  if (isAllowedHost(host, [new URL(socketOrigin(request.socket)).hostname, ...allowedHosts])) return;
  throw new Violation(
    `Host must be localhost, the address of the mock or a name given by --allowed-host, not ${quote(host)}`,
  );
}
