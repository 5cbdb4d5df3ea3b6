import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP, isIPv6, type Socket } from "node:net";

/** Identifies callers by their address. */
export interface CallerAddresses {
  /**
   * Returns the address at the other end of a connection; undefined for a trusted proxy, which represents many callers.
   */
  ofConnection(socket: Socket): string | undefined;
  /** Returns the address that sent a request: behind a trusted proxy, the one that the proxy names. */
  ofRequest(request: { readonly socket: Socket; readonly headers: IncomingHttpHeaders }): string;
}

/**
 * Determines the addresses of callers. `X-Forwarded-For` is trusted as far as trusted proxies wrote it: from its end up
 * to the first address that is not a trusted proxy. Everything before that can be forged.
 *
 * @param trustedProxies addresses, or networks as in `10.0.0.0/8`
 */
export function callerAddresses(trustedProxies: readonly string[]): CallerAddresses {
  const proxies = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = "", prefix] = proxy.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(prefix), family);
  }
  const isProxy = (address: string) => proxies.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  const peer = ({ remoteAddress = "" }: Socket) => unmapped(remoteAddress);
  return {
    ofConnection(socket) {
      const address = peer(socket);
      return isIP(address) !== 0 && isProxy(address) ? undefined : callerOf(address);
    },
    ofRequest({ socket, headers }) {
      let caller = peer(socket);
      const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
      while (isIP(caller) !== 0 && isProxy(caller)) {
        const before = unmapped(forwarded.pop()?.trim() ?? "");
        if (isIP(before) === 0) break;
        caller = before;
      }
      return callerOf(caller);
    },
  };
}

/** Converts an IPv4-mapped IPv6 address, as on a dual-stack socket, to the IPv4 address. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d{1,3}\.)/i, "");
}

/** Reduces an IPv6 address to its /64 network, because a caller usually has the whole network. */
function callerOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.replace(/%.*$/s, "").split("::");
  const before = head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros: string[] = tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group || "0")
    .join(":")}::/64`;
}
