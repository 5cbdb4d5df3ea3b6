const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Compares two JSON values. Two date-times are equal if they are the same instant: a typed client parses a date-time,
 * and may write the same instant with another fraction or offset.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a === "string" && typeof b === "string" && DATE_TIME.test(a) && DATE_TIME.test(b))
    return Date.parse(a) === Date.parse(b);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => sameJson(left[name], right[name]));
}
