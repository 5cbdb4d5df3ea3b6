/**
 * Returns a sequence in which each value follows each value once, itself included: a de Bruijn sequence of order two, as
 * the concatenation of its Lyndon words, closed by its first value.
 */
export function everyPair<T>(values: readonly T[]): T[] {
  const words = values.flatMap((value, i) => [value, ...values.slice(i + 1).flatMap((next) => [value, next])]);
  return [...words, ...values.slice(0, 1)];
}

/** Returns every sequence of one to `longest` values. */
export function arrangements<T>(values: readonly T[], longest: number): T[][] {
  if (longest === 0) return [];
  const shorter = arrangements(values, longest - 1);
  const last = longest === 1 ? [[]] : shorter.filter(({ length }) => length === longest - 1);
  return [...shorter, ...last.flatMap((start) => values.map((value) => [...start, value]))];
}
