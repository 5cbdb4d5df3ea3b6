import { formatPath, type PathStep } from "../format-path.js";
import { Violation } from "../violation.js";
import { MAX_ITEM_LEVELS } from "./limits.js";

/**
 * Limits the nesting of items to eight levels. Items of the record are at level 1, items in their values at level 2.
 * The schema is recursive and cannot limit depth. In a valid body, every object below the root is an item, so counting
 * objects counts levels.
 *
 * @param value a body from `readJson`, whose nesting is bounded
 * @throws Violation naming the first item that is too deep
 */
export function checkObjectDepth(value: unknown, maxLevels: number = MAX_ITEM_LEVELS): void {
  const path = pathOfTooDeep(value, -1, maxLevels);
  if (path)
    throw new Violation(
      `${formatPath(path.reverse())} is nested too deep: items nest at most ${maxLevels} levels deep`,
    );
}

/** Returns the path of the first object that is too deep, innermost step first. */
function pathOfTooDeep(node: unknown, level: number, maxLevels: number): PathStep[] | undefined {
  if (!node || typeof node !== "object") return undefined;
  const isArray = Array.isArray(node);
  const inner = isArray ? level : level + 1;
  if (inner > maxLevels) return [];
  const members: unknown[] = isArray ? node : Object.values(node);
  for (const [at, member] of members.entries()) {
    const path = pathOfTooDeep(member, inner, maxLevels);
    if (path) return [...path, isArray ? at : (Object.keys(node)[at] ?? "")];
  }
  return undefined;
}
