import { isObject } from "../own.js";
import type { ItemsModel, ItemsPlace } from "./items-model.js";

/**
 * Returns the path to the first typed item of a body that is nested too deep; undefined if there is none. Items of the body are
 * at level 1, items in their values at level 2. The schema is recursive and cannot limit depth.
 *
 * @param value a body that is valid by its schema
 */
export function tooDeepItem(
  value: unknown,
  places: readonly ItemsPlace[],
  maxLevels: number,
): (string | number)[] | undefined {
  for (const { path, items } of places) {
    const nests = new Set(items.types.filter(({ returned }) => returned.startsWith("item")).map(({ name }) => name));
    for (const [list, at] of listsAt(value, path, [])) {
      const below = pathOfTooDeep(list, { ...items, nests }, maxLevels);
      if (below) return [...at, ...below];
    }
  }
  return undefined;
}

/** Returns each list of items at a place, with its path. */
function listsAt(
  value: unknown,
  [step, ...rest]: ItemsPlace["path"],
  at: readonly (string | number)[],
): [list: unknown, at: readonly (string | number)[]][] {
  if (step === undefined) return [[value, at]];
  if (step !== null)
    return isObject(value) && Object.hasOwn(value, step) ? listsAt(value[step], rest, [...at, step]) : [];
  return Array.isArray(value) ? value.flatMap((one, i) => listsAt(one, rest, [...at, i])) : [];
}

interface Nesting extends Pick<ItemsModel, "type" | "value"> {
  /** The types whose values are items. */
  readonly nests: ReadonlySet<unknown>;
}

function pathOfTooDeep(list: unknown, nesting: Nesting, levelsLeft: number): (string | number)[] | undefined {
  if (!Array.isArray(list)) return undefined;
  for (const [index, item] of list.entries()) {
    if (levelsLeft === 0) return [index];
    if (!nesting.nests.has(Object(item)[nesting.type])) continue;
    const path = pathOfTooDeep(item[nesting.value], nesting, levelsLeft - 1);
    if (path) return [index, nesting.value, ...path];
  }
  return undefined;
}
