import { RE2JS } from "re2js";
import { Violation } from "../../violation.js";
import { splitLookarounds } from "./lookarounds-at-ends.js";
import { createTimedMatch } from "./timed-match.js";
import { toRe2 } from "./to-re2.js";

/** The part of a regular expression that Ajv uses. */
export interface Pattern {
  test(text: string): boolean;
}

/** How a pattern is matched in bounded time. */
export type Engine = "native" | "RE2" | "timed";

/** One character: itself, an escape, or a class. */
const ONE = String.raw`(?:[^\\^$.*+?()[\]{}|]|\\[^\dBbkcpPux]|\\[pP]\{[\w=]+\}|\.|\[\^?(?:[^\]\\]|\\.)+\])`;
const FIXED = String.raw`(?:${ONE}(?:\{\d+\})?)`;
const VARIABLE = String.raw`(?:${ONE}(?:[*+?]|\{\d+,\d*\})\??)`;
/** Anchored at the start, with one part of variable length at most: there is only one way to try. */
const ONE_WAY = new RegExp(String.raw`^\^${FIXED}*${VARIABLE}?${FIXED}*\$?$`);

/** Repetitions of fixed length multiply the work, so their number is limited. */
const LARGE_REPETITION = /\{\d{4,}/;

/** Returns the engine that matches a pattern with the flag `u`, without regard to how the JavaScript engine does it. */
export function engineOf(pattern: string): Engine {
  if (ONE_WAY.test(pattern) && !LARGE_REPETITION.test(pattern)) return "native";
  if (compileRe2(pattern)) return "RE2";
  const parts = splitLookarounds(pattern)?.map((part) => engineOf(part.pattern)) ?? [];
  return parts.length > 0 && !parts.includes("timed") ? "RE2" : "timed";
}

function compileRe2(pattern: string): RE2JS | undefined {
  const translated = toRe2(pattern);
  if (translated === undefined) return undefined;
  try {
    return RE2JS.compile(translated);
  } catch {
    return undefined;
  }
}

const timedMatch = createTimedMatch();

/**
 * Compiles a regular expression of a schema so that no string can take more than linear time, or at most some
 * milliseconds: natively if it obviously has only one way to match, by an engine that never backtracks, or, with
 * lookarounds within it and the like, natively with a time limit.
 *
 * @throws SyntaxError if it is not a regular expression of ECMA-262 with the flag `u`
 */
export function safePattern(pattern: string): Pattern {
  const native = new RegExp(pattern, "u");
  const named = (test: Pattern["test"]): Pattern => ({ test, toString: () => String(native) }) as Pattern;
  if (engineOf(pattern) === "native") return native;
  const compiled = compileRe2(pattern);
  if (compiled) return named((text) => compiled.matcher(text).find());
  const conditions = splitLookarounds(pattern);
  if (conditions && engineOf(pattern) === "RE2") {
    const each = conditions.map((part) => ({ ...part, safe: safePattern(part.pattern) }));
    return named((text) => each.every(({ safe, isWanted }) => safe.test(text) === isWanted));
  }
  if (!timedMatch) return native;
  return named((text) => {
    const isMatch = timedMatch(native, text);
    if (isMatch !== undefined) return isMatch;
    throw new Violation(
      `it takes too long to find out whether a string of ${text.length} characters matches ${pattern}`,
    );
  });
}

/** A repetition of a group, in which another repetition can take exponential time. */
const REPEATS_A_GROUP = /\)(?:[*+]|\{\d+,)/;

/**
 * Lists the patterns of a document that may take more than linear time in other programs, one sentence each.
 *
 * @param node the document, or a part of it
 */
export function slowPatternNotices(node: unknown): string[] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    const { pattern, patternProperties } = part as { pattern?: unknown; patternProperties?: unknown };
    for (const one of [pattern, ...Object.keys(Object(patternProperties))])
      if (typeof one === "string" && isDoubtful(one)) found.add(one);
    Object.values(part).forEach(visit);
  };
  visit(node);
  return [...found].map(
    (pattern) => `The pattern ${pattern} may take more than linear time to match; here, it is matched in bounded time`,
  );
}

function isDoubtful(pattern: string): boolean {
  const engine = engineOf(pattern);
  return engine === "timed" || (engine === "RE2" && REPEATS_A_GROUP.test(pattern));
}
