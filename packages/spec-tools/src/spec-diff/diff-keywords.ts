import { isDeepStrictEqual } from "node:util";
import { pointerTo } from "../document/pointer.js";
import { type Comparison, report } from "./comparison.js";
import type { Node } from "./spec.js";

const LOWER = ["minLength", "minItems", "minProperties", "minContains", "minimum", "exclusiveMinimum"];
const UPPER = ["maxLength", "maxItems", "maxProperties", "maxContains", "maximum", "exclusiveMaximum"];
/** Rules that cannot be compared by looking at them; one that comes narrows, one that goes widens. */
const OPAQUE = [
  "pattern",
  "format",
  "not",
  "propertyNames",
  "contains",
  "if",
  "then",
  "else",
  "dependentRequired",
  "dependentSchemas",
  "patternProperties",
  "prefixItems",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentEncoding",
  "contentMediaType",
];

/** The differences in the keywords that bound a value. */
export function diffKeywords(comparison: Comparison, old: Node, now: Node, at: string, what: string): void {
  for (const keyword of LOWER) bound(comparison, keyword, old, now, at, what, 1);
  for (const keyword of UPPER) bound(comparison, keyword, old, now, at, what, -1);
  for (const keyword of OPAQUE) {
    const [before, after] = [old[keyword], now[keyword]];
    if (isDeepStrictEqual(before, after)) continue;
    const place = pointerTo(at, keyword);
    if (before === undefined)
      report(
        comparison,
        "narrowed",
        `${keyword}-added`,
        place,
        `${what} has to keep ${keyword} ${JSON.stringify(after)} now`,
      );
    else if (after === undefined)
      report(
        comparison,
        "widened",
        `${keyword}-removed`,
        place,
        `${what} need not keep ${keyword} ${JSON.stringify(before)} any more`,
      );
    else
      report(
        comparison,
        "changed",
        `${keyword}-changed`,
        place,
        `${what} has ${keyword} ${JSON.stringify(after)} in place of ${JSON.stringify(before)}`,
      );
  }
  multiples(comparison, old["multipleOf"], now["multipleOf"], pointerTo(at, "multipleOf"), what);
  const [before, after] = [Boolean(old["uniqueItems"]), Boolean(now["uniqueItems"])];
  if (!before && after)
    report(
      comparison,
      "narrowed",
      "unique-items",
      pointerTo(at, "uniqueItems"),
      `${what} cannot have equal elements any more`,
    );
  if (before && !after)
    report(comparison, "widened", "unique-items", pointerTo(at, "uniqueItems"), `${what} can have equal elements now`);
}

/** One bound; a missing one bounds nothing. `up` is 1 where a higher bound lets fewer values through. */
function bound(
  comparison: Comparison,
  keyword: string,
  old: Node,
  now: Node,
  at: string,
  what: string,
  up: 1 | -1,
): void {
  // A length or a count of zero bounds nothing, either.
  const none = keyword.startsWith("min") && keyword !== "minimum" ? 0 : undefined;
  const [before, after] = [old[keyword] ?? none, now[keyword] ?? none] as (number | undefined)[];
  if (before === after) return;
  const wider = before !== undefined && (after === undefined || (after - before) * up < 0);
  const text = `${what} has ${keyword} ${now[keyword] ?? "none"} in place of ${old[keyword] ?? "none"}`;
  report(
    comparison,
    wider ? "widened" : "narrowed",
    `${keyword}-${wider ? "widened" : "narrowed"}`,
    pointerTo(at, keyword),
    text,
  );
}

function multiples(comparison: Comparison, before: unknown, after: unknown, at: string, what: string): void {
  if (before === after) return;
  const [old, now] = [before, after] as [number | undefined, number | undefined];
  const text = `${what} has multipleOf ${now ?? "none"} in place of ${old ?? "none"}`;
  if (now === undefined || (old !== undefined && old % now === 0))
    report(comparison, "widened", "multipleOf-widened", at, text);
  else if (old === undefined || now % old === 0) report(comparison, "narrowed", "multipleOf-narrowed", at, text);
  else report(comparison, "changed", "multipleOf-changed", at, text);
}
