import { fraction, hash } from "../data/hash.js";
import type { FullSchema, Propose } from "./value.js";

/** The size of the range if a number has only one bound, or none. */
const SPAN = 100;

/** Generates numbers within the range of the examples, or else within the bounds; small ones are more likely. */
export function numberValue(schema: FullSchema, isInteger: boolean, fits: (value: unknown) => boolean): Propose {
  const examples = (schema.examples ?? []).filter((one): one is number => typeof one === "number" && fits(one));
  const bounds = boundsOf(schema);
  const low = examples.length > 0 ? Math.min(...examples) : bounds.low;
  const high = examples.length > 0 ? Math.max(...examples) : bounds.high;
  const step = stepOf(schema, isInteger, examples, high);
  const decimals = Math.max(decimalsOf(step), ...examples.map(decimalsOf));
  const hasRoom = Math.floor(high / step) >= Math.ceil(low / step);
  return ({ stream, row }, trusted) => {
    // A text that stands for a number which a 64-bit float would change.
    if (trusted.some((one) => typeof one === "string")) return trusted[hash(stream, row) % trusted.length];
    const drawn = low + (high - low) * fraction(hash(stream, row)) ** 2;
    if (!hasRoom) return Number(drawn.toFixed(15));
    const count = Math.min(Math.max(Math.round(drawn / step), Math.ceil(low / step)), Math.floor(high / step));
    return Number((count * step).toFixed(decimals));
  };
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: FullSchema): { low: number; high: number } {
  const low = Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
  if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY) return { low: 0, high: SPAN };
  if (low === Number.NEGATIVE_INFINITY) return { low: high - SPAN, high };
  if (high === Number.POSITIVE_INFINITY) return { low, high: low + SPAN };
  // Exclusive bounds are not valid values, so the range shrinks slightly on that side.
  const edge = (high - low) / 64;
  return { low: exclusiveMinimum === low ? low + edge : low, high: exclusiveMaximum === high ? high - edge : high };
}

/** The step between two values: `multipleOf`, or else the precision of the examples. */
function stepOf({ multipleOf }: FullSchema, isInteger: boolean, examples: readonly number[], high: number): number {
  if (multipleOf !== undefined) return multipleOf;
  if (!isInteger) return examples.length > 0 ? 10 ** -Math.max(...examples.map(decimalsOf)) : 0.01;
  return examples.length > 0 && examples.every((number) => number % 10 === 0) && high >= 100 ? 10 : 1;
}

function decimalsOf(number: number): number {
  const [, fractionText = "", exponent = "0"] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? [];
  return Math.min(Math.max(fractionText.length - Number(exponent), 0), 15);
}
