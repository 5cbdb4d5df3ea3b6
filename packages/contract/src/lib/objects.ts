/**
 * Returns a value of an object by its name; undefined for what every object inherits. A name that comes from a document,
 * a request or a response may be `constructor`.
 */
export const own = <T>(object: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;

/** Whether a value is an object and no array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses JSON; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is JSON as a whole. */
export const isJson = (text: string): boolean => parsed(text) !== undefined;
