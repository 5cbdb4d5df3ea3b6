import { redactHeaders } from "./redact.js";

/**
 * Makes a response whose body is in memory, and can be read any number of times: by a middleware, by the caller, and by the
 * client itself.
 *
 * @param source where status, headers and URL are taken from
 */
export function bufferedResponse(
  body: BodyInit | null,
  source: Pick<Response, "status" | "statusText" | "headers" | "url">,
): Response {
  const { status, headers, url } = source;
  // The constructor refuses what servers send all the same: control characters, the status 0 of a redirect in a browser,
  // and those above 599.
  const statusText = source.statusText?.replace(/[^\t -~\x80-\xff]/g, "");
  const isUnusual = status < 200 || status > 599;
  const response = createResponse(body, { status: isUnusual ? 500 : status, statusText, headers });
  const text = () => new Response(body).text();
  return Object.defineProperties(response, {
    ...(isUnusual && { status: { value: status } }),
    url: { value: url },
    text: { value: text },
    json: { value: async () => JSON.parse(await text()) },
    clone: { value: () => bufferedResponse(body, source) },
  });
}

function createResponse(body: BodyInit | null, init: ResponseInit & { headers: Headers }): Response {
  try {
    return new Response(body, init);
  } catch {
    // A header with an invalid name, which the runtime let through.
    return new Response(body, { ...init, headers: redactHeaders(init.headers, String) });
  }
}
