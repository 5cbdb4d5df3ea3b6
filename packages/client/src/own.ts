/**
 * Returns a value of an object by its name; undefined for what every object inherits. A name that comes from a spec or a
 * record may be `constructor`.
 */
export const own = <T>(object: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;
