import { own } from "@metadata-service/spec-tools/own";
import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { PRESENTATION, WITHIN } from "../inclusion/values.js";
import { type Comparison, report } from "./comparison.js";
import { applies } from "./diff-bounds.js";
import type { Flat } from "./flatten-schema.js";
import { equal, show } from "./node.js";

/** Every keyword that has a rule. All others are reported as not judged. */
export const KEYWORDS = [
  ...["$ref", "allOf", "oneOf", "anyOf", "discriminator", "type", "const", "enum", "default", "deprecated", "xml"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"],
  ...["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "readOnly", "writeOnly"],
  ...["pattern", "format", "contentEncoding", "contentMediaType", "contentSchema", "not", "if", "then", "else"],
  ...["properties", "required", "additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties"],
  ...["dependentRequired", "dependentSchemas", "items", "prefixItems", "contains", "uniqueItems", "unevaluatedItems"],
];

/** Keywords whose values cannot be compared: adding one allows fewer values, removing one allows more. */
const OPAQUE: [type: string | undefined, keyword: string][] = [
  ["string", "pattern"],
  ["string", "contentEncoding"],
  ["string", "contentMediaType"],
  [undefined, "not"],
];

/** Compares keywords that do not depend on others. */
export function diffKeywords(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  for (const [type, keyword] of OPAQUE)
    if (type === undefined || applies(comparison, type, old, now, [keyword], what))
      diffOpaque(comparison, old, now, what, keyword);
  diffFormat(comparison, old, now, what);
  diffConditions(comparison, old, now, what);
  diffSubschema(comparison, old, now, what, "contentSchema");
}

function diffOpaque(comparison: Comparison, old: Flat, now: Flat, what: string, keyword: string): void {
  const [before, after] = [old.node[keyword], now.node[keyword]];
  if (equal(before, after)) return;
  const at = pointerTo(now.at, keyword);
  if (before === undefined)
    report(comparison, "narrowed", `${keyword}-added`, at, `${what} must satisfy ${keyword} ${show(after)} now`);
  else if (after === undefined)
    report(
      comparison,
      "widened",
      `${keyword}-removed`,
      at,
      `${what} no longer has to satisfy ${keyword} ${show(before)}`,
    );
  else
    report(
      comparison,
      "changed",
      `${keyword}-changed`,
      at,
      `${what} has ${keyword} ${show(after)} instead of ${show(before)}`,
    );
}

function diffFormat(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [before, after] = [old.node["format"], now.node["format"]];
  if (equal(before, after)) return;
  const at = pointerTo(now.at, "format");
  const isShown = (format: unknown) => format === undefined || PRESENTATION.has(format);
  if (isShown(before) && isShown(after))
    comparison.changes.documentation(
      "format-changed",
      at,
      `${what}: format changed, which only affects how a form shows it`,
    );
  else if (own(WITHIN, String(before))?.includes(String(after)))
    report(comparison, "widened", "format-widened", at, `${what} has format ${after} instead of ${before}`);
  else if (own(WITHIN, String(after))?.includes(String(before)))
    report(comparison, "narrowed", "format-narrowed", at, `${what} has format ${after} instead of ${before}`);
  else diffOpaque(comparison, old, now, what, "format");
}

/** Compares `if`, `then` and `else`. If the condition is the same, its consequences are compared. */
function diffConditions(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [before, after] = [old.node["if"], now.node["if"]];
  const consequences = ["then", "else"];
  if (before === undefined && after === undefined) {
    // Without a condition, they have no effect (JSON Schema 2020-12, section 10.2.2).
    for (const keyword of consequences)
      if (!equal(old.node[keyword], now.node[keyword]))
        comparison.changes.documentation(
          "same-meaning",
          pointerTo(now.at, keyword),
          `${what}: ${keyword} changed, but has no effect without if`,
        );
    return;
  }
  if (equal(before, after)) for (const keyword of consequences) diffSubschema(comparison, old, now, what, keyword);
  else {
    diffOpaque(comparison, old, now, what, "if");
    for (const keyword of consequences) comparison.changes.examined(pointerTo(now.at, keyword));
  }
}

/** Compares a keyword with one schema: adding it allows fewer values, removing it allows more. */
export function diffSubschema(comparison: Comparison, old: Flat, now: Flat, what: string, keyword: string): void {
  const [before, after] = [old.node[keyword], now.node[keyword]];
  if (before === undefined || after === undefined) diffOpaque(comparison, old, now, what, keyword);
  else
    comparison.diffSchemas(
      comparison,
      { value: before, at: pointerTo(old.at, keyword) },
      { value: after, at: pointerTo(now.at, keyword) },
      `${keyword} of ${what}`,
    );
}
