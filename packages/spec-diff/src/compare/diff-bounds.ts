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
    diffBound(pair, [minimum], 1, (node) => number(node[minimum]) ?? 0);
    diffBound(pair, [maximum], -1, (node) => number(node[maximum]) ?? Number.POSITIVE_INFINITY);
  }
  if (!applies(pair, "number", NUMERIC)) return;
  const areIntegers = [pair.old, pair.now].every(({ node }) =>
    typesOf(node).every((type) => type === "integer" || type === "null"),
  );
  diffBound(pair, ["minimum", "exclusiveMinimum"], 1, (node) => lowest(node, areIntegers));
  diffBound(pair, ["maximum", "exclusiveMaximum"], -1, (node) => -lowest(mirrored(node), areIntegers));
  diffMultiples(pair);
}

const number = (value: unknown) => (typeof value === "number" ? value : undefined);

/** Whether a keyword applies to the values here: `maxLength`, for example, has no effect on numbers. */
export function applies(pair: SchemaPair, type: string, keywords: readonly string[]): boolean {
  const has = ({ node }: { node: Node }) =>
    typesOf(node).some((one) => one === type || (type === "number" && one === "integer"));
  if (has(pair.old) && has(pair.now)) return true;
  pair.sameMeaning(keywords);
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

/**
 * Compares a bound.
 *
 * @param keywords those that express it; the first one names the rule if none or all of them differ
 * @param sign 1 if a higher bound allows fewer values, -1 if a lower one does
 */
export function diffBound(pair: SchemaPair, keywords: string[], sign: 1 | -1, limitOf: (node: Node) => number): void {
  const [old, now] = [limitOf(pair.old.node), limitOf(pair.now.node)];
  if (old === now) {
    pair.sameMeaning(keywords);
    return;
  }
  const keyword = keywords.find((one) => pair.differs(one)) ?? keywords[0] ?? "";
  pair.examined(...keywords);
  const move = (now - old) * sign > 0 ? "narrowed" : "widened";
  const words = (node: Node) =>
    keywords
      .filter((one) => node[one] !== undefined)
      .map((one) => `${one} ${node[one]}`)
      .join(" and ") || `no ${keyword}`;
  pair.moved(move, `${keyword}-${move}`, keyword, `has ${words(pair.now.node)} instead of ${words(pair.old.node)}`);
}

function diffMultiples(pair: SchemaPair): void {
  const [old, now] = pair.both("multipleOf").map(number);
  if (equal(old, now)) return;
  const text = `has multipleOf ${show(now)} instead of ${show(old)}`;
  const divides = (one: number, other: number) => Number.isInteger(Number((other / one).toPrecision(12)));
  const isWider = now === undefined || (old !== undefined && divides(now, old));
  const isNarrower = old === undefined || (now !== undefined && divides(old, now));
  const move = isWider ? "widened" : isNarrower ? "narrowed" : "changed";
  pair.moved(move, `multipleOf-${move}`, "multipleOf", text);
}
