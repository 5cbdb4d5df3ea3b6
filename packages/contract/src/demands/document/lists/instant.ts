/** The most texts to remember: those of some lists of the usual length. */
const MOST_KNOWN = 50_000;
const known = new Map<string, bigint | undefined>();

/**
 * Parses an RFC 3339 date-time into nanoseconds since 1970, rounded up, so that a time with more digits is later than
 * one without them; returns undefined for other strings.
 */
export function instantOf(text: unknown): bigint | undefined {
  if (typeof text !== "string") return undefined;
  // The laws of a list compare the same texts many times.
  if (known.has(text)) return known.get(text);
  const instant = parsed(text);
  if (known.size === MOST_KNOWN) known.clear();
  known.set(text, instant);
  return instant;
}

function parsed(text: string): bigint | undefined {
  const match = /^(.{19})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  if (!match) return undefined;
  const seconds = Date.parse(`${match[1]}${match[3]}`);
  if (Number.isNaN(seconds)) return undefined;
  const digits = (match[2] ?? "").padEnd(9, "0");
  return BigInt(seconds) * 1_000_000n + BigInt(digits.slice(0, 9)) + (/[1-9]/.test(digits.slice(9)) ? 1n : 0n);
}

/** Formats a time as RFC 3339 with microseconds, at an offset from UTC in hours; a fraction of an hour is allowed. */
export function instantText(nanos: bigint, offsetHours = 0, utc: "Z" | "+00:00" = "+00:00"): string {
  const minutes = Math.round(offsetHours * 60);
  const shifted = nanos / 1000n + BigInt(minutes) * 60_000_000n;
  const date = new Date(Number(shifted / 1000n)).toISOString().slice(0, 19);
  const fraction = String(((shifted % 1_000_000n) + 1_000_000n) % 1_000_000n).padStart(6, "0");
  const two = (value: number) => String(Math.trunc(value)).padStart(2, "0");
  const size = Math.abs(minutes);
  const zone = minutes === 0 ? utc : `${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`;
  return `${date}.${fraction}${zone}`;
}
