import type { IncomingMessage } from "node:http";

/**
 * Returns the value of each `Host` header line of a request, in order. Node keeps the first one in `headers` and drops
 * the rest.
 */
export function hostLines({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_text, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
}
