import { quote } from "../format-path.js";
import { Violation } from "../violation.js";

/** `uri-host [ ":" port ]` of RFC 9110, section 7.2, with a host that is not empty (section 4.2.1). */
const HOST = /^(?:\[[\dA-Fa-f:.]+\]|(?:[\w\-.~!$&'()*+,;=]|%[\dA-Fa-f]{2})+)(?::\d{0,5})?$/;

/**
 * Checks the `Host` lines of a request: there must be exactly one, and it must be valid (RFC 9112, section 3.2).
 *
 * @param lines the value of each `Host` line, in order
 * @param httpVersion as in `1.1`; HTTP/1.0 does not require a Host
 * @throws Violation
 */
export function checkHost(lines: readonly string[], httpVersion: string): void {
  const [host] = lines;
  if (lines.length > 1) throw new Violation(`Host must be given once, not ${lines.length} times`);
  if (host === undefined && httpVersion === "1.0") return;
  if (host === undefined) throw new Violation("Host is required");
  if (!isHost(host))
    throw new Violation(`Host must be a host name or an address, and a port if any, not ${quote(host)}`);
}

/** The last valid host. Most requests to a server have the same one, and parsing a URL takes long. */
let lastHost: string | undefined;

/** Whether a text can be the host and port of an `http:` URL. */
export function isHost(text: string): boolean {
  if (text === lastHost) return true;
  if (!HOST.test(text) || !URL.canParse(`http://${text}`)) return false;
  lastHost = text;
  return true;
}
