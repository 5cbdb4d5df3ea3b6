import { pointerTo } from "@metadata-service/spec-tools/pointer";
import { type Comparison, report, reportSameMeaning } from "./comparison.js";
import { typesOf } from "./diff-types.js";
import type { Flat } from "./flatten-schema.js";
import { equal, type Node, show } from "./node.js";

/** The keywords that limit a length or a count, by the type that they apply to. */
const COUNTS: [type: string, minimum: string, maximum: string][] = [
  ["string", "minLength", "maxLength"],
  ["array", "minItems", "maxItems"],
  ["object", "minProperties", "maxProperties"],
];

/** Compares the keywords that limit a number, a length or a count. */
export function diffBounds(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  for (const [type, minimum, maximum] of COUNTS) {
    if (!applies(comparison, type, old, now, [minimum, maximum], what)) continue;
    diffBound(comparison, old, now, what, {
      keywords: [minimum],
      sign: 1,
      limitOf: (node) => number(node[minimum]) ?? 0,
    });
    diffBound(comparison, old, now, what, {
      keywords: [maximum],
      sign: -1,
      limitOf: (node) => number(node[maximum]) ?? Number.POSITIVE_INFINITY,
    });
  }
  const numeric = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"];
  if (!applies(comparison, "number", old, now, numeric, what)) return;
  const areIntegers = [old, now].every(({ node }) =>
    typesOf(node).every((type) => type === "integer" || type === "null"),
  );
  diffBound(comparison, old, now, what, {
    keywords: ["minimum", "exclusiveMinimum"],
    sign: 1,
    limitOf: (node) => lowest(node, areIntegers),
  });
  diffBound(comparison, old, now, what, {
    keywords: ["maximum", "exclusiveMaximum"],
    sign: -1,
    limitOf: (node) => -lowest(mirrored(node), areIntegers),
  });
  diffMultiples(comparison, old, now, what);
}

const number = (value: unknown) => (typeof value === "number" ? value : undefined);

/** Whether a keyword applies to the values here: `maxLength`, for example, has no effect on numbers. */
export function applies(
  comparison: Comparison,
  type: string,
  old: Flat,
  now: Flat,
  keywords: string[],
  what: string,
): boolean {
  const has = ({ node }: Flat) => typesOf(node).some((one) => one === type || (type === "number" && one === "integer"));
  if (has(old) && has(now)) return true;
  reportSameMeaning(comparison, old, now, keywords, what);
  return false;
}

/**
 * Returns the lowest allowed number. An exclusive bound is replaced by the next 64-bit float above it, or the next
 * integer if only integers are allowed.
 */
function lowest(node: Node, areIntegers: boolean): number {
  const [inclusive, exclusive] = [number(node["minimum"]), number(node["exclusiveMinimum"])];
  const candidates = [
    ...(inclusive === undefined ? [] : [areIntegers ? Math.ceil(inclusive) : inclusive]),
    ...(exclusive === undefined ? [] : [areIntegers ? Math.floor(exclusive) + 1 : nextAbove(exclusive)]),
  ];
  return Math.max(Number.NEGATIVE_INFINITY, ...candidates);
}

/** The next greater 64-bit floating-point number. */
function nextAbove(value: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  // Adding 0 turns -0 into 0, whose successor is the smallest positive number.
  bits.setFloat64(0, value + 0);
  bits.setBigInt64(0, bits.getBigInt64(0) + (value >= 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

/** Turns upper bounds of a number into lower bounds of its negative. */
function mirrored(node: Node): Node {
  const negative = (value: unknown) => (typeof value === "number" ? -value : undefined);
  return { minimum: negative(node["maximum"]), exclusiveMinimum: negative(node["exclusiveMaximum"]) };
}

interface Bound {
  /** The keywords that express the bound. The first one names the rule if none or all of them differ. */
  keywords: string[];
  /** 1 if a higher bound allows fewer values, -1 if a lower one does. */
  sign: 1 | -1;
  limitOf(node: Node): number;
}

export function diffBound(
  comparison: Comparison,
  old: Flat,
  now: Flat,
  what: string,
  { keywords, sign, limitOf }: Bound,
): void {
  const differing = keywords.filter((keyword) => old.node[keyword] !== now.node[keyword]);
  const [before, after] = [limitOf(old.node), limitOf(now.node)];
  if (before === after) {
    reportSameMeaning(comparison, old, now, keywords, what);
    return;
  }
  const keyword = differing[0] ?? keywords[0] ?? "";
  for (const one of keywords) comparison.changes.examined(pointerTo(now.at, one));
  const move = (after - before) * sign > 0 ? "narrowed" : "widened";
  const words = ({ node }: Flat) =>
    keywords
      .filter((one) => node[one] !== undefined)
      .map((one) => `${one} ${node[one]}`)
      .join(" and ") || `no ${keyword}`;
  report(
    comparison,
    move,
    `${keyword}-${move}`,
    pointerTo(now.at, keyword),
    `${what} has ${words(now)} instead of ${words(old)}`,
  );
}

function diffMultiples(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [before, after] = [number(old.node["multipleOf"]), number(now.node["multipleOf"])];
  if (equal(before, after)) return;
  const at = pointerTo(now.at, "multipleOf");
  const text = `${what} has multipleOf ${show(after)} instead of ${show(before)}`;
  const divides = (one: number, other: number) => Number.isInteger(Number((other / one).toPrecision(12)));
  if (after === undefined || (before !== undefined && divides(after, before)))
    report(comparison, "widened", "multipleOf-widened", at, text);
  else if (before === undefined || divides(before, after))
    report(comparison, "narrowed", "multipleOf-narrowed", at, text);
  else report(comparison, "changed", "multipleOf-changed", at, text);
}
