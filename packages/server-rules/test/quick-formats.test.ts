import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, it } from "vitest";
import { QUICK_FORMATS } from "../src/schema/quick-formats.js";

const TWO_DIGITS = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));
const OFFSETS = ["Z", "z", "+00:00", "-23:59", "+24:00", "+10:60", "-00:00"];

/** Returns the texts that the library and our format judge differently. */
function differing(name: keyof typeof QUICK_FORMATS, texts: readonly string[]): string[] {
  const format = fullFormats[name] as ((text: string) => boolean) | { validate(text: string): boolean };
  const validate = typeof format === "function" ? format : format.validate;
  return texts.filter((text) => QUICK_FORMATS[name](text) !== validate(text));
}

it("dates are judged as ajv-formats judges them, for each month and day of special years", () => {
  const years = ["0000", "1900", "2000", "2023", "2024", "9999"];
  const texts = years.flatMap((year) =>
    TWO_DIGITS.flatMap((month) => TWO_DIGITS.map((day) => `${year}-${month}-${day}`)),
  );
  expect(differing("date", [...texts, "2024-1-01", "12024-01-01", "2024-01-01\n", "2024-01-01Z", ""])).toEqual([]);
});

it("times are judged as ajv-formats judges them, if their offset is complete", () => {
  const clocks = TWO_DIGITS.flatMap((part) => [`${part}:59:59`, `23:${part}:59`, `23:59:${part}`, `00:00:${part}.5`]);
  const odd = ["23:59:60", "10:00:60", "10:00:00.", "10:00", "1:00:00", " 10:00:00"];
  const times = [...clocks, ...odd].flatMap((clock) => OFFSETS.map((offset) => clock + offset));
  expect(differing("time", times)).toEqual([]);
  const moments = times.flatMap((time) => [`2024-02-29T${time}`, `2023-02-29T${time}`, `2023-04-30t${time}`]);
  expect(differing("date-time", moments)).toEqual([]);
});

it.each(["2024-01-01T10:00:00", "2024-01-01T10:00:00+07", "2024-01-01T10:00:00+0700"])(
  "%s is no date-time, because its offset is not complete",
  (text) => {
    expect(QUICK_FORMATS["date-time"](text)).toBe(false);
  },
);

it("URLs are judged as ajv-formats judges them, with each character in each part", () => {
  const characters = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code));
  const texts = [...characters, "", "%41", "\u2028", "\ud800"].flatMap((one) => [
    `${one}://host/path`,
    `ht${one}p://host`,
    `http:${one}//host`,
    `http://${one}host/path`,
    `http://host${one}`,
    `http://ho${one}st/`,
    `http://host/${one}`,
    `http://host/a${one}b/c`,
  ]);
  expect(differing("uri", texts)).toEqual([]);
});
