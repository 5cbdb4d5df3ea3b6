/** The grammar of dates and date-times, as classes of valid and of invalid texts (0007, RFC 3339). */

/** Invalid texts that a lenient parser accepts. */
export interface Tolerated {
  name: string;
  /** Returns the valid text for a text of this class; undefined for any other text. */
  repair(text: string): string | undefined;
  shown: string;
}

/** Valid texts that a too strict parser rejects. */
export interface Odd {
  name: string;
  odd(text: string): boolean;
  shown: string;
}

const DAY = "\\d{4}-\\d{2}-\\d{2}";
const TIME = "\\d{2}:\\d{2}:\\d{2}";
const ZONE = "(?:Z|[+-]\\d{2}:\\d{2})";

/** Returns a repair for all texts that match a whole pattern. */
const when =
  (pattern: string, to: (text: string) => string) =>
  (text: unknown): string | undefined =>
    typeof text === "string" && new RegExp(`^(?:${pattern})$`).test(text) ? to(text) : undefined;

/** Returns a repair of the day in an otherwise valid text. */
const days = (pattern: string, to: string, suffix = ""): ((text: string) => string | undefined) =>
  when(`${pattern}${suffix}`, (text) => text.replace(new RegExp(`^${pattern}`), to));

const DAYS: { name: string; pattern: string; to: string; shown: string }[] = [
  { name: "29 February of 1900", pattern: "1900-02-29", to: "1900-02-28", shown: "1900-02-29" },
  { name: "29 February of 2100", pattern: "2100-02-29", to: "2100-02-28", shown: "2100-02-29" },
  { name: "29 February of a common year", pattern: "\\d{3}[1357]-02-29", to: "2023-02-28", shown: "2023-02-29" },
  { name: "30 February", pattern: "\\d{4}-02-30", to: "2024-02-29", shown: "2024-02-30" },
  { name: "31 of a month of 30 days", pattern: "\\d{4}-(?:04|06|09|11)-31", to: "2026-04-30", shown: "2026-06-31" },
  { name: "31 November", pattern: "\\d{4}-11-31", to: "2026-11-30", shown: "2026-11-31" },
  { name: "day 32", pattern: "\\d{4}-\\d{2}-3[2-9]", to: "2026-01-31", shown: "2026-01-32" },
  { name: "day 0", pattern: "\\d{4}-\\d{2}-00", to: "2026-01-01", shown: "2026-01-00" },
  { name: "month 13", pattern: "\\d{4}-1[3-9]-\\d{2}", to: "2026-12-01", shown: "2026-13-01" },
  { name: "month 0", pattern: "\\d{4}-00-\\d{2}", to: "2026-01-01", shown: "2026-00-10" },
  {
    name: "one digit for month or day",
    pattern: "\\d{4}-(?:\\d-\\d{1,2}|\\d{2}-\\d)",
    to: "2026-01-01",
    shown: "2026-1-1",
  },
  { name: "slashes", pattern: "\\d{4}/\\d{2}/\\d{2}", to: "2026-01-01", shown: "2026/01/01" },
  { name: "no hyphens", pattern: "\\d{8}", to: "2026-01-01", shown: "20260101" },
  { name: "two digits for the year", pattern: "\\d{2}-\\d{2}-\\d{2}", to: "2026-01-01", shown: "26-01-01" },
  { name: "five digits for the year", pattern: "\\+?\\d{5}-\\d{2}-\\d{2}", to: "9999-01-01", shown: "12026-01-01" },
  { name: "a year before zero", pattern: "-\\d{4}-\\d{2}-\\d{2}", to: "0001-01-01", shown: "-0001-01-01" },
  { name: "week dates", pattern: "\\d{4}-W\\d{2}-\\d", to: "2026-01-01", shown: "2026-W01-4" },
  { name: "ordinal dates", pattern: "\\d{4}-\\d{3}", to: "2026-01-01", shown: "2026-001" },
];

