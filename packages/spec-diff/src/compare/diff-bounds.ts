import { divides, isNumeric, leastWhole, negative } from "@metadata-service/spec-tools/json";
import { type Bound, isWithin } from "../inclusion/facts.js";
import { typesOf } from "./diff-types.js";
import { equal, type Node, show } from "./node.js";
import type { SchemaPair } from "./schema-pair.js";

/** The keywords that limit a length or a count, by the type that they apply to. */
const COUNTS: [type: string, minimum: string, maximum: string][] = [
  ["string", "minLength", "maxLength"],
  ["array", "minItems", "maxItems"],
  ["object", "minProperties", "maxProperties"],
];
const NUMERIC = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"];

/** Compares the keywords that limit a number, a length or a count. */
export function diffBounds(pair: SchemaPair): void {
  for (const [type, minimum, maximum] of COUNTS) {
    if (!applies(pair, type, [minimum, maximum])) continue;
    diffBound(pair, [minimum], ({ [minimum]: least = 0 }) => including(least));
    diffBound(pair, [maximum], ({ [maximum]: most }) => including(opposite(most)));
  }
  if (!applies(pair, "number", NUMERIC)) return;
  const areIntegers = [pair.old, pair.now].every(({ node }) =>
    typesOf(node).every((type) => type === "integer" || type === "null"),
  );
  const bound = (inclusive: unknown, exclusive: unknown) => {
    const [one, other] = [including(inclusive), { ...including(exclusive), isExclusive: true }];
    const tighter = isWithin(one, other) ? one : other;
    return areIntegers ? including(leastWhole(tighter.limit, tighter.isExclusive)) : tighter;
  };
  diffBound(pair, ["minimum", "exclusiveMinimum"], (node) => bound(node["minimum"], node["exclusiveMinimum"]));
  diffBound(pair, ["maximum", "exclusiveMaximum"], (node) =>
    bound(opposite(node["maximum"]), opposite(node["exclusiveMaximum"])),
  );
  diffMultiples(pair);
}

/** A lower bound; any number satisfies one that is no number. */
export const including = (limit: unknown): Bound => ({
  limit: isNumeric(limit) || typeof limit === "bigint" ? limit : Number.NEGATIVE_INFINITY,
  isExclusive: false,
});

/** An upper bound of a number is a lower bound of its negative. */
export const opposite = (limit: unknown) => (isNumeric(limit) ? negative(limit) : undefined);

/** Whether a keyword applies to the values here: `maxLength`, for example, has no effect on numbers. */
export function applies(pair: SchemaPair, type: string, keywords: readonly string[]): boolean {
  const has = ({ node }: { node: Node }) =>
    typesOf(node).some((one) => one === type || (type === "number" && one === "integer"));
  if (has(pair.old) && has(pair.now)) return true;
  pair.sameMeaning(keywords);
  return false;
}

/**
 * Compares a bound.
 *
 * @param keywords those that express it; the first one names the rule if none or all of them differ
 * @param boundOf returns the lower bound that they express, or the negative of the upper one
 */
export function diffBound(pair: SchemaPair, keywords: string[], boundOf: (node: Node) => Bound): void {
  const [old, now] = [boundOf(pair.old.node), boundOf(pair.now.node)];
  const isTighter = isWithin(now, old);
  if (isTighter && isWithin(old, now)) {
    pair.sameMeaning(keywords);
    return;
  }
  const keyword = keywords.find((one) => pair.differs(one)) ?? keywords[0] ?? "";
  pair.examined(...keywords);
  const move = isTighter ? "narrowed" : "widened";
  const words = (node: Node) =>
    keywords
      .filter((one) => node[one] !== undefined)
      .map((one) => `${one} ${node[one]}`)
      .join(" and ") || `no ${keyword}`;
  pair.moved(move, `${keyword}-${move}`, keyword, `has ${words(pair.now.node)} instead of ${words(pair.old.node)}`);
}

function diffMultiples(pair: SchemaPair): void {
  const [old, now] = pair.both("multipleOf").map((value) => (isNumeric(value) ? value : undefined));
  if (equal(old, now)) return;
  const text = `has multipleOf ${show(now)} instead of ${show(old)}`;
  const isWider = now === undefined || (old !== undefined && divides(now, old));
  const isNarrower = old === undefined || (now !== undefined && divides(old, now));
  const move = isWider ? "widened" : isNarrower ? "narrowed" : "changed";
  pair.moved(move, `multipleOf-${move}`, "multipleOf", text);
}
