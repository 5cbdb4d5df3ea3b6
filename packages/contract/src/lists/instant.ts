/** A moment in nanoseconds since 1970; undefined for a text that is no RFC 3339 date-time. */
export function instantOf(text: unknown): bigint | undefined {
  const match = typeof text === "string" && /^(.{19})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  if (!match) return undefined;
  const seconds = Date.parse(`${match[1]}${match[3]}`);
  if (Number.isNaN(seconds)) return undefined;
  return BigInt(seconds) * 1_000_000n + BigInt((match[2] ?? "").padEnd(9, "0").slice(0, 9));
}

/** A moment as RFC 3339 with microseconds, at an offset from UTC in hours. */
export function instantText(nanos: bigint, offsetHours = 0, utc: "Z" | "+00:00" = "+00:00"): string {
  const micros = nanos / 1000n;
  const shifted = micros + BigInt(offsetHours) * 3_600_000_000n;
  const date = new Date(Number(shifted / 1000n)).toISOString().slice(0, 19);
  const fraction = String(((shifted % 1_000_000n) + 1_000_000n) % 1_000_000n).padStart(6, "0");
  const sign = offsetHours < 0 ? "-" : "+";
  const zone = offsetHours === 0 ? utc : `${sign}${String(Math.abs(offsetHours)).padStart(2, "0")}:00`;
  return `${date}.${fraction}${zone}`;
}
