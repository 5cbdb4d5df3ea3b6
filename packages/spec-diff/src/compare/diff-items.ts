import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { type Comparison, report } from "./comparison.js";
import { applies, diffBound } from "./diff-bounds.js";
import { diffSubschema } from "./diff-keywords.js";
import type { Flat, Place } from "./flatten-schema.js";
import { equal, list } from "./node.js";

const KEYWORDS = ["items", "prefixItems", "contains", "minContains", "maxContains", "uniqueItems", "unevaluatedItems"];

/** Compares what an array can contain. */
export function diffItems(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  if (!applies(comparison, "array", old, now, KEYWORDS, what)) return;
  diffPrefix(comparison, old, now, what);
  diffRest(comparison, old, now, what, "items");
  diffRest(comparison, old, now, what, "unevaluatedItems");
  diffContains(comparison, old, now, what);
  const [before, after] = [Boolean(old.node["uniqueItems"]), Boolean(now.node["uniqueItems"])];
  const at = pointerTo(now.at, "uniqueItems");
  if (!before && after) report(comparison, "narrowed", "unique-items", at, `${what} can no longer have equal elements`);
  else if (before && !after) report(comparison, "widened", "unique-items", at, `${what} can have equal elements now`);
  else comparison.changes.examined(at);
}

/** The schema of the element at a position: its own, or that of all further elements. */
function elementAt({ node, at }: Flat, position: number): Place {
  const prefix = list(node["prefixItems"]);
  return position < prefix.length
    ? { value: prefix[position], at: pointerTo(at, "prefixItems", position) }
    : { value: node["items"] ?? true, at: pointerTo(at, "items") };
}

function diffPrefix(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [before, after] = [list(old.node["prefixItems"]), list(now.node["prefixItems"])];
  for (let position = 0; position < Math.max(before.length, after.length); position++) {
    const [was, is] = [elementAt(old, position), elementAt(now, position)];
    diffElement(comparison, was, is, `element ${position} of ${what}`, pointerTo(now.at, "prefixItems", position));
  }
  if (before.length !== after.length) comparison.changes.examined(pointerTo(now.at, "prefixItems"));
}

/** Compares the elements that earlier keywords did not cover. */
function diffRest(comparison: Comparison, old: Flat, now: Flat, what: string, keyword: string): void {
  const [before, after] = [old.node[keyword], now.node[keyword]];
  if (before === undefined && after === undefined) return;
  const place = pointerTo(now.at, keyword);
  diffElement(
    comparison,
    { value: before ?? true, at: pointerTo(old.at, keyword) },
    { value: after ?? true, at: place },
    `the elements of ${what}`,
    place,
  );
}

/** `true` and an empty schema allow any value, `false` allows none. */
function diffElement(comparison: Comparison, was: Place, is: Place, what: string, at: string): void {
  const rank = ({ value }: Place) => (value === false ? 0 : value === true || equal(value, {}) ? 2 : 1);
  if (rank(was) === 1 && rank(is) === 1) comparison.diffSchemas(comparison, was, is, what);
  else if (rank(is) < rank(was))
    report(
      comparison,
      "narrowed",
      "items-restricted",
      at,
      `${what} ${rank(is) === 0 ? "is no longer allowed" : "must satisfy a schema now"}`,
    );
  else if (rank(is) > rank(was))
    report(
      comparison,
      "widened",
      "items-opened",
      at,
      `${what} ${rank(is) === 2 ? "can be anything now" : "is allowed now"}`,
    );
  else comparison.changes.examined(at);
}

function diffContains(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const { changes } = comparison;
  const [before, after] = [old.node["contains"], now.node["contains"]];
  const counts = ["minContains", "maxContains"];
  const isBounded = [old, now].some(({ node }) => node["maxContains"] !== undefined || node["minContains"] === 0);
  if (before === undefined && after === undefined) {
    // Without contains, they have no effect (JSON Schema 2020-12 validation, section 6.4.4).
    for (const keyword of counts)
      if (old.node[keyword] !== now.node[keyword])
        changes.documentation(
          "same-meaning",
          pointerTo(now.at, keyword),
          `${what}: ${keyword} changed, but has no effect without contains`,
        );
    return;
  }
  if (before !== undefined && after !== undefined && !equal(before, after) && isBounded) {
    report(
      comparison,
      "changed",
      "contains-changed",
      pointerTo(now.at, "contains"),
      `${what} has another schema in contains`,
    );
    return;
  }
  diffSubschema(comparison, old, now, what, "contains");
  if (before === undefined || after === undefined) {
    for (const keyword of counts) changes.examined(pointerTo(now.at, keyword));
    return;
  }
  diffBound(comparison, old, now, what, {
    keywords: ["minContains"],
    sign: 1,
    limitOf: (node) => Number(node["minContains"] ?? 1),
  });
  diffBound(comparison, old, now, what, {
    keywords: ["maxContains"],
    sign: -1,
    limitOf: (node) => Number(node["maxContains"] ?? Number.POSITIVE_INFINITY),
  });
}
