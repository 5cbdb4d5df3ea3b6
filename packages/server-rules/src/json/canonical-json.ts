/**
 * One text for each JSON value, however it was written: members in the order of their names, numbers as JavaScript
 * prints them. Two values that are equal (decision 0005) have the same text, and reading it gives back an equal value. It
 * is well-formed UTF-8 without NUL: `JSON.stringify` escapes control characters and lone surrogates.
 *
 * @param value a JSON value of bounded depth, as `readJson` gives it
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(Reflect.get(value, name))}`).join(",")}}`;
}

/**
 * Tells whether two JSON values are equal (decision 0005): the order of elements counts and that of members does not.
 *
 * @param left a JSON value of bounded depth, as `readJson` gives it
 */
export function sameJson(left: unknown, right: unknown): boolean {
  return canonicalJson(left) === canonicalJson(right);
}
