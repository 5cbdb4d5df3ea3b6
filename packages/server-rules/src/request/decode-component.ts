import { Violation } from "../violation.js";

/**
 * Percent-decodes a part of a URL and rejects invalid encodings.
 *
 * @throws Violation when the percent-encoding is broken or not that of UTF-8
 */
export function decodeComponent(text: string, where: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Violation(`${where} is not percent-encoded UTF-8`);
  }
}
