import { applies, diffBound, including, opposite } from "./diff-bounds.js";
import { diffSubschema } from "./diff-keywords.js";
import type { Place } from "./flatten-schema.js";
import { equal, list } from "./node.js";
import type { SchemaPair } from "./schema-pair.js";
import type { Subject } from "./subject.js";

const KEYWORDS = ["items", "prefixItems", "contains", "minContains", "maxContains", "uniqueItems", "unevaluatedItems"];

/** Compares what an array can contain. */
export function diffItems(pair: SchemaPair): void {
  if (!applies(pair, "array", KEYWORDS)) return;
  diffPrefix(pair);
  diffRest(pair, "items");
  diffRest(pair, "unevaluatedItems");
  diffContains(pair);
  const [old, now] = pair.both("uniqueItems").map(Boolean);
  if (!old && now) pair.narrowed("unique-items", "uniqueItems", "can no longer have equal elements");
  else if (old && !now) pair.widened("unique-items", "uniqueItems", "can have equal elements now");
  else pair.examined("uniqueItems");
}

/** The schema of the element at a position: its own, or that of all further elements. */
function elementAt(pair: SchemaPair, side: "old" | "now", position: number): Place {
  const { node } = pair[side];
  const place = side === "old" ? pair.oldAt.bind(pair) : pair.at.bind(pair);
  const prefix = list(node["prefixItems"]);
  return position < prefix.length
    ? { value: prefix[position], at: place("prefixItems", position) }
    : { value: node["items"] ?? true, at: place("items") };
}

function diffPrefix(pair: SchemaPair): void {
  const [old, now] = pair.both("prefixItems").map((prefix) => list(prefix).length) as [number, number];
  for (let position = 0; position < Math.max(old, now); position++) {
    const [was, is] = [elementAt(pair, "old", position), elementAt(pair, "now", position)];
    diffElement(pair, was, is, pair.what.element(position), pair.at("prefixItems", position));
  }
  if (old !== now) pair.examined("prefixItems");
}

/** Compares the elements that earlier keywords did not cover. */
function diffRest(pair: SchemaPair, keyword: string): void {
  const [old, now] = pair.both(keyword);
  if (old === undefined && now === undefined) return;
  const [was, is] = [
    { value: old ?? true, at: pair.oldAt(keyword) },
    { value: now ?? true, at: pair.at(keyword) },
  ];
  diffElement(pair, was, is, pair.what.element(), is.at);
}

/** `true` and an empty schema allow any value, `false` allows none. */
function diffElement(pair: SchemaPair, was: Place, is: Place, what: Subject, at: string): void {
  const rank = ({ value }: Place) => (value === false ? 0 : value === true || equal(value, {}) ? 2 : 1);
  const [old, now] = [rank(was), rank(is)];
  const element = pair.pair(pair.old, pair.now, what);
  if (old === 1 && now === 1) pair.comparison.diffSchemas(pair.comparison, was, is, what);
  else if (now < old)
    element.narrowed("items-restricted", at, now === 0 ? "is no longer allowed" : "must satisfy a schema now");
  else if (now > old) element.widened("items-opened", at, now === 2 ? "can be anything now" : "is allowed now");
  else pair.changes.examined(at);
}

function diffContains(pair: SchemaPair): void {
  const [old, now] = pair.both("contains");
  const counts = ["minContains", "maxContains"];
  const isBounded = [pair.old, pair.now].some(
    ({ node }) => node["maxContains"] !== undefined || node["minContains"] === 0,
  );
  // Without contains, they have no effect (JSON Schema 2020-12 validation, section 6.4.4).
  if (old === undefined && now === undefined) {
    pair.sameMeaning(counts, "changed, but has no effect without contains");
    return;
  }
  if (old !== undefined && now !== undefined && !equal(old, now) && isBounded) {
    pair.moved("changed", "contains-changed", "contains", "has another schema in contains");
    return;
  }
  diffSubschema(pair, "contains");
  if (old === undefined || now === undefined) {
    pair.examined(...counts);
    return;
  }
  diffBound(pair, ["minContains"], ({ minContains = 1 }) => including(minContains));
  diffBound(pair, ["maxContains"], ({ maxContains }) => including(opposite(maxContains)));
}
