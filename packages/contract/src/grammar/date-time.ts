import { DATES, INVALID_DATES } from "./date.js";
import { distinct, editsOf, type Form, form, formsOf } from "./form.js";

const ZONES = ["Z", "+00:00", "-00:00", "+07:00", "-11:30", "+05:45", "+14:00", "-12:00", "+23:59", "-23:59", "+00:01"];
const FRACTIONS = [..."0 5 25 123 1234 123456 999999 1234567 123456789 000000000001".split(" "), "1".repeat(40)];
const TIMES = ["00:00:00", "23:59:59", "12:00:00", "09:08:07", "20:30:40"];

/** Valid date-times (RFC 3339 with an upper-case T and Z; decision 0007): every production of the grammar. */
export const DATE_TIMES: Form[] = distinct([
  form("2026-11-21T06:15:00Z", "a date-time"),
  ...ZONES.map((zone) => form(`2026-11-21T06:15:00${zone}`, `the offset ${zone}`)),
  ...ZONES.map((zone) => form(`2026-11-21T06:15:00.250${zone}`, `a fraction and the offset ${zone}`)),
  ...FRACTIONS.map((digits) => form(`2026-11-21T06:15:00.${digits}Z`, `a fraction of ${digits.length} digits`)),
  ...FRACTIONS.map((digits) =>
    form(`2026-11-21T06:15:00.${digits}+07:00`, `a fraction of ${digits.length} digits, an offset`),
  ),
  ...TIMES.map((time) => form(`2026-11-21T${time}Z`, `the time ${time}`)),
  ...DATES.map(({ text, about }) => form(`${text}T06:15:00Z`, about)),
  ...formsOf({
    "a leap second": "1990-12-31T23:59:60Z¦1990-12-31T15:59:60-08:00¦2016-12-31T23:59:60.5Z¦2017-01-01T05:29:60+05:30",
  }),
]);

/** Every fraction with every offset, at different times of a day. */
export const DATE_TIME_PRODUCTS: Form[] = ["", ...FRACTIONS].flatMap((digits, i) =>
  ZONES.map((zone, j) =>
    form(
      `2026-03-${String(1 + j).padStart(2, "0")}T${TIMES[(i + j) % TIMES.length]}${digits && `.${digits}`}${zone}`,
      `a fraction of ${digits.length} digits and the offset ${zone}`,
    ),
  ),
);

const two = (value: number) => String(value).padStart(2, "0");
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const DAY = Array.from({ length: 24 * 60 }, (_, minutes) => minutes);

/** Every minute of a day, every second of a minute, and every offset from UTC. */
export const EVERY_TIME: string[] = [
  ...DAY.map((minutes) => `2026-11-21T${clock(minutes)}:${two(minutes % 60)}Z`),
  ...["+", "-"].flatMap((sign) => DAY.map((minutes) => `2026-11-21T06:15:00${sign}${clock(minutes)}`)),
];

/** Date-times with each of some texts in the place of an underscore. */
const parts = (about: string, around: string, texts: string): Form[] =>
  texts.split("¦").map((text) =>
    form(
      around.replace("_", () => text),
      `${about}: ${text}`,
    ),
  );

/** Invalid date-times that differ from a valid one by one edit, or are just outside of one limit. */
export const INVALID_DATE_TIMES: Form[] = distinct([
  ...editsOf("2026-11-21T06:15:00Z").filter(wrongEdit),
  ...editsOf("2026-11-21T06:15:00.5+07:00").filter(wrongEdit),
  ...INVALID_DATES.filter(({ text }) => !/^[\s\0x]|[\s\0x]$|"|^$/.test(text)).map(({ text, about }) =>
    form(`${text}T06:15:00Z`, `${about}, with a time`),
  ),
  ...formsOf({
    "no offset": ["T06:15:00", "T06:15:00.5", "T06:15", "T06", "T", ""].map((rest) => `2026-11-21${rest}`).join("¦"),
    "no seconds": "2026-11-21T06:15Z¦2026-11-21T06Z¦2026-11-21T06:15+07:00¦2026-11-21T0615Z¦2026-11-21Z",
  }),
  ...parts("an invalid time", "2026-11-21T_Z", "24:00:00¦25:00:00¦06:60:00¦06:99:00¦06:15:61¦06:15:99¦99:15:00"),
  // A leap second is the last one of a day in UTC (RFC 3339, section 5.7).
  ...parts(
    "an invalid leap second",
    "2016-12-31T_",
    "06:15:60Z¦23:58:60Z¦00:59:60Z¦23:59:60+07:00¦15:59:60-07:00¦23:59:61Z",
  ),
  ...parts(
    "a time in another form",
    "2026-11-21T_Z",
    "6:15:00¦06:5:00¦06:15:0¦061500¦06.15.00¦06-15-00¦006:15:00¦06:15:00:00¦-6:15:00",
  ),
  ...parts(
    "an invalid offset",
    "2026-11-21T06:15:00_",
    "+24:00¦-24:00¦+25:00¦+99:00¦+07:60¦-07:99¦+0700¦+07¦+7:00¦+07:0¦+7¦07:00¦+07:00:00¦Z+00:00¦+00:00Z¦ZZ¦z¦ 07:00¦ Z¦UTC¦" +
      "GMT¦A¦\u221207:00¦+-07:00¦+07:00[Asia/Bangkok]",
  ),
  ...["t", " ", "_", "TT", "T ", "", "\n", "\u00a0", "%20"].map((between) =>
    form(`2026-11-21${between}06:15:00Z`, `${JSON.stringify(between)} instead of T`),
  ),
  ...[".", ".Z", ",5", ".5.5", "..5", ". 5", ".-5", ".+5", ".5e1", ".x"].map((fraction) =>
    form(`2026-11-21T06:15:00${fraction}${fraction.endsWith("Z") ? "" : "Z"}`, `an invalid fraction: ${fraction}`),
  ),
  ...formsOf({
    "another form of ISO 8601": "20261121T061500Z¦2026-W47-6T06:15:00Z¦2026-325T06:15:00Z¦+002026-11-21T06:15:00Z",
    "not a date-time at all": "Sat, 21 Nov 2026 06:15:00 GMT¦1763705700¦1763705700000¦now¦null¦¦ ¦P1D",
  }),
]);

/** Whether an edit makes the text invalid; one digit more or less in a fraction does not. */
function wrongEdit({ text }: Form): boolean {
  return !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
}
