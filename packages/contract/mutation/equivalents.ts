import { WINDOW_PLACES } from "./kit/spec.js";

const UNESCAPED_PLUS =
  "The spec asks clients to write %2B, but does not define what an unescaped + means (RFC 3986: a +)";

/**
 * Mutants that clients cannot distinguish from the correct server, or that do not break a rule after all, with reasons.
 */
export const EQUIVALENT: Record<string, string> = Object.fromEntries(
  WINDOW_PLACES.flatMap(({ name, window }) =>
    Object.values(window).map((parameter) => [
      `query syntax: a plus that is not escaped is taken for one / ${parameter} of ${name}`,
      UNESCAPED_PLUS,
    ]),
  ),
);
