/**
 * Functions that the compiled validators of responses call. Only those that the spec needs are bundled; the formats of
 * ajv-formats can only be bundled together, and weigh 2.4 kB.
 */

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATE_TIME = /^.{10}t([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** A calendar date (RFC 3339). */
export function date(text: string): boolean {
  if (!DATE.test(text)) return false;
  const day = Number(text.slice(8));
  // The calendar repeats every 400 years, and `Date.UTC` would take the years 0 to 99 for 1900 to 1999.
  const lastOfMonth = () => new Date(Date.UTC(Number(text.slice(0, 4)) + 400, Number(text.slice(5, 7)), 0));
  return day < 29 || day <= lastOfMonth().getUTCDate();
}

/** A date and time (RFC 3339). A leap second is accepted in any minute. */
export function dateTime(text: string): boolean {
  return DATE_TIME.test(text) && date(text.slice(0, 10));
}

/** An absolute URI: a scheme, then characters of RFC 3986. Ajv inlines a format that is a regular expression. */
export const uri = /^[a-z][a-z\d+.-]*:([\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i;

/** A UUID (RFC 9562), without the prefix `urn:uuid:`. */
export const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The length of a text in code points, as JSON Schema counts it. */
export function length(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
