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

/** Verbs that show, after a separator, that an operationId begins with its noun. */
const VERBS = new Set(
  (
    "list index all search find query browse count get read show retrieve fetch create add insert new store register " +
    "submit upload update partial edit modify patch put replace set save upsert delete remove destroy clear"
  ).split(" "),
);

const firstWord = (text: string): string => /^[A-Za-z][a-z]*/.exec(text)?.[0].toLowerCase() ?? "";

/**
 * Returns the two parts of an operationId that begins with its noun, as TypeSpec, Laravel, Django and NestJS write them:
 * `Pets_list`, `pets.store`, `pets_partial_update`, `PetsController_findAll`. Others begin with their verb.
 */
export function nounFirst(id: string): { readonly noun: string; readonly verb: string } | undefined {
  if (VERBS.has(firstWord(id))) return undefined;
  for (const { 0: separator, index } of id.matchAll(/[^\p{L}\p{N}]+/gu)) {
    const verb = id.slice(index + separator.length);
    if (index > 0 && VERBS.has(firstWord(verb)))
      return { noun: id.slice(0, index).replace(/(?<=.)Controller$/, ""), verb };
  }
  return undefined;
}

/** The verb of an operationId, in lower case. */
export const verbOf = (id: string): string => firstWord(nounFirst(id)?.verb ?? id);
