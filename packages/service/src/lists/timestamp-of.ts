const PARTS = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d+)?(?:([Zz])|([+-]\d\d:\d\d))$/;

/**
 * Converts an RFC 3339 date-time to the format of timestamps in the API: with a fraction, and with `+00:00` instead of
 * `Z`. Offset and digits are not changed, so it is exactly the same time. Other strings are returned unchanged.
 *
 * @example timestampOf("2026-11-20T08:30:00Z") // "2026-11-20T08:30:00.000000+00:00"
 */
export function timestampOf(text: string): string {
  const [, date, time, fraction = ".000000", utc, offset] = PARTS.exec(text) ?? [];
  return date === undefined ? text : `${date}T${time}${fraction}${utc === undefined ? offset : "+00:00"}`;
}
