/** Base64 of a text in UTF-8 (RFC 7617, section 2.1). `btoa` takes only characters up to U+00FF, as one byte each. */
export const base64 = (text: string): string =>
  btoa([...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join(""));
