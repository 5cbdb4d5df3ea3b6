/** Makes names comparable that differ only in case and separators: `petId`, `pet_id`, `X-Pet-Id` without its `X-`. */
export const plainName = (name: string): string => name.replaceAll(/^x-|[^a-z\d]/gi, "").toLowerCase();

/** Returns names by their plain form; of several with the same one, the first. */
export const byPlainName = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [plainName(name), name] as const).reverse());

/** `purchase-orders` -> `purchase-order`, by the rules of English spelling. */
export function singular(word: string): string {
  if (/(ss|us|is)$/i.test(word)) return word;
  if (/ies$/i.test(word)) return word.replace(/ies$/i, "y");
  return /(s|x|z|ch|sh)es$/i.test(word) ? word.slice(0, -2) : word.replace(/s$/i, "");
}

/** The verb that an operationId begins with, in lower case. */
export const verbOf = (id: string): string => /^[A-Za-z][a-z]*/.exec(id)?.[0].toLowerCase() ?? "";
