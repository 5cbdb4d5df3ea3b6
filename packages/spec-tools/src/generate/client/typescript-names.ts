/** Turns a name of the spec into a TypeScript identifier: `report-id` -> `reportId`. */
export const identifier = (name: string): string =>
  name.replace(/[^\p{L}\p{Nd}_$]+(.?)/gu, (_, next: string) => next.toUpperCase()).replace(/^(?=\p{Nd}|$)/u, "_");

/** Words that cannot name an argument (ECMAScript 2025, section 12.7.2, strict mode). */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/** Words that cannot name a type: those, and the names of the types that TypeScript has itself. */
export const NO_TYPES: ReadonlySet<string> = new Set([
  ...RESERVED,
  ..."any bigint boolean never number object string symbol undefined unknown".split(" "),
]);

/**
 * Turns names of the spec into names of arguments, in the same order and without duplicates.
 *
 * @param taken the names of other arguments
 */
export function argumentNames(names: readonly string[], taken: readonly string[] = []): string[] {
  const used = new Set(taken);
  return names.map((name) => {
    let free = identifier(name);
    while (used.has(free) || RESERVED.has(free)) free += "_";
    used.add(free);
    return free;
  });
}

/** `listReports` -> `ListReports`. */
export const capitalized = (name: string): string => name.replace(/^./, (first) => first.toUpperCase());

/** The name of the type of the schema that a reference leads to; undefined if it leads elsewhere. */
export const modelName = (schema: { $ref?: string } | undefined): string | undefined => {
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(schema?.$ref ?? "") ?? [];
  return name && identifier(name);
};

/** What the type of every object has (`interface Object` of lib.es5.d.ts). */
export const INHERITED: ReadonlySet<string> = new Set(
  "constructor toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable".split(" "),
);

/**
 * The type of an optional property. With `exactOptionalPropertyTypes`, `undefined` is allowed only if it is named. An
 * object without the property inherits another value if the name is, for example, `constructor`, and TypeScript would
 * reject it as the value of a property that is only a string.
 */
function optionalType(name: string, type: string): string {
  if (type === "unknown") return type;
  return [type, ...(INHERITED.has(name) ? [inheritedType(name)] : []), "undefined"].join(" | ");
}

const inheritedType = (name: string) => `{}[${JSON.stringify(name)}]`;

/** The declaration of a property in an object type. */
export const declaration = (name: string, isRequired: boolean, type: string): string =>
  isRequired ? `${propertyName(name)}: ${type}` : `${propertyName(name)}?: ${optionalType(name, type)}`;

/** The name of a property, quoted if necessary. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
