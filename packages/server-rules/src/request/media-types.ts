/** A media type, or a range of them, without regard to case. */
export interface MediaType {
  /** Such as `application/json` or `image/*`. */
  readonly type: string;
  /** The parameters in their order, values without quotes. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Reads a media type with its parameters (RFC 9110, section 8.3.1). */
export function parseMediaType(text: string): MediaType {
  const [type = ""] = text.split(";", 1);
  // A semicolon in a quoted string does not end the parameter.
  const parts = text.slice(type.length).match(/(?:[^;"]|"(?:[^"\\]|\\.)*(?:"|$))+/g) ?? [];
  const parameters = parts.flatMap((part) => {
    const equals = part.indexOf("=");
    return equals < 0 ? [] : [[part.slice(0, equals).trim().toLowerCase(), unquoted(part.slice(equals + 1))] as const];
  });
  return { type: type.trim().toLowerCase(), parameters };
}

function unquoted(text: string): string {
  const value = text.trim().toLowerCase();
  return /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1]?.replaceAll(/\\(.)/g, "$1") ?? value;
}

/** Returns whether a media type is in a range, parameters aside. */
export const isInRange = (type: string, range: string): boolean =>
  range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));

/**
 * Returns the media type of a body that a `Content-Type` means: an exact one before a range. Parameters count only if
 * several media types of the body differ in nothing else (decision 0030): then one is meant whose parameters the header
 * has.
 */
export function matchMediaType<T extends { readonly mediaType: string }>(
  content: readonly T[],
  contentType: string,
): T | undefined {
  const given = parseMediaType(contentType);
  const entries = content.map((one) => ({ one, ...parseMediaType(one.mediaType) }));
  const exact = entries.filter(({ type }) => type === given.type);
  if (exact.length > 1) {
    const has = ({ parameters }: MediaType) =>
      parameters.every((wanted) => given.parameters.some((one) => String(one) === String(wanted)));
    return exact.filter(has).sort((a, b) => b.parameters.length - a.parameters.length)[0]?.one;
  }
  return (exact[0] ?? entries.find(({ type }) => isInRange(given.type, type)))?.one;
}

/** Returns the media type in which a body is written: for a range, the described one that it is written as, if there is one. */
export const writtenAs = <T extends { readonly mediaType: string; readonly concrete: string }>(
  content: readonly T[],
  media: T | undefined,
): T | undefined => content.find(({ mediaType }) => mediaType === media?.concrete) ?? media;