export const TOLERATED_DATES: Tolerated[] = [
  ...DAYS.map(({ name, pattern, to, shown }) => ({ name, repair: days(pattern, to), shown })),
  {
    name: "a time after the date",
    repair: when(`${DAY}T${TIME}${ZONE}`, (s) => s.slice(0, 10)),
    shown: "2026-11-21T00:00:00Z",
  },
  { name: "a zone after the date", repair: when(`${DAY}${ZONE}`, (s) => s.slice(0, 10)), shown: "2026-11-21Z" },
  { name: "the day left out", repair: when("\\d{4}-\\d{2}", (s) => `${s}-01`), shown: "2026-11" },
  { name: "the year alone", repair: when("\\d{4}", (s) => `${s}-01-01`), shown: "2026" },
  {
    name: "day, month and year",
    repair: when("\\d{2}[./-]\\d{2}[./-]\\d{4}", () => "2026-01-01"),
    shown: "21.11.2026",
  },
  { name: "spaces around", repair: when(`\\s+${DAY}\\s*|${DAY}\\s+`, (s) => s.trim()), shown: " 2026-11-21" },
  { name: "a line break at the end", repair: when(`${DAY}\\n`, (s) => s.trim()), shown: "2026-11-21\n" },
  { name: "an empty text", repair: (s) => (s === "" ? "2026-01-01" : undefined), shown: "" },
  {
    name: "digits of another script",
    repair: when("[\u0660-\u0669]{4}-[\u0660-\u0669]{2}-[\u0660-\u0669]{2}", () => "2026-01-01"),
    shown: "٢٠٢٦-١١-٢١",
  },
];

