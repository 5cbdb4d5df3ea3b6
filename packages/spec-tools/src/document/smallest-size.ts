import { dereference } from "./dereference.js";
import { pointerTo } from "./pointer.js";
import { isSchema, type Schema } from "./schemas.js";

/** Returns a lower bound of how many characters and parts every value of a schema has. */
export type Sizes = (schema: unknown, pointer: string) => number;

/**
 * @param document a document without references to other files
 * @param isImplied whether keywords that apply to values of one type imply this type, as they do to who makes values
 */
export function createSizes(document: object, isImplied = false): Sizes {
  /** By pointer; 0 while it is being measured. */
  const known = new Map<string, number>();
  const sizeOf: Sizes = (written, at) => {
    const { node, pointer } = dereference<unknown>(document, written, at);
    const before = known.get(pointer);
    if (before !== undefined || !isSchema(node)) return before ?? 1;
    known.set(pointer, 0);
    const size = measure(node, pointer);
    known.set(pointer, size);
    return size;
  };

  function measure(node: Schema, pointer: string): number {
    const parts = (keyword: string) =>
      listOf(node[keyword]).map((part, index) => sizeOf(part, pointerTo(pointer, keyword, index)));
    const branches = ["anyOf", "oneOf"].map((keyword) => parts(keyword)).filter(({ length }) => length > 0);
    const smallest = branches.map((sizes) => Math.min(...sizes));
    return Math.max(1, ...parts("allOf"), ...smallest, ofType(node, pointer));
  }

  function ofType(node: Schema, pointer: string): number {
    const types =
      node["type"] === undefined ? (isImplied ? ["string", "array", "object"] : [""]) : [node["type"]].flat();
    const sizes = types.map((type) => {
      if (type === "string") return Math.max(boundOf(node, "minLength"), lengthOf(node["pattern"]));
      if (type === "array") return ofElements(node, pointer);
      return type === "object" ? ofProperties(node, pointer) : 1;
    });
    return isImplied ? Math.max(...sizes) : Math.min(...sizes);
  }

  function ofElements(node: Schema, pointer: string): number {
    const least = boundOf(node, "minItems");
    const first = listOf(node["prefixItems"]).slice(0, least);
    const sizes = first.map((one, index) => sizeOf(one, pointerTo(pointer, "prefixItems", index)));
    const rest = least > first.length ? (least - first.length) * sizeOf(node["items"], pointerTo(pointer, "items")) : 0;
    const contained =
      node["contains"] === undefined
        ? 0
        : boundOf(node, "minContains", 1) * sizeOf(node["contains"], pointerTo(pointer, "contains"));
    return Math.max(sum(sizes) + rest, contained);
  }

  function ofProperties(node: Schema, pointer: string): number {
    const properties = Object(node["properties"]) as Schema;
    const required = listOf(node["required"]).map(String);
    const sizes = required.map((name) =>
      Object.hasOwn(properties, name) ? sizeOf(properties[name], pointerTo(pointer, "properties", name)) : 1,
    );
    return sum(sizes) + Math.max(0, boundOf(node, "minProperties") - required.length);
  }

  return sizeOf;
}

/**
 * Returns a pattern with fewer repetitions, whose matches are short: what is repeated without end, or in groups, is
 * repeated up to three times more than it has to be.
 */
export function shortened(pattern: string): string {
  if (!/\)[*+{]|\{\d*,?\d{4}/.test(pattern)) return pattern;
  return tokensOf(pattern)
    .map((token) => {
      const [, least = "", most] = /^\{(\d+)(,\d*)?\}$/.exec({ "*": "{0,}", "+": "{1,}" }[token] ?? token) ?? [];
      return most === undefined ? token : `{${least},${Number(least) + 3}}`;
    })
    .join("");
}

/** What a pattern consists of: a class or an escape, the start and the end of a group, a repetition, or any other character. */
const TOKEN =
  /\[(?:[^\]\\]|\\.)*\]|\\(?:[pPu]\{[^}]*\}|k<[^>]*>|u[\da-f]{4}|x[\da-f]{2}|.)|\((?:\?(?:<?[=!]|:|<[^>]*>))?|\{\d+(?:,\d*)?\}|./gisu;

/** Returns the parts of a pattern; joined, they are the pattern. */
export const tokensOf = (pattern: string): readonly string[] => pattern.match(TOKEN) ?? [];

/** Returns a lower bound of how many characters a text has that matches a pattern. */
export const lengthOf = (pattern: unknown): number =>
  typeof pattern === "string" ? groupLength(tokensOf(pattern).values()) : 0;

/** Reads up to the end of a group, and returns the length of its shortest alternative. */
function groupLength(tokens: Iterator<string>): number {
  let shortest = Number.POSITIVE_INFINITY;
  let [length, last] = [0, 0];
  for (let next = tokens.next(); !next.done && next.value !== ")"; next = tokens.next()) {
    const token = next.value;
    const repeats = repetitionsOf(token);
    if (token === "|") {
      shortest = Math.min(shortest, length);
      length = last = 0;
    } else if (repeats !== undefined) {
      length += last * (repeats - 1);
      last = 0;
    } else {
      last = token.startsWith("(") ? widthOf(token, groupLength(tokens)) : widthOf(token, 1);
      length += last;
    }
  }
  return Math.min(shortest, length);
}

/** How often the token before is repeated at least; undefined if this one does not say. */
export function repetitionsOf(token: string): number | undefined {
  if (token === "*" || token === "?") return 0;
  if (token === "+") return 1;
  const least = /^\{(\d+)/.exec(token)?.[1];
  return least === undefined ? undefined : Number(least);
}

/** Whether a token is an assertion, a lookaround or a reference to a group, which may have no width. */
export const hasNoWidth = (token: string): boolean => /^(?:[\^$]|\\[bBk\d]|\(\?<?[=!])/.test(token);

const widthOf = (token: string, width: number) => (hasNoWidth(token) ? 0 : width);

const boundOf = (node: Schema, keyword: string, otherwise = 0): number => {
  const bound = node[keyword];
  return typeof bound === "number" ? bound : otherwise;
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
