/** The preferences in a request's `Prefer` header (RFC 7240). */
export interface Prefer {
  /** The status to respond with. */
  readonly code?: number;
  /** The name of the example to respond with. */
  readonly example?: string;
  /** Milliseconds to wait before the response. */
  readonly delay?: number;
  /** The scenario whose faults apply to this request. */
  readonly scenario?: string;
}

/** The longest delay that a request may ask for, in milliseconds. */
const LONGEST_DELAY = 60_000;

/**
 * Reads a `Prefer` header: `code=429`, `example=Minimal`, `delay=500`, `scenario=cut-body`, with `,` or `;` between
 * them. Unknown preferences are ignored, as RFC 7240 requires.
 */
export function parsePrefer(header: string | undefined): Prefer {
  const prefer: { code?: number; example?: string; delay?: number; scenario?: string } = {};
  for (const part of header?.split(/[,;]/) ?? []) {
    const { name, value } = preferenceOf(part);
    switch (name) {
      case "code":
        if (/^\d{3}$/.test(value)) prefer.code = Number(value);
        break;
      case "example":
        prefer.example = value;
        break;
      case "delay":
        if (/^\d{1,6}$/.test(value)) prefer.delay = Math.min(Number(value), LONGEST_DELAY);
        break;
      case "scenario":
        prefer.scenario = value;
        break;
    }
  }
  return prefer;
}

/** Splits without a regular expression, because one would backtrack on long runs of spaces. */
function preferenceOf(part: string): { name: string; value: string } {
  const mark = part.indexOf("=");
  if (mark < 0) return { name: "", value: "" };
  const text = part.slice(mark + 1).trim();
  const start = text.startsWith('"') ? 1 : 0;
  const end = text.length > start && text.endsWith('"') ? -1 : undefined;
  return { name: part.slice(0, mark).trim().toLowerCase(), value: text.slice(start, end) };
}
