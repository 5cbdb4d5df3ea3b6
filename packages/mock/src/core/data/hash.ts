/**
 * Hashes a seed and integers to an integer from 0 to 2^32 - 1, using the finalizer of MurmurHash3 after each step.
 */
export function hash(seed: number, ...parts: readonly number[]): number {
  let state = seed >>> 0;
  for (const part of parts) {
    // The high 32 bits matter too, because row numbers and microseconds exceed 2^32.
    state = mix(state ^ (part >>> 0)) + Math.floor(part / 0x1_0000_0000);
    state = mix(state + 0x9e37_79b9);
  }
  return state >>> 0;
}

/** Hashes a string, for example to start a stream of values. */
export function hashText(seed: number, text: string): number {
  let state = seed >>> 0;
  for (let at = 0; at < text.length; at++) state = mix(state ^ text.charCodeAt(at));
  return state >>> 0;
}

/** A hash as a fraction from 0 to just under 1. */
export function fraction(value: number): number {
  return value / 0x1_0000_0000;
}

function mix(value: number): number {
  let state = value | 0;
  state = Math.imul(state ^ (state >>> 16), 0x85eb_ca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2_ae35);
  return state ^ (state >>> 16);
}
