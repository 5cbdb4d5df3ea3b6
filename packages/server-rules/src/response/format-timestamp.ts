/**
 * Formats a timestamp as the service does: six digits of fraction and the offset `+00:00`, never `Z` (decision 0007).
 *
 * @param milliseconds since 1970-01-01T00:00:00Z, a whole number
 * @param microseconds to add, 0 to 999
 * @example formatTimestamp(Date.parse("2026-11-21T06:15:00.123Z"), 456) // "2026-11-21T06:15:00.123456+00:00"
 */
export function formatTimestamp(milliseconds: number, microseconds = 0): string {
  const text = new Date(milliseconds).toISOString();
  return `${text.slice(0, -1)}${String(microseconds).padStart(3, "0")}+00:00`;
}
