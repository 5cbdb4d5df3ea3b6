import type { IncomingHttpHeaders } from "node:http";
import type { HeaderReader } from "@metadata-service/server-rules";

/** Reads the headers of a request by name. */
export function headerReader({ headers }: { readonly headers: IncomingHttpHeaders }): HeaderReader {
  return (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
}
