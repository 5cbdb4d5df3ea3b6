import { quote } from "../format-path.js";
import { Violation } from "../violation.js";

/**
 * Checks the `Content-Type` of a request against the media types of its operation. Parameters are allowed; a `charset`
 * other than UTF-8 is not (RFC 8259, section 8.1).
 *
 * @param contentType the header as it was sent
 * @param allowed for example `["application/json"]`
 * @throws Violation when the header is missing or names another media type (decision 0008)
 */
export function checkMediaType(contentType: string | null | undefined, allowed: readonly string[]): void {
  // Most requests write it as the spec does.
  if (contentType && !contentType.includes(";") && allowed.includes(contentType)) return;
  const wanted = allowed.join(" or ");
  if (!contentType?.trim()) throw new Violation(`Content-Type must be ${wanted}`);
  const [type = "", ...parameters] = partsOf(contentType).map((part) => part.trim().toLowerCase());
  // A media type may be written with parameters in the spec, too.
  const types = allowed.map((one) => one.split(";")[0]?.trim().toLowerCase());
  const isIn = (one = "") => one === type || one === "*/*" || (one.endsWith("/*") && type.startsWith(one.slice(0, -1)));
  if (!types.some(isIn)) throw new Violation(`Content-Type must be ${wanted}, not ${quote(contentType)}`);
  for (const parameter of parameters) {
    const charset = charsetOf(parameter);
    if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
      throw new Violation(`The charset of Content-Type must be utf-8, not ${quote(charset)}`);
  }
}

/** Splits a header at its semicolons, except in quoted strings (RFC 9110, section 5.6.4). */
function partsOf(contentType: string): string[] {
  const [type = ""] = contentType.split(";", 1);
  return [type, ...(contentType.slice(type.length).match(/(?:[^;"]|"(?:[^"\\]|\\.)*(?:"|$))+/g) ?? [])];
}

/** Returns the value of a `charset` parameter without quotes and backslashes; undefined for any other parameter. */
function charsetOf(parameter: string): string | undefined {
  const equals = parameter.indexOf("=");
  if (equals < 0 || parameter.slice(0, equals).trimEnd() !== "charset") return undefined;
  const value = parameter.slice(equals + 1).trimStart();
  return /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1]?.replaceAll(/\\(.)/g, "$1") ?? value;
}
