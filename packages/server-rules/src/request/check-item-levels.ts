import type { ItemsField, ItemsModel } from "@metadata-service/spec-tools";
import { formatPath, type PathStep } from "../format-path.js";
import { Violation } from "../violation.js";

/**
 * Limits the nesting of typed items. Items of the body are at level 1, items in their values at level 2. The schema is
 * recursive and cannot limit depth.
 *
 * @param value a body that is valid by its schema
 * @throws Violation naming the first item that is too deep
 */
export function checkItemLevels(value: unknown, { field, within, items }: ItemsField, maxLevels: number): void {
  const names = [field, ...within];
  const list = names.reduce<unknown>(
    (node, name) => (Object.hasOwn(Object(node), name) ? Object(node)[name] : undefined),
    value,
  );

  const nests = new Set(items.types.filter(({ returned }) => returned.startsWith("item")).map(({ name }) => name));
  const path = pathOfTooDeep(list, { ...items, nests }, maxLevels);
  if (path)
    throw new Violation(
      `${formatPath([...names, ...path])} is nested too deep: items nest at most ${maxLevels} levels deep`,
    );
}

interface Nesting extends Pick<ItemsModel, "type" | "value"> {
  /** The types whose values are items. */
  readonly nests: ReadonlySet<unknown>;
}

/** Returns the path of the first item that is too deep. */
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
