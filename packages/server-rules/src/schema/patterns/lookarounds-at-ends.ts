/** A pattern, and whether a string has to match it. */
export interface Condition {
  readonly pattern: string;
  readonly isWanted: boolean;
}

/** A lookahead, a lookbehind or another part of a pattern. */
const AHEAD = /^\(\?[=!]/;
const BEHIND = /^\(\?<[=!]/;

/**
 * Splits a pattern with lookaheads at its start or lookbehinds at its end, such as `^(?=.*\d)[a-z\d]+$`, into patterns
 * without them that mean the same together: what a lookahead sees from the start of a string is a pattern by itself.
 *
 * @returns undefined if there are none, or if they cannot be separated from the rest
 */
export function splitLookarounds(pattern: string): readonly Condition[] | undefined {
  // A reference to a group needs the match of the rest.
  if (!pattern.startsWith("^") || /\\[1-9k]/.test(pattern)) return undefined;
  const parts = topLevelParts(pattern.slice(1));
  if (parts.includes("|")) return undefined;
  const first = parts.findIndex((part) => !AHEAD.test(part));
  const [ahead, others] = first < 0 ? [parts, []] : [parts.slice(0, first), parts.slice(first)];
  const hasEnd = others.at(-1) === "$";
  const last = hasEnd ? others.length - 1 : others.length;
  let start = last;
  while (hasEnd && start > 0 && BEHIND.test(others[start - 1] ?? "")) start--;
  const behind = others.slice(start, last);
  if (ahead.length + behind.length === 0) return undefined;
  const rest = others.slice(0, start).join("") + (hasEnd ? "$" : "");
  return [
    { pattern: `^${rest}`, isWanted: true },
    ...ahead.map((part) => ({ pattern: `^(?:${part.slice(3)}`, isWanted: part.startsWith("(?=") })),
    ...behind.map((part) => ({ pattern: `(?:${part.slice(4)}$`, isWanted: part.startsWith("(?<=") })),
  ];
}

/** Returns the groups of a valid pattern that are in no other group, and each character that is in none. */
function topLevelParts(pattern: string): string[] {
  const parts: string[] = [];
  let [depth, part] = [0, ""];
  for (const [token] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gsu)) {
    part += token;
    if (token === "(") depth++;
    if (token === ")") depth--;
    if (depth > 0) continue;
    parts.push(part);
    part = "";
  }
  return parts;
}
