/**
 * The header parameters that OpenAPI ignores (section 4.8.12.2.1), in lower case, with what describes them instead.
 */
export const IGNORED_HEADERS: Readonly<Record<string, string>> = {
  accept: "the media types of the responses",
  "content-type": "the media types of the request body",
  authorization: "a security scheme",
};

/**
 * Header parameters that say how a body is sent (RFC 9110, 8.4 and 8.6; RFC 9112, 6.1), in lower case: whoever sends the body
 * writes them.
 */
const TRANSFER_HEADERS = ["content-encoding", "content-length", "transfer-encoding"];

/** Whether a header parameter is nothing that callers pass. */
export const isIgnoredHeader = (name: string): boolean =>
  Object.hasOwn(IGNORED_HEADERS, name.toLowerCase()) || TRANSFER_HEADERS.includes(name.toLowerCase());
