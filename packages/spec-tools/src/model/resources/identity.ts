import { byPlainName, plainName, singular } from "./names.js";

/** The names of fields that identify a record, the most likely one first. */
const IDENTITIES = ["id", "uid", "uuid", "guid", "key", "slug", "code", "number", "name"];

/**
 * Finds the field that identifies a record: the one that the parameter names, or the most likely one if there
 * is no parameter.
 *
 * @param fields the names of the fields of a record
 * @param word the last word of the path of the collection: `pets`
 * @param parameter the name of the parameter: `petId`
 */
export function identityField(fields: readonly string[], word: string, parameter?: string): string | undefined {
  const named = namedField(fields, word, parameter);
  if (named !== undefined) return named;
  const known = byPlainName(fields);
  const find = (name: string) => known.get(plainName(name));
  const noun = singular(word);
  // A name or a code is the identity only if a parameter asks for it; a parameter whose name ends in "id" does not.
  const wantsId = parameter === undefined || /id$/.test(plainName(parameter));
  const likely = wantsId ? IDENTITIES.slice(0, 4) : IDENTITIES;
  // `{addonName}` of services is about their name, although they have an id as well; `{file_sha}` of blobs about their `sha`,
  // if they have no id.
  const ending = /[A-Z]?[a-z]+$/.exec(parameter ?? "") ?? [];
  const ended = ending.filter((word) => IDENTITIES.includes(plainName(word)));
  // A record with an `id` refers to another one by `recipeId`, although it may be a share of a recipe.
  return [...ended, "id", `${noun}Id`, ...likely, ...ending].map(find).find((field) => field !== undefined);
}

/** The field that has the name of a parameter, with or without the word of the collection: `slug` for `{petSlug}`. */
export function namedField(fields: readonly string[], word: string, parameter?: string): string | undefined {
  if (parameter === undefined) return undefined;
  const known = byPlainName(fields);
  return known.get(plainName(parameter)) ?? known.get(plainName(withoutNoun(parameter, singular(word))));
}

/**
 * The fields that a parameter such as `{id_or_name}` names: a record is identified by the value of any of them. Empty for a
 * parameter that names one field.
 */
export function alternativeFields(fields: readonly string[], word: string, parameter: string): string[] {
  const parts = parameter.split(/[_-]or[_-]|Or(?=[A-Z])/);
  return parts.length < 2 ? [] : parts.flatMap((part) => namedField(fields, word, part) ?? []);
}

/** Whether the name of a parameter shows that it identifies a record of the collection. */
export function namesRecord(parameter: string, word: string): boolean {
  const name = plainName(parameter);
  const noun = plainName(singular(word));
  return IDENTITIES.slice(0, 4).some((identity) => name === identity || name === noun + identity);
}

/** `petId` of pets -> `id`. */
function withoutNoun(parameter: string, noun: string): string {
  const name = plainName(parameter);
  const prefix = plainName(noun);
  return name.startsWith(prefix) && name.length > prefix.length ? name.slice(prefix.length) : parameter;
}
