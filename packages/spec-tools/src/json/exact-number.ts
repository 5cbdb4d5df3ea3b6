import { decimalOf, survivesRoundTrip } from "./survives-round-trip.js";

/** Where all copies of this module in a process find the same name. */
const KEY = Symbol.for("metadata-service: texts that stand for numbers");

/** Begins such a text in a page of the docs, which is the same in every build. */
const NAME_IN_PAGE = "number_7d1f";

/** Begins a text that stands for a number, in this process alone: no request can have it. */
const NAME = nameInProcess(globalThis as { [KEY]?: string });
const MARK = `${NAME}:`;

function nameInProcess(shared: { [KEY]?: string }): string {
  shared[KEY] ??= `number_${crypto.getRandomValues(new Uint32Array(4)).join("_")}`;
  return shared[KEY];
}

/** A number that a 64-bit float would change, as it is written in a document. */
export class ExactNumber {
  /** Sign, significant digits and power of ten: the same for all spellings of a number. */
  readonly decimal: string;

  constructor(literal: string) {
    this.decimal = decimalOf(literal);
  }

  /** Writes the number as JSON. */
  toString(): string {
    const { sign, digits, power } = partsOf(this);
    if (power > LONGEST_ZEROS || power < -digits.length) return `${sign}${digits}e${power}`;
    const whole = digits.slice(0, power < 0 ? power : undefined) || "0";
    return sign + (power < 0 ? `${whole}.${digits.slice(power)}` : whole + "0".repeat(power));
  }

  /** Becomes a text, which {@link exactJson} writes and {@link parseExactJson} reads as a number. */
  toJSON(): string {
    return MARK + this.toString();
  }
}

/** More zeros at the end are written as a power of ten. */
const LONGEST_ZEROS = 30;

/** A number that is compared by the digits with which it is written. */
export type Numeric = number | bigint | ExactNumber;

export const isNumeric = (value: unknown): value is number | ExactNumber =>
  typeof value === "number" || value instanceof ExactNumber;

/** Returns the text that stands for a number, if a 64-bit float would change it. */
export const markedNumber = (literal: string): string | undefined =>
  survivesRoundTrip(literal) ? undefined : new ExactNumber(literal).toJSON();

/** Returns the number that a text stands for; any other value is returned unchanged. */
export const withoutMark = (value: unknown): unknown =>
  typeof value === "string" && value.startsWith(MARK) ? new ExactNumber(value.slice(MARK.length)) : value;

/** Whether a text may contain a number that a 64-bit float changes; most files have none. */
export const mayHaveExactNumbers = (text: string): boolean =>
  /[\d.]{16}|\de[+-]?\d{3}|0x[\da-f]{13}|0o[0-7]{17}/i.test(text);

/** Parses JSON, and keeps the numbers that a 64-bit float would change. */
export const parseExactJson = (text: string): unknown =>
  JSON.parse(markedJson(text), mayHaveExactNumbers(text) ? (_, value) => withoutMark(value) : undefined);

/**
 * How a bound is rounded to a 64-bit float, so that the same floats are within it: 9223372036854775808 is above a maximum of
 * 9223372036854775807, which is the nearest to it.
 */
const ROUNDED: Readonly<Record<string, 1 | -1>> = {
  minimum: 1,
  exclusiveMaximum: 1,
  maximum: -1,
  exclusiveMinimum: -1,
};

/** A reviver of JSON in which texts stand for numbers: programs that calculate get 64-bit floats. */
export function withFloat(name: string, value: unknown): unknown {
  const exact = withoutMark(value);
  if (!(exact instanceof ExactNumber)) return value;
  const nearest = Number(exact.decimal);
  const direction = ROUNDED[name] ?? 0;
  return compareNumbers(exact, nearest) * direction > 0 ? nextFloat(nearest, direction) : nearest;
}

/** The 64-bit floats on both sides of the number that a text stands for, the nearest first. */
export function floatsAround(mark: string): readonly number[] {
  const exact = withoutMark(mark) as ExactNumber;
  const nearest = Number(exact.decimal);
  return [nearest, nextFloat(nearest, Math.sign(compareNumbers(exact, nearest)))];
}

function nextFloat(value: number, direction: number): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  bits[0] = (bits[0] ?? 0n) + BigInt(Math.sign(value) * direction);
  return new Float64Array(bits.buffer)[0] ?? value;
}

/**
 * A JSON text in which texts stand for the numbers that a 64-bit float would change.
 *
 * @param only the texts that may be used; by default, all
 */
export const markedJson = (text: string, only?: ReadonlySet<string>): string =>
  mayHaveExactNumbers(text)
    ? text.replace(STRING_OR_NUMBER, (token) => {
        const mark = token.startsWith('"') ? undefined : markedNumber(token);
        return mark === undefined || only?.has(mark) === false ? token : JSON.stringify(mark);
      })
    : text;

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Writes a value as JSON, with its numbers as they were written. */
export const exactJson = (value: unknown, indent?: number): string =>
  withNumbers(JSON.stringify(value, undefined, indent));

