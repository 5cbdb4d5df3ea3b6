import { TOP_AND_NESTED } from "./kit/items.js";
import { WINDOW_PLACES } from "./kit/spec.js";

const UNESCAPED_PLUS =
  "The spec asks clients to write %2B, but does not define what an unescaped + means (RFC 3986: a +)";

const LOWER_CASE = "A UUID in lower case is the same UUID (RFC 9562, section 4)";

/**
 * Mutants that clients cannot distinguish from the correct server, or that do not break a rule after all, with reasons.
 */
export const EQUIVALENT: Record<string, string> = Object.fromEntries([
  ...WINDOW_PLACES.flatMap(({ name, window }) =>
    Object.values(window).map((parameter) => [
      `query syntax: a plus that is not escaped is taken for one / ${parameter} of ${name}`,
      UNESCAPED_PLUS,
    ]),
  ),
  ...TOP_AND_NESTED.map(({ name }) => [
    `stored files: a URL has the ID in another form / lower case ${name}`,
    LOWER_CASE,
  ]),
]);
