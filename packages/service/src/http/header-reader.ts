import type { IncomingHttpHeaders } from "node:http";
import type { HeaderReader } from "@metadata-service/server-rules";
import { own } from "@metadata-service/spec-tools";

/** Reads the headers of a request by name. */
export function headerReader({ headers }: { readonly headers: IncomingHttpHeaders }): HeaderReader {
  return (name) => {
    const value = own(headers, name);
    return Array.isArray(value) ? value.join(", ") : value;
  };
}
