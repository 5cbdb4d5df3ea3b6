/**
 * Returns a base URL without slashes at its end.
 *
 * @throws TypeError if it is not an absolute HTTP URL with only an origin and a path
 */
export function readBaseUrl(baseUrl: string, name = "baseUrl"): string {
  const text = `${baseUrl}`.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`${name} ${problemOf(text)}`);
  const { origin, pathname, href } = url;
  // Not quoted, because it may contain a secret such as a password.
  if (href !== origin + pathname)
    throw new TypeError(`${name} must be an origin and a path, without user, query or fragment`);
  return origin + pathname.replace(/(?<!\/)\/+$/, "");
}

/** Explains what is wrong with a text that is no HTTP URL. It is quoted only if no part of it may be a password. */
function problemOf(text: string): string {
  const quoted = /^(https?:\/\/)?[^\s@?#:/]*(:\d*)?(\/[^\s@?#]*)?$/i.test(text) ? `, not ${JSON.stringify(text)}` : "";
  return /^https?:\/\//i.test(text)
    ? `must be an absolute URL such as https://metadata.example.com${quoted}`
    : `must begin with http:// or https://${quoted}`;
}
