import { Violation } from "../violation.js";

/**
 * Percent-decodes a part of a URL and rejects invalid encodings.
 *
 * @throws Violation if the percent-encoding is invalid or does not decode to UTF-8
 */
export function decodeComponent(text: string, where: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Violation(`${where} is not percent-encoded UTF-8`);
  }
}
