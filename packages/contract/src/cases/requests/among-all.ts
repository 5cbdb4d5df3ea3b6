/** A parameter of a query, with its name and a valid value as they are sent. */
interface Part {
  name: string;
  value: string;
  /** Whether `x` is not a valid value. */
  isStrict: boolean;
  canBeEmpty: boolean;
}

/**
 * Returns queries with every parameter and a single mistake, for each sort of mistake and each position: a server that
 * reads only the first few parameters, or stops at the last one it knows, does not notice all of them.
 */
export function amongAll(parts: Part[]): [search: string, why: string][] {
  if (parts.length < 2) return [];
  const pairs = parts.map(({ name, value }) => `${name}=${value}`);
  const inserted = (extra: string) => [...pairs, ""].map((_, i) => pairs.toSpliced(i, 0, extra));
  const changed = (value: string, applies: (part: Part) => boolean) =>
    parts.flatMap((part, i) => (applies(part) ? [pairs.with(i, `${part.name}=${value}`)] : []));
  const mistakes: Record<string, string[][]> = {
    "an unknown parameter among all others": ["unexpected=1", "unexpected"].flatMap(inserted),
    "an invalid encoding among all parameters": inserted("x=%zz"),
    "more than once, among all parameters": pairs.flatMap(inserted),
    "empty, among all parameters": changed("", (part) => !part.canBeEmpty),
    "an invalid value among all parameters": changed("x", (part) => part.isStrict),
  };
  return Object.entries(mistakes).flatMap(([why, queries]) =>
    [...new Set(queries.map((query) => query.join("&")))].map((search): [string, string] => [search, why]),
  );
}
