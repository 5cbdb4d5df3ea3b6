type Types = { readonly type?: string | readonly string[] };

const typesOf = ({ type }: Types): readonly string[] => [type ?? []].flat();

/** Whether a value of a schema is written as names and values. */
export const isObjectSchema = (schema: Types & object): boolean =>
  typesOf(schema).includes("object") || "properties" in schema;

/** Whether a value of a schema is written as several texts. */
export const isArraySchema = (schema: Types & object): boolean =>
  typesOf(schema).includes("array") || "items" in schema;

/** `a,1,b,2`: names and values in turn. */
export function inPairs(texts: readonly string[]): [string, string][] {
  return texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ""] as [string, string]] : []));
}
