/**
 * Serializes a JSON value canonically: fields sorted by name, numbers as JavaScript prints them. Equal values
 * (decision 0005) have the same text, and parsing it returns an equal value. The text is well-formed UTF-8 without
 * NUL: `JSON.stringify` escapes control characters and lone surrogates.
 *
 * @param value a JSON value of bounded depth, as `readJson` returns it
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(Reflect.get(value, name))}`).join(",")}}`;
}

/**
 * Returns whether two JSON values are equal (decision 0005): the order of array elements matters, the order of fields
 * does not.
 *
 * @param left a JSON value of bounded depth, as `readJson` returns it
 */
export function sameJson(left: unknown, right: unknown): boolean {
  return canonicalJson(left) === canonicalJson(right);
}
