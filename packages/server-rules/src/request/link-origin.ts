import { isHost } from "./check-host.js";

/**
 * Returns the origin for links in a response: the `Host` of the request if it is allowed, otherwise the local address
 * of the connection. A client can put anything into `Host`.
 *
 * @param host the `Host` of the request
 * @param own the origin for the local address of the connection, such as `http://127.0.0.1:4010`
 * @param allowedHosts names and addresses to allow in addition to loopback and the one in `own`
 */
export function linkOrigin(host: string | undefined, own: string, allowedHosts: readonly string[]): string {
  if (host === undefined || !isHost(host)) return own;
  const allowed = isAllowedHost(host, [new URL(own).hostname, ...allowedHosts]);
  return allowed ? new URL(`http://${host}`).origin : own;
}

/** Loopback names and addresses (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3). */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$|\.localhost$/;

/**
 * Returns whether a `Host` is a loopback name or address, or is in the list of allowed names and addresses; ports are
 * ignored.
 *
 * @param host a valid `Host`
 */
export function isAllowedHost(host: string, allowedHosts: readonly string[]): boolean {
  const name = hostName(host);
  return name !== undefined && (LOOPBACK.test(name) || allowedHosts.some((allowed) => hostName(allowed) === name));
}

/** Normalizes a host name or an address, and removes the port. */
function hostName(host: string): string | undefined {
  const isBareIpv6 = !host.startsWith("[") && host.split(":").length > 2;
  const text = `http://${isBareIpv6 ? `[${host}]` : host}`;
  return URL.canParse(text) ? new URL(text).hostname : undefined;
}
