import { createQuerySerializer, defaultPathSerializer } from "openapi-fetch";

/**
 * Fills a path template.
 *
 * @throws TypeError for a value that would lead to another path: an empty one, `.` or `..`, which URLs resolve even if encoded
 */
export function serializePath(template: string, values: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(values))
    if (["", ".", ".."].includes(`${value ?? ""}`))
      throw new TypeError(`${name} must not be ${JSON.stringify(value) ?? "undefined"}: it would lead to another path`);
  return defaultPathSerializer(template, values);
}

const serializeValues = createQuerySerializer<object>();

/** Writes a query, all of it encoded; openapi-fetch does not encode the names. */
export const serializeQuery = (query: object): string => serializeValues(withNamesEncoded(query));

const withNamesEncoded = (values: object): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      return [encodeURIComponent(name), isObject ? withNamesEncoded(value) : value];
    }),
  );
