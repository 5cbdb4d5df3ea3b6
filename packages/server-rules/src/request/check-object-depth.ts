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
  const path: PathStep[] = [];
  const visit = (node: unknown, level: number): void => {
    if (!node || typeof node !== "object") return;
    const isArray = Array.isArray(node);
    const inner = isArray ? level : level + 1;
    if (inner > maxLevels)
      throw new Violation(`${formatPath(path)} is nested too deep: items nest at most ${maxLevels} levels deep`);
    for (const [name, member] of Object.entries(node)) {
      path.push(isArray ? Number(name) : name);
      visit(member, inner);
      path.pop();
    }
  };
  visit(value, -1);
}
