import { quote } from "../format-path.js";
import { Violation } from "../violation.js";
import { matchMediaType, parseMediaType } from "./media-types.js";

/**
 * Checks the `Content-Type` of a request against the media types of its operation. Parameters are allowed; a `charset`
 * other than UTF-8 is not (RFC 8259, section 8.1).
 *
 * @param contentType the header as it was sent
 * @param content the media types of the body
 * @returns the one that is meant
 * @throws Violation when the header is missing or names another media type (decision 0008)
 */
export function checkMediaType<T extends { readonly mediaType: string }>(
  contentType: string | null | undefined,
  content: readonly T[],
): T {
  // Most requests write it as the spec does.
  const same = contentType && !contentType.includes(";") && content.find(({ mediaType }) => mediaType === contentType);
  if (same) return same;
  const wanted = content.map(({ mediaType }) => mediaType).join(" or ");
  const any = content.find(({ mediaType }) => mediaType === "*/*");
  // Without the header, a body may be of any type (RFC 9110, section 8.3).
  if (!contentType?.trim() && any) return any;
  if (!contentType?.trim()) throw new Violation(`Content-Type must be ${wanted}`, 415);
  const media = matchMediaType(content, contentType);
  if (!media) throw new Violation(`Content-Type must be ${wanted}, not ${quote(contentType)}`, 415);
  const charset = parseMediaType(contentType).parameters.find(
    ([name, value]) => name === "charset" && value !== "utf-8" && value !== "utf8",
  );
  if (charset) throw new Violation(`The charset of Content-Type must be utf-8, not ${quote(charset[1])}`, 415);
  return media;
}
