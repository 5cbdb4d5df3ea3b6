import { distinct, editsOf, type Form, form, formsOf } from "./form.js";

const pad = (value: number, length = 2) => String(value).padStart(length, "0");
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LEAP = [1600, 2000, 2024, 2400];
const COMMON = [1700, 1800, 1900, 2023, 2025, 2026, 2100, 2200, 2300];

/** Valid dates (RFC 3339, full-date): every production, every month, leap years by all three rules. */
export const DATES: Form[] = distinct([
  form("2026-11-21", "a date"),
  ...DAYS.map((last, i) => form(`2026-${pad(i + 1)}-${pad(last)}`, `the last day of month ${i + 1}`)),
  ...DAYS.map((_, i) => form(`2025-${pad(i + 1)}-01`, `the first day of month ${i + 1}`)),
  ...LEAP.map((year) => form(`${year}-02-29`, `29 February of the leap year ${year}`)),
  ...COMMON.map((year) => form(`${year}-02-28`, `28 February ${year}`)),
  ...formsOf({
    "a date in the past":
      "0000-01-01¦0000-02-29¦0001-01-01¦0099-12-31¦0999-06-15¦1582-10-10¦1899-12-31¦1969-12-31¦1970-01-01",
    "a date in the future": "2038-01-20¦2106-02-08¦9999-12-31",
  }),
]);

/** Every day of a year. Some have no midnight, or two, in the time zone of a server. */
export const EVERY_DAY: Form[] = DAYS.flatMap((last, i) =>
  Array.from({ length: last }, (_, day) =>
    form(`2026-${pad(i + 1)}-${pad(day + 1)}`, `day ${day + 1} of month ${i + 1}`),
  ),
);

/** A day of every year: its first one, or 29 February in leap years. */
export const EVERY_YEAR: string[] = Array.from({ length: 10_000 }, (_, year) => {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return `${pad(year, 4)}-${isLeap ? "02-29" : "01-01"}`;
});

/** Invalid dates that differ from a valid one by one edit, or are just outside of one limit. */
export const INVALID_DATES: Form[] = distinct([
  ...editsOf("2026-11-21"),
  ...COMMON.map((year) => form(`${year}-02-29`, `29 February ${year}, not a leap year`)),
  ...DAYS.map((last, i) =>
    form(`2024-${pad(i + 1)}-${pad((i === 1 ? 29 : last) + 1)}`, `a day after the end of month ${i + 1}`),
  ),
  ...formsOf({
    "an invalid month": "2026-00-10¦2026-13-01¦2026-99-01",
    "an invalid day": "2026-11-00¦2026-11-32¦2026-11-99¦2000-02-30",
    "another separator": "2026/11/21¦2026.11.21¦2026 11 21¦2026_11_21¦2026\u201011\u201021¦2026\u221211\u221221",
    "one separator": "2026-11/21¦2026/11-21¦20261121¦2026-1121¦202611-21",
    "too few or too many digits": "2026-1-21¦2026-11-1¦26-11-21¦226-11-21¦02026-11-21",
    "a sign": "+2026-11-21¦-2026-11-21¦+002026-11-21¦2026--11-21¦2026-+1-21",
    "another form of ISO 8601": "2026-W47-6¦2026W476¦2026-325¦2026-11¦2026¦--11-21",
    "an everyday notation": "21-11-2026¦11-21-2026¦21.11.2026¦11/21/2026¦21 Nov 2026¦Nov 21, 2026¦2026-Nov-21",
    "with a time or a zone": "2026-11-21Z¦2026-11-21+00:00¦2026-11-21T¦2026-11-21T00:00:00Z¦2026-11-21 00:00:00",
    "with a letter": "2O26-11-21¦2026-l1-21¦2026-11-2x¦2026-0x-21",
    "not a date at all": "¦ ¦today¦null¦0¦1763683200¦1763683200000¦Invalid Date",
  }),
]);
