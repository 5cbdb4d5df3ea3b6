export function addTo<K, T>(groups: Map<K, T[]>, key: K, value: T): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}

/** Returns values by a key, each group in the order of the values. */
export function groupedBy<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}
