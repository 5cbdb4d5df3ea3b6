import type { IncomingMessage } from "node:http";
import { checkHost, quote, Violation } from "@metadata-service/server-rules";
import { hostLines, isOwnHost } from "@metadata-service/server-rules/node";

/**
 * Rejects a request whose `Host` is not a name of this mock. This prevents DNS rebinding: the name of a website may
 * resolve to this machine, and only its `Host` header reveals that.
 *
 * @param allowedHosts names and addresses in addition to loopback and the address at which the connection arrived
 * @throws Violation
 */
export function refuseHost(request: IncomingMessage, allowedHosts: readonly string[]): void {
  checkHost(hostLines(request), request.httpVersion);
  if (isOwnHost(request, allowedHosts)) return;
  throw new Violation(
    `Host must be localhost, the address of the mock or a name given by --allowed-host, not ${quote(String(request.headers.host))}`,
  );
}
