const PARTS = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d+)?(?:([Zz])|([+-]\d\d:\d\d))$/;

/**
 * Any RFC 3339 date-time in the form in which the API writes timestamps: with a fraction, and with `+00:00` where `Z` stood.
 * Offset and digits stay as they are, so it is the same moment in every digit. What is no date-time stays as it is.
 *
 * @example timestampOf("2026-11-20T08:30:00Z") // "2026-11-20T08:30:00.000000+00:00"
 */
export function timestampOf(text: string): string {
  const [, date, time, fraction = ".000000", utc, offset] = PARTS.exec(text) ?? [];
  return date === undefined ? text : `${date}T${time}${fraction}${utc === undefined ? offset : "+00:00"}`;
}
