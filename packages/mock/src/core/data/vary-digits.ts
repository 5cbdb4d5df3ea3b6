import { fraction, hash } from "./hash.js";

/** The inputs that determine the digits. */
export interface Variation {
  /** The hash from which the random values of this field are derived. */
  readonly stream: number;
  readonly row: number;
  /** The year in which the row was created; it replaces runs of digits that look like a year. */
  readonly year: number;
}

/** Runs of at least this many digits are unique; shorter ones, such as client numbers, may repeat. */
const UNIQUE_FROM = 6;
/** The number of different values that a short run can have. */
const POOL = 40;

/**
 * Replaces every run of two or more digits in a text. The same row always gives the same text,
 * and a run of six digits or more is not repeated within 10^length rows.
 *
 * @example varyDigits("PO-2026-104233", variation) // "PO-2025-730418"
 */
export function varyDigits(text: string, variation: Variation): string {
  return text.replace(/\d{2,}/g, (run, at: number) => {
    if (/^(?:19|20)\d\d$/.test(run)) return String(variation.year);
    if (run.length >= UNIQUE_FROM) return scatter(variation.row, run.length, variation.stream);
    const choice = hash(variation.stream, variation.row, at) % POOL;
    return String(Math.floor(fraction(hash(variation.stream, choice)) * 10 ** run.length)).padStart(run.length, "0");
  });
}

/** Maps row numbers to distinct runs of digits, because the factor and a power of ten have no common divisor. */
function scatter(row: number, length: number, stream: number): string {
  const factor = BigInt(stream % 0x1000_0000) * 10n + 7n;
  return String((BigInt(row) * factor + BigInt(stream)) % 10n ** BigInt(length)).padStart(length, "0");
}
