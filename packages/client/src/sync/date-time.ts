/** Returns the milliseconds since 1970 of an RFC 3339 date-time; NaN for any other text. */
export function timeOf(text: string): number {
  const [, local, fraction = "", zone] = /^(.{10}T.{8})(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text.toUpperCase()) ?? [];
  // `Date` turns February 30 into March 2, and reads "1" as a year.
  const isReal = isoOf(Date.parse(`${local}Z`)).startsWith(`${local}.`);
  return isReal ? Date.parse(local + fraction.slice(0, 4) + zone) : Number.NaN;
}

export const isoOf = (time: number): string => `${new Date(time).toJSON()}`;
