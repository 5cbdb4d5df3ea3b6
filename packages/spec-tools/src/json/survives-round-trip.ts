/**
 * Up to this many characters without an exponent are at most 15 significant digits, which a 64-bit float always keeps.
 */
const ALWAYS_EXACT = 15;

/**
 * Returns whether a JSON number, read as a 64-bit float and printed again, is the same decimal number (decision 0006).
 *
 * @param literal the number as written in the text, for example `0.1` or `9007199254740993`
 * @example survivesRoundTrip("1e2") // true
 * @example survivesRoundTrip("9007199254740993") // false: it would become 9007199254740992
 */
export function survivesRoundTrip(literal: string): boolean {
  if (literal.length <= ALWAYS_EXACT && !/[eE]/.test(literal)) return true;
  const value = Number(literal);
  return Number.isFinite(value) && decimalOf(literal) === decimalOf(String(value));
}

/**
 * Normalizes a decimal number: all spellings of a number give the same text of sign, significant digits and power of
 * ten.
 */
export function decimalOf(literal: string): string {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const negative = mantissa.startsWith("-");
  const [whole = "", fraction = ""] = mantissa.replace(/^[+-]/, "").split(".");
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === "0") first++;
  let end = digits.length;
  while (end > first && digits[end - 1] === "0") end--;
  if (first === end) return "0";
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${negative ? "-" : ""}${digits.slice(first, end)}e${power}`;
}

/** Returns whether a text is a number by the grammar of JSON, for example `-1.50e2`, but not `007`, `+1` or `1,5`. */
export const isJsonNumber = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const LONGEST_LITERAL = 40;

/** Formats the message for a number that does not {@link survivesRoundTrip survive}. */
export function inexactNumber(place: string, literal: string): string {
  const shown = literal.length > LONGEST_LITERAL ? `${literal.slice(0, LONGEST_LITERAL)}…` : literal;
  return `${place} must be a number that a 64-bit float holds unchanged, not ${shown}; send it as a string`;
}
