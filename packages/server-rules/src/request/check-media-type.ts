import { quote } from "../format-path.js";
import { Violation } from "../violation.js";

/**
 * Holds the `Content-Type` of a request to the media types of its operation. Parameters are allowed; a `charset` other
 * than UTF-8 is not (RFC 8259, section 8.1).
 *
 * @param contentType the header as it was sent
 * @param allowed for example `["application/json"]`
 * @throws Violation when the header is missing or names another media type (decision 0008)
 */
export function checkMediaType(contentType: string | null | undefined, allowed: readonly string[]): void {
  const wanted = allowed.join(" or ");
  if (!contentType?.trim()) throw new Violation(`Content-Type must be ${wanted}`);
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim().toLowerCase());
  if (!allowed.includes(type)) throw new Violation(`Content-Type must be ${wanted}, not ${quote(contentType)}`);
  for (const parameter of parameters) {
    const charset = /^charset\s*=\s*"?([^"]*)"?$/.exec(parameter)?.[1];
    if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
      throw new Violation(`The charset of Content-Type must be utf-8, not ${quote(charset)}`);
  }
}
