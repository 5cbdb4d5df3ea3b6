/**
 * What the compiled validators of responses call. Of this only what the spec uses is bundled with them; the formats of
 * ajv-formats come all together, and weigh 2.4 kB.
 */

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATE_TIME = /^.{10}t([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** A day of the calendar, RFC 3339. */
export function date(text: string): boolean {
  if (!DATE.test(text)) return false;
  const day = Number(text.slice(8));
  // The calendar repeats after 400 years, and `Date.UTC` takes the first hundred for others.
  const lastOfMonth = () => new Date(Date.UTC(Number(text.slice(0, 4)) + 400, Number(text.slice(5, 7)), 0));
  return day < 29 || day <= lastOfMonth().getUTCDate();
}

/** A moment, RFC 3339, with a leap second in any minute. */
export function dateTime(text: string): boolean {
  return DATE_TIME.test(text) && date(text.slice(0, 10));
}

/** An absolute URI: a scheme, and then the characters of RFC 3986. Ajv writes a format that is an expression in place. */
export const uri = /^[a-z][a-z\d+.-]*:([\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i;

/** RFC 9562 alone, without `urn:uuid:`. */
export const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The length of a text as JSON Schema counts it, in code points. */
export function length(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
