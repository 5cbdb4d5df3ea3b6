import { redactHeaders } from "./redact.js";

/** The methods that read a body. */
const READERS = ["arrayBuffer", "blob", "bytes", "formData", "json"] as const;

/**
 * Makes a response whose body is in memory, and can be read any number of times: by a middleware, by the caller, and by the
 * client itself. Streams cost, so there is none before somebody reads.
 *
 * @param source where status, headers and URL are taken from
 */
export function bufferedResponse(
  body: Uint8Array<ArrayBuffer> | string | null,
  source: Pick<Response, "status" | "statusText" | "headers" | "url">,
): Response {
  const { status, headers, url } = source;
  // The constructor refuses what servers send all the same: control characters, the status 0 of a redirect in a browser,
  // and those above 599.
  const statusText = source.statusText?.replace(/[^\t -~\x80-\xff]/g, "");
  const isUnusual = status < 200 || status > 599;
  const response = createResponse({ status: isUnusual ? 500 : status, statusText, headers });
  const properties: PropertyDescriptorMap = {
    body: { get: () => new Response(body).body },
    clone: { value: () => bufferedResponse(body, source) },
    text: { value: async () => (typeof body === "string" ? body : new Response(body).text()) },
    url: { value: url },
  };
  if (isUnusual) properties["status"] = { value: status };
  for (const name of READERS) properties[name] = { value: async () => new Response(body)[name]() };
  return Object.defineProperties(response, properties);
}

function createResponse(init: ResponseInit & { headers: Headers }): Response {
  try {
    return new Response(null, init);
  } catch {
    // A header with an invalid name, which the runtime let through.
    return new Response(null, { ...init, headers: redactHeaders(init.headers, String) });
  }
}
