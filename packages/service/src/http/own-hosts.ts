import type { IncomingMessage } from "node:http";
import { checkHost, isAllowedHost, quote, Violation } from "@metadata-service/server-rules";
import { hostLines, isOwnHost } from "@metadata-service/server-rules/node";
import type { Settings } from "../config/service-options.js";

/** Checks the `Host` of requests to the public port (decision 0086). */
export interface OwnHosts {
  /** @throws Violation if the `Host` is missing or invalid, or not a name of this service where that matters */
  check(request: IncomingMessage): void;
  /** @throws Violation if the `Host` is not a name of this service */
  requireOwn(request: IncomingMessage): void;
}

type HostSettings = Pick<Settings, "host" | "allowedHosts" | "trustedProxies"> & { readonly publicUrl?: string };

/**
 * If only programs on this machine can connect, and no setting mentions another name, every request must have a `Host` of
 * this machine. A web page could otherwise point its own host name to this port (DNS rebinding) and use the service with a
 * key that it knows.
 */
export function ownHosts({ host, allowedHosts, trustedProxies, publicUrl }: HostSettings): OwnHosts {
  const names = [host, ...allowedHosts, ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])];
  const isLocal =
    isAllowedHost(host, []) && allowedHosts.length === 0 && trustedProxies.length === 0 && publicUrl === undefined;
  const requireOwn = (request: IncomingMessage) => {
    if (!isOwnHost(request, names))
      throw new Violation(
        `Host must be localhost, the address of the service or a name given by --allowed-host, not ${quote(String(request.headers.host))}`,
      );
  };
  return {
    requireOwn,
    check(request) {
      checkHost(hostLines(request), request.httpVersion);
      if (isLocal) requireOwn(request);
    },
  };
}
