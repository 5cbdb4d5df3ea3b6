import { type ItemsModel, type ItemsPlace, isObject } from "@metadata-service/spec-tools";
import { formatPath, type PathStep } from "../format-path.js";
import { Violation } from "../violation.js";

/**
 * Limits the nesting of typed items. Items of the body are at level 1, items in their values at level 2. The schema is
 * recursive and cannot limit depth.
 *
 * @param value a body that is valid by its schema
 * @throws Violation naming the first item that is too deep
 */
export function checkItemLevels(value: unknown, places: readonly ItemsPlace[], maxLevels: number): void {
  for (const { path, items } of places) {
    const nests = new Set(items.types.filter(({ returned }) => returned.startsWith("item")).map(({ name }) => name));
    eachList(value, path, [], (list, at) => {
      const below = pathOfTooDeep(list, { ...items, nests }, maxLevels);
      if (below)
        throw new Violation(
          `${formatPath([...at, ...below])} is nested too deep: items nest at most ${maxLevels} levels deep`,
        );
    });
  }
}

/** Calls a function for each list of items at a place. */
function eachList(
  value: unknown,
  [step, ...rest]: ItemsPlace["path"],
  at: readonly PathStep[],
  call: (list: unknown, at: readonly PathStep[]) => void,
): void {
  if (step === undefined) call(value, at);
  else if (step !== null) {
    if (isObject(value) && Object.hasOwn(value, step)) eachList(value[step], rest, [...at, step], call);
  } else if (Array.isArray(value)) for (const [i, one] of value.entries()) eachList(one, rest, [...at, i], call);
}

interface Nesting extends Pick<ItemsModel, "type" | "value"> {
  /** The types whose values are items. */
  readonly nests: ReadonlySet<unknown>;
}

function pathOfTooDeep(list: unknown, nesting: Nesting, levelsLeft: number): PathStep[] | undefined {
  if (!Array.isArray(list)) return undefined;
  for (const [index, item] of list.entries()) {
    if (levelsLeft === 0) return [index];
    if (!nesting.nests.has(item[nesting.type])) continue;
    const path = pathOfTooDeep(item[nesting.value], nesting, levelsLeft - 1);
    if (path) return [index, nesting.value, ...path];
  }
  return undefined;
}
