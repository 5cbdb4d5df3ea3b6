/**
 * Tells whether two lists of items are the same (decision 0005): equal as JSON values, the order of elements included
 * and that of members not.
 *
 * @param left a JSON value of bounded depth, as `readJson` gives it
 */
export function sameItems(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!left || !right || typeof left !== "object" || typeof right !== "object") return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((element, index) => sameItems(element, right[index]));
  }
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every(
    (name) => Object.hasOwn(right, name) && sameItems(Reflect.get(left, name), Reflect.get(right, name)),
  );
}