export const TOLERATED_DATETIMES: Tolerated[] = [
  ...DAYS.filter((_, i) => i < 10).map(({ name, pattern, to, shown }) => ({
    name: `${name} in a date-time`,
    repair: days(pattern, to, `T${TIME}(?:\\.\\d+)?${ZONE}`),
    shown: `${shown}T00:00:00Z`,
  })),
  { name: "no zone", repair: when(`${DAY}T${TIME}(?:\\.\\d+)?`, (s) => `${s}Z`), shown: "2026-06-01T00:00:00" },
  {
    name: "a space for T",
    repair: when(`${DAY} ${TIME}(?:\\.\\d+)?${ZONE}`, (s) => s.replace(" ", "T")),
    shown: "2026-06-01 00:00:00Z",
  },
  {
    name: "a lower-case t",
    repair: when(`${DAY}t${TIME}(?:\\.\\d+)?${ZONE}`, (s) => s.replace("t", "T")),
    shown: "2026-06-01t00:00:00Z",
  },
  {
    name: "a lower-case z",
    repair: when(`${DAY}T${TIME}(?:\\.\\d+)?z`, (s) => s.replace("z", "Z")),
    shown: "2026-06-01T00:00:00z",
  },
  {
    name: "an underscore for T",
    repair: when(`${DAY}_${TIME}${ZONE}`, (s) => s.replace("_", "T")),
    shown: "2026-06-01_00:00:00Z",
  },
  {
    name: "no seconds",
    repair: when(`${DAY}T\\d{2}:\\d{2}${ZONE}`, (s) => `${s.slice(0, 16)}:00${s.slice(16)}`),
    shown: "2026-06-01T00:00Z",
  },
  {
    name: "no minutes",
    repair: when(`${DAY}T\\d{2}${ZONE}`, (s) => `${s.slice(0, 13)}:00:00Z`),
    shown: "2026-06-01T00Z",
  },
  { name: "a date alone", repair: when(DAY, (s) => `${s}T00:00:00Z`), shown: "2026-06-01" },
  {
    name: "hour 24",
    repair: when(`${DAY}T24:00:00(?:\\.0+)?${ZONE}`, (s) => s.replace("T24", "T00")),
    shown: "2026-06-01T24:00:00Z",
  },
  {
    name: "hour 25",
    repair: when(`${DAY}T2[5-9]:\\d{2}:\\d{2}${ZONE}`, (s) => s.replace(/T\d\d/, "T00")),
    shown: "2026-06-01T25:00:00Z",
  },
  {
    name: "minute 60",
    repair: when(`${DAY}T\\d{2}:60:\\d{2}${ZONE}`, (s) => s.replace(":60:", ":59:")),
    shown: "2026-06-01T00:60:00Z",
  },
  {
    name: "a second 60 that is no leap second",
    repair: when(`${DAY}T(?!23:59)\\d{2}:\\d{2}:60(?:\\.\\d+)?Z`, (s) => s.replace(":60", ":59")),
    shown: "2026-06-01T12:30:60Z",
  },
  {
    name: "second 61",
    repair: when(`${DAY}T\\d{2}:\\d{2}:6[1-9]${ZONE}`, (s) => s.replace(/:6\d/, ":59")),
    shown: "2016-12-31T23:59:61Z",
  },
  {
    name: "an offset without a colon",
    repair: when(`${DAY}T${TIME}(?:\\.\\d+)?[+-]\\d{4}`, (s) => `${s.slice(0, -2)}:${s.slice(-2)}`),
    shown: "2026-06-01T00:00:00+0700",
  },
  {
    name: "an offset of hours alone",
    repair: when(`${DAY}T${TIME}(?:\\.\\d+)?[+-]\\d{2}`, (s) => `${s}:00`),
    shown: "2026-06-01T00:00:00+07",
  },
  {
    name: "an offset of one digit",
    repair: when(`${DAY}T${TIME}[+-]\\d:\\d{2}`, (s) => `${s.slice(0, 19)}Z`),
    shown: "2026-06-01T00:00:00+7:00",
  },
  {
    name: "an offset of 24 hours",
    repair: when(`${DAY}T${TIME}[+-]24:\\d{2}`, (s) => `${s.slice(0, 19)}Z`),
    shown: "2026-06-01T00:00:00+24:00",
  },
  {
    name: "an offset of 99 hours",
    repair: when(`${DAY}T${TIME}[+-]99:\\d{2}`, (s) => `${s.slice(0, 19)}Z`),
    shown: "2026-06-01T00:00:00+99:00",
  },
  {
    name: "an offset of 60 minutes",
    repair: when(`${DAY}T${TIME}[+-](?:0\\d|1\\d|2[0-3]):[6-9]\\d`, (s) => `${s.slice(0, 19)}Z`),
    shown: "2026-06-01T00:00:00+07:60",
  },
  {
    name: "an offset of seconds",
    repair: when(`${DAY}T${TIME}[+-]\\d{2}:\\d{2}:\\d{2}`, (s) => s.slice(0, -3)),
    shown: "2026-06-01T00:00:00+07:00:30",
  },
  {
    name: "Z and an offset",
    repair: when(`${DAY}T${TIME}Z[+-]\\d{2}:\\d{2}`, (s) => s.slice(0, 20)),
    shown: "2026-06-01T00:00:00Z+07:00",
  },
  {
    name: "the name of a zone",
    repair: when(`${DAY}T${TIME} ?(?:UTC|GMT)`, (s) => `${s.slice(0, 19)}Z`),
    shown: "2026-06-01T00:00:00UTC",
  },
  {
    name: "a zone in brackets",
    repair: when(`${DAY}T${TIME}${ZONE}\\[.*\\]`, (s) => s.replace(/\[.*/, "")),
    shown: "2026-06-01T00:00:00+07:00[Asia/Ho_Chi_Minh]",
  },
  {
    name: "a comma before the fraction",
    repair: when(`${DAY}T${TIME},\\d+${ZONE}`, (s) => s.replace(",", ".")),
    shown: "2026-06-01T00:00:00,5Z",
  },
  {
    name: "a point without a fraction",
    repair: when(`${DAY}T${TIME}\\.${ZONE}`, (s) => s.replace(".", "")),
    shown: "2026-06-01T00:00:00.Z",
  },
  { name: "the basic format", repair: when("\\d{8}T\\d{6}Z", () => "2026-06-01T00:00:00Z"), shown: "20260601T000000Z" },
  {
    name: "seconds since 1970",
    repair: when("\\d{10}", (s) => new Date(Number(s) * 1000).toISOString()),
    shown: "1780272000",
  },
  {
    name: "milliseconds since 1970",
    repair: when("\\d{13}", (s) => new Date(Number(s)).toISOString()),
    shown: "1780272000000",
  },
  {
    name: "the format of HTTP",
    repair: when("[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} .* GMT", (s) => new Date(s).toISOString()),
    shown: "Mon, 01 Jun 2026 00:00:00 GMT",
  },
  { name: "the word now", repair: when("now", () => new Date().toISOString()), shown: "now" },
  {
    name: "one digit for the hour",
    repair: when(`${DAY}T\\d:\\d{2}:\\d{2}${ZONE}`, (s) => s.replace("T", "T0")),
    shown: "2026-06-01T6:00:00Z",
  },
  {
    name: "a space before the zone",
    repair: when(`${DAY}T${TIME} ${ZONE}`, (s) => s.replace(" ", "")),
    shown: "2026-06-01T00:00:00 Z",
  },
  {
    name: "an offset with a hyphen that is none",
    repair: when(`${DAY}T${TIME}[\u2212\u2013]\\d{2}:\\d{2}`, (s) => s.replace(/[\u2212\u2013]/, "-")),
    shown: "2026-06-01T00:00:00\u221207:00",
  },
  {
    name: "spaces around a date-time",
    repair: when(`\\s+${DAY}T${TIME}Z\\s*|${DAY}T${TIME}Z\\s+`, (s) => s.trim()),
    shown: "2026-06-01T00:00:00Z ",
  },
];

export const DATETIMES: Odd[] = [
  { name: "an offset", odd: (s) => /[+-]\d\d:\d\d$/.test(s), shown: "2026-06-01T00:00:00+07:00" },
  { name: "a negative offset", odd: (s) => /-\d\d:\d\d$/.test(s), shown: "2026-06-01T00:00:00-07:00" },
  { name: "an offset with minutes", odd: (s) => /[+-]\d\d:(?!00)\d\d$/.test(s), shown: "2026-06-01T00:00:00+05:45" },
  { name: "an offset of -00:00", odd: (s) => s.endsWith("-00:00"), shown: "2026-06-01T00:00:00-00:00" },
  {
    name: "an offset beyond 14 hours",
    odd: (s) => /[+-](1[5-9]|2\d):\d\d$/.test(s),
    shown: "2026-06-01T00:00:00+23:59",
  },
  { name: "Z", odd: (s) => s.endsWith("Z"), shown: "2026-06-01T00:00:00Z" },
  { name: "a fraction", odd: (s) => s.includes("."), shown: "2026-06-01T00:00:00.5Z" },
  { name: "a fraction of more than three digits", odd: (s) => /\.\d{4}/.test(s), shown: "2026-06-01T00:00:00.1234Z" },
  { name: "a fraction of more than six digits", odd: (s) => /\.\d{7}/.test(s), shown: "2026-06-01T00:00:00.1234567Z" },
  {
    name: "a fraction of more than nine digits",
    odd: (s) => /\.\d{10}/.test(s),
    shown: "2026-06-01T00:00:00.1234567891Z",
  },
  { name: "no fraction", odd: (s) => /\d\d:\d\d:\d\d[Z+-]/.test(s), shown: "2026-06-01T00:00:00Z" },
  { name: "a leap second", odd: (s) => /:60/.test(s), shown: "2016-12-31T23:59:60Z" },
  { name: "29 February", odd: (s) => s.includes("-02-29T"), shown: "2024-02-29T00:00:00Z" },
  { name: "29 February of 2000", odd: (s) => s.startsWith("2000-02-29"), shown: "2000-02-29T00:00:00Z" },
  { name: "a year before 1970", odd: (s) => s !== "" && s < "1970", shown: "1969-12-31T23:59:59Z" },
  { name: "a year past 2038", odd: (s) => s > "2038-01-20" && /^\d{4}/.test(s), shown: "2039-01-01T00:00:00Z" },
  { name: "year 9999", odd: (s) => s.startsWith("9999"), shown: "9999-12-31T23:59:59Z" },
  { name: "year 1", odd: (s) => s.startsWith("0001"), shown: "0001-01-01T00:00:00Z" },
];

export const DATES: Odd[] = [
  { name: "29 February", odd: (s) => /-02-29$/.test(s), shown: "2024-02-29" },
  { name: "29 February of 2000", odd: (s) => s === "2000-02-29", shown: "2000-02-29" },
  { name: "31 January", odd: (s) => /-01-31$/.test(s), shown: "2026-01-31" },
  { name: "31 of July and August", odd: (s) => /-0[78]-31$/.test(s), shown: "2026-08-31" },
  { name: "31 December", odd: (s) => /-12-31$/.test(s), shown: "2026-12-31" },
  { name: "30 November", odd: (s) => /-11-30$/.test(s), shown: "2026-11-30" },
  { name: "a year before 1970", odd: (s) => s < "1970-01-01", shown: "1969-12-31" },
  { name: "a year before 1000", odd: (s) => s < "1000", shown: "0999-12-31" },
  { name: "year 9999", odd: (s) => s.startsWith("9999"), shown: "9999-12-31" },
  { name: "a date of the future", odd: (s) => s > "2027-12-31", shown: "2030-01-01" },
];
