import type { ResponseReason } from "../core/exchange.js";

/** The state of the mock that every response reports. */
export interface Explained {
  readonly scenario: string;
  readonly seed: number;
}

const LONGEST_DETAIL = 300;

/**
 * Formats the value of `X-Mock`, the reason for a response, as parameters with quoted values. Characters that are
 * invalid in headers are percent-encoded: a violation may quote any client input, and an invalid character would crash
 * the process.
 *
 * @example explainHeader(why, explained) // source="memory"; operation="listReports"; scenario="none"; seed="1"
 */
export function explainHeader({ source, operation, detail, scenario }: ResponseReason, inForce: Explained): string {
  const parameters = {
    source,
    operation,
    detail: detail?.slice(0, LONGEST_DETAIL),
    scenario: scenario ?? inForce.scenario,
    seed: String(inForce.seed),
  };
  return Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${encodeText(value)}"`]))
    .join("; ");
}

/**
 * Percent-encodes the UTF-8 of every character except printable ASCII without `"`, `\` and `%`. A lone surrogate is
 * encoded as U+FFFD.
 */
function encodeText(text: string): string {
  return text.replace(/[^\x20\x21\x23\x24\x26-\x5b\x5d-\x7e]/gu, (character) =>
    [...new TextEncoder().encode(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
      .join(""),
  );
}
