import type { SchemaObject } from "../../document/open-api-document.js";
import { compareNumbers, type Numeric, withoutMark } from "../../json/exact-number.js";
import { json, type Tag } from "../../languages/typescript.js";

/** The description of a value, and its constraints as text. */
export function schemaText({ description, ...schema }: SchemaObject): string | undefined {
  return (
    [description, ...bounds(schema).filter((text) => !isSaid(text, description))].filter(Boolean).join(" ") || undefined
  );
}

/** Whether a description already mentions the numbers of a bound. */
const isSaid = (text: string | undefined, description = "") =>
  text?.match(/\d+/g)?.at(-1) !== undefined && RegExp(`\\b${text.match(/\d+/g)?.at(-1)}\\b`).test(description);

function bounds({ minimum, maximum, minItems, maxItems, minLength, maxLength }: SchemaObject): (string | undefined)[] {
  return [
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " elements"),
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  // A bound that only keeps numbers exact is of no interest to readers.
  const isOpen = most === undefined || compareNumbers(withoutMark(most) as Numeric, Number.MAX_SAFE_INTEGER) >= 0;
  if (least === undefined) return isOpen ? undefined : `At most ${most}${most === 1 ? unit.replace(/s$/, "") : unit}.`;
  if (isOpen) return `At least ${least}${least === 1 ? unit.replace(/s$/, "") : unit}.`;
  return least === most ? `Exactly ${least}${unit}.` : `${least} to ${most}${unit}.`;
}

/** The default and an example of a value, and whether it is deprecated, as tags of a doc comment. */
export function schemaTags(schema: SchemaObject, example: unknown = schema.examples?.[0]): Tag[] {
  return [
    ...(schema.deprecated === true ? [{ tag: "@deprecated" }] : []),
    ...(schema.default === undefined ? [] : [{ tag: "@default", text: json(schema.default) }]),
    ...(example === undefined || typeof example === "object" ? [] : [{ tag: "@example", text: json(example) }]),
  ];
}
