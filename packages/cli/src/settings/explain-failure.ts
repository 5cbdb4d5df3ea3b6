/** Returns the code of a failed connection, such as `ECONNREFUSED`; the innermost cause has it. */
export function failureCode(error: unknown): string | undefined {
  const { code, cause } = Object(error);
  return (cause ? failureCode(cause) : undefined) ?? (typeof code === "string" ? code : undefined);
}

const UNKNOWN_AUTHORITY =
  "its certificate is not from an authority that Node trusts: if you trust it, set NODE_EXTRA_CA_CERTS to the PEM file of that authority";
const NO_TLS = "the server does not use TLS there: check the port, or use http:// if the service has no TLS";
const UNRESOLVED = "the host name cannot be resolved: check it and the DNS server";
const CLOSED = "the connection was closed before a response";
const NO_ROUTE = "there is no route to the host";
const TOO_SLOW = "no connection was made in time";

/** What each code means, and what to do. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "nothing accepts connections there"],
  ["ENOTFOUND", UNRESOLVED],
  ["EAI_AGAIN", UNRESOLVED],
  ["ECONNRESET", CLOSED],
  ["UND_ERR_SOCKET", CLOSED],
  ["EPIPE", CLOSED],
  ["EHOSTUNREACH", NO_ROUTE],
  ["ENETUNREACH", NO_ROUTE],
  ["ETIMEDOUT", TOO_SLOW],
  ["UND_ERR_CONNECT_TIMEOUT", TOO_SLOW],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", UNKNOWN_AUTHORITY],
  ["SELF_SIGNED_CERT_IN_CHAIN", UNKNOWN_AUTHORITY],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", UNKNOWN_AUTHORITY],
  ["UNABLE_TO_GET_ISSUER_CERT", UNKNOWN_AUTHORITY],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", UNKNOWN_AUTHORITY],
  ["CERT_UNTRUSTED", UNKNOWN_AUTHORITY],
  ["CERT_HAS_EXPIRED", "its certificate has expired: the server needs a new one; check the clock of this machine, too"],
  ["CERT_NOT_YET_VALID", "its certificate is not valid yet: check the clock of this machine"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host: use a host name that it contains"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", NO_TLS],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", NO_TLS],
  ["EPROTO", NO_TLS],
]);

/** Explains the failure of a connection; undefined if its code is unknown. */
export function explainFailure(error: unknown): string | undefined {
  const code = failureCode(error) ?? "";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `${MEANINGS.get(code)} (${reasonOf(error)})`;
  if (code.startsWith("HPE_"))
    return "the response is not HTTP: check the port, or use https:// if the service uses TLS";
  // A forbidden port has no code (Fetch Standard, section 2.9).
  if (reasonOf(error) === "bad port") return "fetch does not use this port, which belongs to another protocol";
  return MEANINGS.get(code);
}

/** For example `Host: localhost. is not in the cert's altnames: DNS:example.com`. */
const reasonOf = (error: unknown): unknown => {
  const { cause, reason, message } = Object(error);
  return cause ? reasonOf(cause) : (reason ?? message);
};

/** Whether TLS failed: waiting does not help then. */
export const isTlsFailure = (error: unknown): boolean => /CERT|_SSL_|^EPROTO$/.test(failureCode(error) ?? "");
