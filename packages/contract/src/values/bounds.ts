/** An astral character has one code point, two UTF-16 units and four bytes; it shows how a server counts lengths. */
export const ASTRAL = "𝒳";

/**
 * The longest string that is sent to reach a limit. A body of this API has at most 1 MiB, and a character up to four
 * bytes (decision 0003).
 */
export const LONGEST_TEXT = 250_000;

/** The longest array that is sent to reach a limit. */
export const LONGEST_ARRAY = 10_000;

/** Returns an array of one value repeated. */
export const repeated = (value: unknown, count: number): unknown[] => Array.from({ length: count }, () => value);
