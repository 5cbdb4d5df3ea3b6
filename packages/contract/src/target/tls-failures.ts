const UNKNOWN_AUTHORITY =
  "its certificate is not from an authority that is trusted: pass the certificate of the authority with --ca, or that of the server if it is self-signed; --insecure accepts any certificate";
const NO_TLS = "the server does not use TLS there: check the port, or use http://";

/** By code: what a failure of TLS means, and what to do. */
const TLS_FAILURES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_UNTRUSTED: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: "its certificate has expired: the server needs a new one; check the clock of this machine, too",
  CERT_NOT_YET_VALID: "its certificate is not valid yet: check the clock of this machine",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host: use a host name that it contains in --base-url",
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  EPROTO: NO_TLS,
};

/** Returns an error whose message explains a failure of TLS; any other error unchanged. */
export function explained(error: NodeJS.ErrnoException & { reason?: string }): NodeJS.ErrnoException {
  const { code = "", reason } = error;
  const meaning = Object.hasOwn(TLS_FAILURES, code) ? TLS_FAILURES[code] : undefined;
  if (meaning === undefined) return error;
  const message = reason === undefined ? meaning : `${meaning} (${reason})`;
  return Object.assign(new Error(message), { code });
}
