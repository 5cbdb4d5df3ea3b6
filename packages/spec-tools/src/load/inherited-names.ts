import { mapList, mapValues } from "../document/schemas.js";

/**
 * Tools that read a document look names up in objects that inherit, so they fail at a property `valueOf`, or take an
 * object without a property `constructor` for one that has it. They are given such names with this ending, and also the
 * keywords that change what references mean, which `withoutDynamicReferences` reads afterwards.
 */
const ENDING = "_inherited_7d1f";

/** Stands for a percent sign in a name, which openapi-typescript would take for the start of an escape. */
const PERCENT = "_percent_7d1f";

/** Maps whose keys are compared with texts elsewhere, and which no tool looks up carelessly. */
const TEXTS = new Set(["mapping", "variables"]);
/** Fields with the names of properties. */
const NAMES = new Set(["required", "propertyName", "dependentRequired"]);
/** Fields of `x-pagination` with the names of parameters, which are texts. */
const PARAMETERS = new Set(["updatedFrom", "updatedTo"]);

/** Keywords that change what references mean; most tools know no others than `$ref`. */
const IDENTITIES = ["$id", "$anchor", "$dynamicAnchor", "$dynamicRef"];

const isMarked = (name: string) => name in {} || IDENTITIES.includes(name);

/** The name in the documents that tools read. */
export const markedName = (name: string): string => (isMarked(name) ? name + ENDING : name);

/** Restores the names in a text. */
export const withoutMarks = (text: string): string => text.replaceAll(ENDING, "").replaceAll(PERCENT, "%");

/** Marks each such key of a document, and what refers to it. */
export const withMarkedNames = <T>(node: T): T => rename(node, markedName);

/** The same for openapi-typescript, which also needs percent signs marked. */
export const withNamesForTypes = <T>(node: T): T =>
  rename(
    node,
    (name) => markedName(name).replaceAll("%", PERCENT),
    (part) => markedName(part).replace(/%25|%/g, PERCENT),
  );

/** Restores the names in a document. */
export const withoutMarkedNames = <T>(node: T): T => rename(node, withoutMarks);

/**
 * Copies what has such names; the rest is returned as it is.
 *
 * @param inReference renames a part of a reference, where names are escaped
 */
function rename<T>(node: T, to: Renaming, inReference = to): T {
  return renameEach(node, to, (name, value) => {
    if (NAMES.has(name)) return renameTexts(value, to);
    if (name === "x-pagination")
      return renameEach(value, to, (field, one) => (PARAMETERS.has(field) ? one : renameTexts(one, to)));
    if (TEXTS.has(name)) return value;
    if (name === "$ref" && typeof value === "string") return value.split("/").map(inReference).join("/");
    return rename(value, to, inReference);
  });
}

type Renaming = (name: string) => string;

/** Renames texts as well as keys. */
const renameTexts = (value: unknown, to: Renaming): unknown =>
  typeof value === "string" ? to(value) : renameEach(value, to, (_, one) => renameTexts(one, to));

function renameEach<T>(node: T, to: Renaming, change: (name: string, value: unknown) => unknown): T {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return mapList(node, (value, i) => change(String(i), value)) as T;
  const changed = mapValues(node, (value, name) => change(name, value));
  const names = Object.keys(node);
  if (names.every((name) => to(name) === name)) return changed as T;
  return Object.fromEntries(names.map((name) => [to(name), changed[name]])) as T;
}
