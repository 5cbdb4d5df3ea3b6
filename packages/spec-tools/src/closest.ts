/** Returns the most similar name, if one is similar enough. */
export function closest(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((other) => ({ other, distance: distance(name, other) }))
    .sort((a, b) => a.distance - b.distance);
  return ranked.find((one) => one.distance <= Math.max(2, name.length / 5))?.other;
}

/** The Levenshtein distance: how many characters must be inserted, removed or replaced. */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
