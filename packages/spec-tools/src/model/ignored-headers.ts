/**
 * The header parameters that OpenAPI ignores (section 4.8.12.2.1), in lower case, with what describes them instead.
 */
export const IGNORED_HEADERS: Readonly<Record<string, string>> = {
  accept: "the media types of the responses",
  "content-type": "the media types of the request body",
  authorization: "a security scheme",
};
