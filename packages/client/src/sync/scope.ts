import { entriesOf, isObject, type Values } from "../http/serialize.js";

/**
 * Returns the text that identifies what a sync returns: its operation, and the names and values of its path parameters
 * and filters. The order of names makes no difference, nor do filters that are left out.
 */
export function scopeOf(operation: string, path: Values, filters: Values = {}): string {
  const places = Object.values(path);
  const given = entriesOf(filters);
  return given.length || / /.test(`${places}`)
    ? JSON.stringify([operation, { ...path, ...Object.fromEntries(given) }], sorted)
    : // The form of earlier versions, which wrote values without names. Without filters, it is as clear.
      [operation, ...places].join(" ");
}

const sorted = (_: string, value: unknown) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
