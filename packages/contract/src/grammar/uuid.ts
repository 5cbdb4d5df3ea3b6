import { distinct, editsOf, type Form, form, formsOf } from "./form.js";

const ONE = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";

/** Valid UUIDs (RFC 9562): any version, any variant, nil and max, in either case (decision 0011). */
export const UUIDS: Form[] = distinct([
  form(ONE, "a UUID"),
  form(ONE.toUpperCase().replace("6F", "7F"), "in upper case"),
  form("8F1b2C3d-4e5F-4A6b-8C7d-9E0f1a2B3c4D", "in mixed case"),
  ...["1", "2", "3", "4", "5", "6", "7", "8", "0", "9", "f"].map((version) =>
    form(`6f1b2c3d-4e5f-${version}a6b-8c7d-9e0f1a2b3c${version}e`, `version ${version}`),
  ),
  ...["0", "7", "9", "a", "b", "c", "d", "e", "f"].map((variant) =>
    form(`6f1b2c3d-4e5f-4a6b-${variant}c7d-9e0f1a2b3d${variant}e`, `variant ${variant}`),
  ),
  form("00000000-0000-0000-0000-000000000000", "nil"),
  form("ffffffff-ffff-ffff-ffff-ffffffffffff", "max"),
  form("12345678-1234-1234-1234-123456789012", "only digits"),
]);

/** Every digit, in either case, in every position of a UUID. */
export const EVERY_DIGIT: string[] = [...ONE].flatMap((hyphen, i) =>
  hyphen === "-" ? [] : [..."0123456789abcdefABCDEF"].map((digit) => ONE.slice(0, i) + digit + ONE.slice(i + 1)),
);

/** Invalid UUIDs: one edit away from a valid one, or in a notation that some parsers accept. */
export const INVALID_UUIDS: Form[] = distinct([
  ...editsOf(ONE),
  form(ONE.replaceAll("-", ""), "without hyphens"),
  form(ONE.replaceAll("-", "_"), "with underscores"),
  form(ONE.replaceAll("-", " "), "with spaces"),
  form(ONE.replaceAll("-", "\u2010"), "with other hyphens"),
  form(`{${ONE}}`, "in braces"),
  form(`(${ONE})`, "in parentheses"),
  form(`0x${ONE}`, "with 0x"),
  form(`urn:uuid:${ONE}`, "as a URN, which is another syntax (RFC 9562, section 4)"),
  form(`URN:UUID:${ONE}`, "as a URN in upper case"),
  form(`uuid:${ONE}`, "with a scheme"),
  ...["g", "G", "z", "O", "\u0430", "-", " ", "."].flatMap((wrong) => [
    form(wrong + ONE.slice(1), `${JSON.stringify(wrong)} at the start`),
    form(ONE.slice(0, -1) + wrong, `${JSON.stringify(wrong)} at the end`),
    form(ONE.slice(0, 15) + wrong + ONE.slice(16), `${JSON.stringify(wrong)} in the middle`),
  ]),
  ...formsOf({
    "with groups of 9 and 3": "6f1b2c3d4-e5f-4a6b-8c7d-9e0f1a2b3c4d",
    "with misplaced hyphens": "6f1b2c3d-4e5f-4a6b8c7d-9e0f-1a2b3c4d",
    twice: `${ONE},${ONE}`,
    "not a UUID at all": `¦ ¦null¦0¦photo.jpg¦https://files.example/a.jpg¦https://files.example/${ONE}¦${ONE}.jpg¦/${ONE}`,
  }),
]);
