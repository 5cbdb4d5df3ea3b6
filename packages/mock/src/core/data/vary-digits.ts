import { fraction, hash } from "./hash.js";

/** The context of a variation. */
export interface Variation {
  /** Where the draws of this field begin. */
  readonly stream: number;
  /** The number of the row. */
  readonly row: number;
  /** The year that the row was created in: a run of four digits that looks like a year becomes it. */
  readonly year: number;
}

/** Runs of at least this many digits are unique; shorter ones may repeat, as client numbers do. */
const UNIQUE_FROM = 6;
/** How many different values a short run takes. */
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
    const scope = 10 ** run.length;
    if (run.length >= UNIQUE_FROM)
      return String(scatter(variation.row, scope, variation.stream)).padStart(run.length, "0");
    const choice = hash(variation.stream, variation.row, at) % POOL;
    return String(Math.floor(fraction(hash(variation.stream, choice)) * scope)).padStart(run.length, "0");
  });
}

/** Maps the rows of a scope onto numbers of it, each one once: the factor shares no divisor with a power of ten. */
function scatter(row: number, scope: number, stream: number): number {
  const factor = BigInt(stream % 0x1000_0000) * 10n + 7n;
  return Number((BigInt(row) * factor + BigInt(stream)) % BigInt(scope));
}
