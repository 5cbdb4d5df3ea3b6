import { quote } from "../format-path.js";
import { Violation } from "../violation.js";

/**
 * Checks the `Content-Encoding` of a request: compressed bodies are not supported. Names of codings are
 * case-insensitive (RFC 9110, section 8.4.1), and the header may name several.
 *
 * @throws Violation when it names any coding but `identity`
 */
export function checkContentEncoding(contentEncoding: string | null | undefined): void {
  if (!contentEncoding) return;
  const codings = contentEncoding.split(",").map((coding) => coding.trim().toLowerCase());
  if (codings.some((coding) => coding !== "" && coding !== "identity"))
    throw new Violation(`Content-Encoding must be identity or left out, not ${quote(contentEncoding)}`, 415);
}
