/**
 * Returns a value of an object by its name; undefined for what every object inherits. A name that comes from a document,
 * a request or a record may be `constructor`.
 */
export const own = <T>(object: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;

/** An object that inherits nothing, so that any name can be looked up in it or assigned to it, even `__proto__`. */
export const dictionary = <T>(entries: Iterable<readonly [string, T]> = []): Record<string, T> =>
  Object.setPrototypeOf(Object.fromEntries(entries), null);

/** Whether a value is what JSON calls an object: no list, and not null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
