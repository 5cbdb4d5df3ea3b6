import { nameOf, type SchemaObject } from "@metadata-service/spec-tools";
import { exactJson, withNumbers } from "@metadata-service/spec-tools/json";
import { markdown } from "@metadata-service/spec-tools/languages";
import { bullet, type Descriptions, indented } from "./bullet.js";

const { code, text: plain } = markdown;

/** Returns the type of a value, in which a schema of components is its name: `array of Report`. */
export function typeOf(schema: SchemaObject): string {
  const { $ref, items, oneOf, anyOf, allOf, additionalProperties: others } = schema;
  if ($ref) return plain(nameOf($ref));
  if (items) return `array of ${typeOf(items)}`;
  const alternatives = oneOf ?? anyOf;
  if (alternatives) return `one of ${alternatives.map(typeOf).join(", ")}`;
  if (allOf)
    return [...new Set([...allOf, ...(schema.properties ? [{ type: "object" }] : [])].map(typeOf))].join(" and ");
  if (typeof others === "object" && !schema.properties) return `object with values of ${typeOf(others)}`;
  const written = [schema.type].flat().filter(Boolean).join(" or ");
  return written || (schema.properties ? "object" : schema.const === undefined ? "any" : "string");
}

/**
 * Returns a list of the fields of a value that have no section of their own: those of schemas that are written where they
 * are used, also below others, in arrays and in alternatives.
 */
export function fieldLines(described: Descriptions, schema: SchemaObject): string[] {
  const parts = partsOf(schema);
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const fields = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const lines = fields.flatMap(([name, field]) => {
    const facts = [typeOf(field), required.has(name) ? "required" : "optional", ...boundsOf(field)];
    const about = `${code(name)} (${facts.join(", ")})`;
    return [bullet(described, about, field.description), ...fieldLines(described, field).map(indented)];
  });
  const alternatives = parts
    .flatMap(({ oneOf = [], anyOf = [] }) => [...oneOf, ...anyOf])
    .map((branch) => fieldLines(described, branch))
    .filter((branch) => branch.length > 0)
    .flatMap((branch, at) => [`- alternative ${at + 1}:`, ...branch.map(indented)]);
  return [...lines, ...alternatives];
}

/** The schemas that a value satisfies, or its elements, as far as they are written in one place. */
const partsOf = (schema: SchemaObject): SchemaObject[] =>
  schema.$ref ? [] : [schema, ...[...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(partsOf)];

/** A JSON value, in which texts keep their quotes. */
const value = (json: unknown) => plain(exactJson(json));

/** A number, as it is written. */
const number = (bound: unknown) => withNumbers(String(bound));

export function boundsOf(schema: SchemaObject): string[] {
  return [
    schema.enum && `one of ${schema.enum.map(value).join(", ")}`,
    schema.const !== undefined && `always ${value(schema.const)}`,
    schema.format !== undefined && plain(schema.format),
    schema.pattern !== undefined && `matches ${code(schema.pattern)}`,
    range(schema.minimum, schema.maximum),
    schema.exclusiveMinimum !== undefined && `more than ${number(schema.exclusiveMinimum)}`,
    schema.exclusiveMaximum !== undefined && `less than ${number(schema.exclusiveMaximum)}`,
    schema.multipleOf !== undefined && `a multiple of ${number(schema.multipleOf)}`,
    range(schema.minLength, schema.maxLength, "character"),
    range(schema.minItems, schema.maxItems, "element"),
    schema.default !== undefined && `default ${value(schema.default)}`,
    schema.deprecated === true && "deprecated",
  ].filter((fact): fact is string => typeof fact === "string");
}

/** Returns `1 to 100 characters`, `at least 1 element` or `at most 5`; nothing without bounds. */
function range(least: number | undefined, most: number | undefined, unit = ""): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  const of = unit && ` ${unit}${(most ?? least) === 1 ? "" : "s"}`;
  if (least === undefined) return `at most ${number(most)}${of}`;
  return most === undefined ? `at least ${number(least)}${of}` : `${number(least)} to ${number(most)}${of}`;
}