const marked = (name: string) => new RegExp(`(["']?|%22)${name}(?::|%3A)([-+.\\de]+)\\1`, "g");
const [MARKED, MARKED_IN_PAGE] = [marked(NAME), marked(NAME_IN_PAGE)];

/** Puts numbers in the place of the texts that stand for them, in code, JSON, YAML or a URL. */
export const withNumbers = (written: string): string =>
  written.includes(NAME) ? written.replaceAll(MARKED, "$2") : written;

/** Writes a page whose script puts numbers in the place of these texts, by {@link withPageNumbers}. */
export const forPage = (page: string): string => page.replaceAll(NAME, NAME_IN_PAGE);

/** Puts numbers in the place of the texts that stand for them in a page, which another process has written. */
export const withPageNumbers = (written: string): string => written.replaceAll(MARKED_IN_PAGE, "$2");

/** Whether texts stand for numbers in a value. */
export function hasMarkedNumbers(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "string" && value.includes(MARK);
  return value instanceof ExactNumber || Object.values(value).some(hasMarkedNumbers);
}

/** The texts in a value that stand for numbers. */
export const marksIn = (value: object): ReadonlySet<string> =>
  new Set(hasMarkedNumbers(value) ? [...JSON.stringify(value).matchAll(MARKED)].map(([, , n]) => MARK + n) : []);

interface Decimal {
  readonly sign: "" | "-";
  /** Without zeros at both ends; empty for zero. */
  readonly digits: string;
  readonly power: number;
}

function partsOf(value: Numeric): Decimal {
  const decimal = value instanceof ExactNumber ? value.decimal : decimalOf(String(value));
  const sign = decimal.startsWith("-") ? "-" : "";
  const [digits = "", power = "0"] = decimal.slice(sign.length).split("e");
  return { sign, digits: digits === "0" ? "" : digits, power: Number(power) };
}

/** Returns a negative number, 0 or a positive number, as `sort` expects it. */
export function compareNumbers(one: Numeric, other: Numeric): number {
  if (typeof one === "number" && typeof other === "number") return one === other ? 0 : one < other ? -1 : 1;
  for (const [infinite, sign] of [
    [one, 1],
    [other, -1],
  ] as const)
    if (infinite === Number.POSITIVE_INFINITY || infinite === Number.NEGATIVE_INFINITY)
      return sign * Math.sign(infinite);
  const [a, b] = [partsOf(one), partsOf(other)];
  const [signOfA, signOfB] = [signOf(a), signOf(b)];
  if (signOfA !== signOfB || signOfA === 0) return signOfA - signOfB;
  return signOfA * compareSizes(a, b);
}

const signOf = ({ sign, digits }: Decimal) => (digits === "" ? 0 : sign === "-" ? -1 : 1);

function compareSizes(a: Decimal, b: Decimal): number {
  const size = (one: Decimal) => one.digits.length + one.power;
  // Texts of digits compare as decimal fractions do.
  return size(a) - size(b) || (a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1);
}

export const negative = (value: Numeric): Numeric =>
  value instanceof ExactNumber ? new ExactNumber(`-${value.decimal}`.replace("--", "")) : -value;

export const isWhole = (value: Numeric): boolean => partsOf(value).power >= 0;

/** Whole numbers of more digits are treated as infinite. */
const MOST_DIGITS = 1_000;

/** The least whole number that is not below a number, or is above it if that is excluded; a large one is infinite. */
export function leastWhole(value: Numeric, isExclusive: boolean): bigint | number {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return value;
  const { sign, digits, power } = partsOf(value);
  if (digits.length + power > MOST_DIGITS) return sign ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const whole = BigInt(power < 0 ? digits.slice(0, power) || 0 : (digits || "0") + "0".repeat(power));
  const signed = sign ? -whole : whole;
  return power < 0 ? (sign ? signed : signed + 1n) : isExclusive ? signed + 1n : signed;
}

/** A whole number as it is after parsing a document. */
export const parsedWhole = (value: bigint): number | ExactNumber =>
  survivesRoundTrip(String(value)) ? Number(value) : new ExactNumber(String(value));

/** Whether every multiple of one number is a multiple of the other. */
export function divides(one: Numeric, other: Numeric): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  const power = Math.min(a.power, b.power);
  const whole = (part: Decimal) =>
    part.digits.length + part.power - power > MOST_DIGITS
      ? undefined
      : BigInt((part.digits || "0") + "0".repeat(part.power - power));
  const [divisor, dividend] = [whole(a), whole(b)];
  if (divisor === undefined || dividend === undefined || divisor === 0n) return false;
  return dividend % divisor === 0n;
}
