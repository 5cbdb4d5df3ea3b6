import { isJson } from "../lib/objects.js";
import { distinct, editsOf, type Form, form } from "./form.js";

const WHOLES = ["0", "1", "10", "123"];
const FRACTIONS = ["", ".0", ".5", ".50", `.${"0".repeat(30)}`, ".000001"];
const EXPONENTS = [
  "",
  ...["e", "E"].flatMap((mark) =>
    ["", "+", "-"].flatMap((sign) => ["0", "2", "001"].map((digits) => mark + sign + digits)),
  ),
];

/** All combinations of the parts of a number (RFC 8259, section 6). */
const PRODUCTS = WHOLES.flatMap((whole, i) =>
  FRACTIONS.flatMap((fraction, j) =>
    EXPONENTS.map((exponent, k) => {
      const number = whole + fraction + exponent;
      // How -0 is returned is not specified.
      return (i + j + k) % 2 === 1 && Number(number) !== 0 ? `-${number}` : number;
    }),
  ),
);

/**
 * JSON numbers that a 64-bit float represents exactly enough to be read back unchanged (decision 0006), in every form.
 */
export const NUMBERS: Form[] = [
  ..."0 1 -1 9 10 -10 42 100 255 256 65535 65536 2147483647 2147483648 -2147483648 -2147483649".split(" "),
  ..."4294967295 4294967296 9007199254740991 -9007199254740991 9007199254740992 123456789012345680".split(" "),
  ..."1000000000000000000000 1e21 1E21 1e+21 1e0 1E0 1e1 12e2 1e-1 1e-7 1E-7 1.5e3 1.0 1.50 -1.0 10.00 0.0".split(" "),
  ..."0.1 -0.1 0.5 0.25 0.3 0.7 1.1 1.15 2.675 0.001 0.000001 0.0000001 1234.5678 99.99 1e2 1e22 1e23 1.5e-10".split(
    " ",
  ),
  ..."0.30000000000000004 123456789.12345678 3.141592653589793 2.718281828459045 1.7976931348623157e308".split(" "),
  ..."1000000000000000000000000 1e24 100000000000000000000000000000000 0.00000000000000000000000000001".split(" "),
  ...PRODUCTS,
  ..."-1.7976931348623157e308 5e-324 -5e-324 2.2250738585072014e-308 1e100 1e-100 1e300 1e-300 100000.000001".split(
    " ",
  ),
].map((text) => form(text, "a number that a 64-bit float keeps"));

/** Numbers of every number of digits and every size, as far as a 64-bit float keeps them. */
export const everyNumber = (): string[] =>
  Array.from({ length: 17 }, (_, i) => "91234567890123457".slice(0, i + 1)).flatMap((digits) =>
    Array.from({ length: 60 }, (_, i) => `${i % 2 ? "-" : ""}${digits}e${i - 30}`).filter(isKept),
  );

/** JSON numbers that a 64-bit float would change. */
export const ALTERED_NUMBERS: Form[] = [
  ..."9007199254740993 -9007199254740993 12345678901234567890 18446744073709551615 9223372036854775807".split(" "),
  ..."0.1000000000000000055511151231257827 3.14159265358979323846 1.00000000000000001 123456789.123456789".split(" "),
  ..."1e400 -1e400 1e309 1.8e308 1e999999999 1e-400 1e-325 4e-324 0.12345678901234567890 9007199254740993.0".split(" "),
  ..."9007199254740993e0 90071992547409930e-1 100000000000000000001 1234567890.12345678901".split(" "),
].map((text) => form(text, "a number that a 64-bit float alters"));

/** A number with a character omitted, duplicated, or a space inserted, in each position. */
const EDITED = ["-12.5e+3", "0.5"].flatMap((number) => [
  ...editsOf(number).map(({ text }) => text),
  ...[...number].flatMap((_, i) => [" ", "\u00a0", "_"].map((mark) => number.slice(0, i) + mark + number.slice(i))),
]);

/** Texts that look like a boolean but are not JSON. */
export const INVALID_BOOLEANS: Form[] = distinct(
  "yes no on off t f T F Yes ON True TRUE False FALSE !true !false"
    .split(" ")
    .concat(["true", "false"].flatMap((word) => editsOf(word).map(({ text }) => text)))
    .filter((text) => !isJson(text))
    .map((text) => form(text, "not a JSON value")),
);

/** Texts that look like a number but are not JSON. */
export const INVALID_NUMBERS: Form[] = distinct(
  (
    "NaN Infinity -Infinity +1 01 -01 00 .5 -.5 1. 1.e1 1e 1e+ 1e- - -- --1 +-1 0x1A 0b1 0o7 1_000 1,000 1n 1f 1d " +
    "0x 1e1.5 1.2.3 ½ ١ \uff11 1\u00a0 undefined nil None True FALSE TRUE Null"
  )
    .split(" ")
    .concat(EDITED.filter((text) => !isJson(text)))
    .map((text) => form(text, "not a JSON value")),
);

/**
 * Whether a JSON number is the same decimal number after a 64-bit float has been read from it and printed (decision
 * 0006).
 */
export const isKept = (literal: string): boolean => decimal(literal) === decimal(String(Number(literal)));

/** Writes a decimal number in a single form: its digits without zeros at either end, and the place of the last one. */
function decimal(literal: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  return short === "" ? "0" : `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
