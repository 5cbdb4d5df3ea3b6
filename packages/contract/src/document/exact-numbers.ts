/**
 * Numbers that a 64-bit float would change, such as `const: 9007199254740993`: in values of a document and of its cases,
 * texts stand for them.
 */
import { isDataField, isNamedField } from "./document-parts.js";

export const MARK = "exact_number_";
const MARKED = new RegExp(`("|%22|)${MARK}(-?[\\d.]+(?:e-?\\d+)?)\\1`, "g");
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** The numbers of the documents that were read: only these are exact in responses. */
const known = new Set<string>();

/** Returns the text that stands for a number, if a 64-bit float would change it. */
export function markOf(literal: string): string | undefined {
  const { sign, digits, power } = decimalOf(literal);
  const float = Number(literal);
  const same = Number.isFinite(float) ? decimalOf(String(float)) : undefined;
  if (same?.digits === digits && same.power === power) return undefined;
  if (power >= 0 && power <= 30) return `${MARK}${sign}${digits}${"0".repeat(power)}`;
  const whole = digits.slice(0, power) || "0";
  const isShort = power < 0 && power >= -40;
  return `${MARK}${sign}${isShort ? `${whole}.${digits.slice(power).padStart(-power, "0")}` : `${digits}e${power}`}`;
}

/** Sign, digits without zeros at both ends, and the power of ten: the same for all spellings of a number. */
function decimalOf(literal: string) {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(literal) ?? [];
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  return { sign, digits, power: digits === "" ? 0 : Number(power) - fraction.length + all.length - digits.length };
}

export const isMark = (value: unknown): value is string => typeof value === "string" && value.startsWith(MARK);

/** Writes the numbers in a text of a request. */
export const withNumbers = (text: string): string => text.replaceAll(MARKED, "$2");

/** Parses the JSON of a response. */
export const parseJson = (text: string): unknown =>
  JSON.parse(known.size > 0 ? marked(text, (one) => known.has(one)) : text);

const marked = (text: string, isKept: (mark: string) => boolean) =>
  text.replace(STRING_OR_NUMBER, (token) => {
    const mark = token.startsWith('"') ? undefined : markOf(token);
    return mark !== undefined && isKept(mark) ? JSON.stringify(mark) : token;
  });

/** Parses a document in JSON, with texts for numbers, which `asDocument` expects. */
export const parseMarked = (text: string): unknown => JSON.parse(marked(text, () => true));

/** Leaves the texts in values that can be sent, and rounds other numbers: bounds to a float that is within them. */
export function asDocument(node: unknown, field = "", isNamed = false): unknown {
  if (isMark(node)) return within(field, node.slice(MARK.length));
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((part) => asDocument(part));
  const { multipleOf, ...others } = node as { multipleOf?: unknown };
  // Of the multiples of such a number, these can be sent.
  if (!isNamed && isMark(multipleOf)) return asDocument({ enum: [0, multipleOf], ...others }, field);
  const parts = Object.entries(node).map(([name, part]) => {
    if (isNamed || !isDataField(name)) return [name, asDocument(part, name, !isNamed && isNamedField(name))];
    for (const [, , number] of JSON.stringify(part)?.matchAll(MARKED) ?? []) known.add(MARK + number);
    return [name, part];
  });
  return Object.fromEntries(parts);
}

const INWARD: Record<string, number> = { minimum: 1, exclusiveMaximum: 1, maximum: -1, exclusiveMinimum: -1 };

function within(field: string, literal: string): number {
  const nearest = Math.max(-Number.MAX_VALUE, Math.min(Number(literal), Number.MAX_VALUE));
  const direction = INWARD[field];
  if (direction === undefined || !/^-?\d+$/.test(literal)) return nearest;
  const distance = BigInt(nearest) - BigInt(literal);
  if (distance === 0n || distance > 0n === direction > 0) return nearest;
  // The next float in this direction.
  const bits = new BigInt64Array(new Float64Array([nearest]).buffer);
  bits[0] = (bits[0] ?? 0n) + BigInt(Math.sign(nearest) * direction);
  return new Float64Array(bits.buffer)[0] ?? nearest;
}
